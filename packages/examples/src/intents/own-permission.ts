import {
  attributesOf,
  type HTTPRequest,
  type PlainUser,
  type ServiceAccountName,
  userInfo,
} from '@authz-playground/engine'
import { targetOf } from '@authz-playground/engine/internal/http'
import {
  COLLECTION_VERBS,
  NODE_NAME_KEY,
  nodeOf,
  REQUEST_VERBS,
  resourceInGroup,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountOf,
} from '@authz-playground/engine/internal/kube'
import type { AskedRequest, AskedUser, AskedVerb } from './asked.ts'

/** What a request needs: its requestor may do this action as this user. */
export interface OwnPermission {
  readonly asked: AskedRequest & { readonly as: AskedUser }
  /** The action as checks show it. */
  readonly action: OwnAction
  readonly target: OwnTarget
}

/** An action, as rules and conditions name it. */
export type OwnAction =
  | {
      readonly verb: string
      readonly apiGroup: string
      /** `pods`, `pods/log`. */
      readonly resource: string
      /** Empty for any: the request names no object. */
      readonly name: string
      /** Absent where rules for the whole cluster are needed. */
      readonly namespace?: string
    }
  | { readonly verb: string; readonly path: string }

/** The user that the headers ask for. */
export interface OwnTarget {
  readonly username: string
  readonly account?: ServiceAccountName
  readonly node?: string
  /** It is the node that the requestor’s token is bound to. */
  readonly ownNode: boolean
  /** Nothing but a username is asked for. */
  readonly alone: boolean
  readonly groups: readonly string[]
  readonly uid: string
  readonly extra: ReadonlyMap<string, readonly string[]>
}

const VERBS: ReadonlySet<string> = new Set(REQUEST_VERBS)

/** A request in parts, or the reason why it has no permission that designs of impersonation could say. */
export function askedFrom(
  request: HTTPRequest,
  requestor: PlainUser,
): OwnPermission['asked'] | { readonly no: string } {
  const target = targetOf(request.headers)
  if (target.kind !== 'target') {
    return { no: 'The request impersonates nobody, so there is nothing that a design of impersonation could say.' }
  }
  const read = attributesOf(request, userInfo(requestor))
  if (!read.ok) return { no: 'The request line is not understood.' }
  const { username, uid, groups, extra } = target.wantedUser
  if (username === requestor.username) return { no: 'The request impersonates its own requestor.' }
  if (requestor.groups?.includes(SYSTEM_PRIVILEGED_GROUP)) {
    return { no: '`system:masters` may do everything in every design, so nothing limits this requestor.' }
  }
  const pairs = [...extra].flatMap(([key, values]) => values.map((value) => [key, value] as const))
  const as = {
    username,
    groups: [...new Set(groups)],
    ...(uid !== '' && { uid }),
    ...(pairs.length > 0 && { extra: pairs }),
  }
  const { attributes } = read
  const { verb, apiGroup: group, apiVersion: version, resource, subresource, namespace, name } = attributes
  if (!attributes.isResourceRequest) {
    const nothing = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' }
    const { path } = attributes
    return { requestor, verb: 'get', resource: nothing, namespace: '', name: '', path, method: request.method, as }
  }
  if (!VERBS.has(verb)) return { no: `The verb \`${verb}\` is not one of requests for objects.` }
  const many = COLLECTION_VERBS.has(verb)
  const itself = resource === 'namespaces'
  const clusterScoped =
    itself || (namespace === '' && (!many || resourceInGroup(group, resource)?.namespaced === false))
  const selected = many && name !== ''
  return {
    requestor,
    verb: verb as AskedVerb,
    resource: {
      group,
      version,
      resource,
      kind: resourceInGroup(group, resource)?.kind ?? 'Object',
      ...(subresource !== '' && { subresource }),
      ...(clusterScoped && { clusterScoped: true as const }),
    },
    namespace: itself ? '' : namespace,
    name: selected ? '' : name,
    ...(selected && { fieldSelector: `metadata.name=${name}` }),
    as,
  }
}

/** The permission that a request needs. */
export function permissionOf(asked: OwnPermission['asked']): OwnPermission {
  const { as, requestor } = asked
  const node = nodeOf(as.username)
  const account = serviceAccountOf(as.username)
  const alone = isPlain(as)
  const extra = new Map<string, string[]>()
  for (const [key, value] of as.extra ?? []) extra.set(key, [...(extra.get(key) ?? []), value])
  return {
    asked,
    action: actionOf(asked),
    target: {
      username: as.username,
      ...(account && { account }),
      ...(node !== undefined && { node }),
      ownNode: alone && node !== undefined && boundNode(requestor) === node,
      alone,
      groups: as.groups,
      uid: as.uid ?? '',
      extra,
    },
  }
}

/** The action of a request as checks show it. */
export function actionOf({
  verb,
  resource,
  namespace,
  name,
  fieldSelector,
  path,
  method = 'GET',
}: AskedRequest): OwnAction {
  if (path !== undefined) return { verb: method.toLowerCase(), path }
  const { group, resource: plural, subresource } = resource
  const inItself = plural === 'namespaces' && name !== ''
  return {
    verb,
    apiGroup: group,
    resource: subresource === undefined ? plural : `${plural}/${subresource}`,
    name: name === '' && verb !== 'deletecollection' ? selectedName(fieldSelector) : name,
    ...(!inItself && namespace !== '' && { namespace }),
  }
}

function selectedName(fieldSelector = ''): string {
  return /^metadata\.name=([^,=!]+)$/.exec(fieldSelector)?.[1] ?? ''
}

/** The node that a service account’s token is bound to. */
export function boundNode({ username, extra }: PlainUser): string | undefined {
  const values = extra?.[NODE_NAME_KEY] ?? []
  return serviceAccountOf(username) !== undefined && values.length === 1 ? values[0] : undefined
}

/** Whether nothing but a username is asked for. */
export function isPlain({ groups, uid, extra }: AskedUser): boolean {
  return groups.length === 0 && uid === undefined && extra === undefined
}
