import type { Evidence, PlainUser, RichText } from '@authz-playground/engine'
import { NODE_NAME_KEY, nodeOf, nodeUsername, serviceAccountUsername } from '@authz-playground/engine/names'
import type {
  ActionGrant,
  Becomer,
  Becoming,
  BecomingInMode,
  BecomingTarget,
  Names,
  Path,
  SubjectName,
  UsernameGrant,
  Way,
} from '@authz-playground/engine/query'

/** What a rule allows, as far as a request can do it. */
export interface RuleDeed {
  readonly verb: string
  readonly apiGroup: string
  /** With its subresource; wildcards as in rules. Empty for a path. */
  readonly resource: string
  /** Empty: cluster-wide. */
  readonly namespace: string
  /** Absent: any. */
  readonly name?: string
  /** What a request for many objects selects. */
  readonly fieldSelector?: string
  readonly path?: string
}

/** A request that an answer is about. */
export interface AnswerRequest {
  /** Absent: that of the page. */
  readonly deed?: RuleDeed
  /** Whom it impersonates; without a name nobody. Absent: as the page’s request. */
  readonly as?: { readonly username: string; readonly groups: readonly string[] }
  /** Extras of the requestor. */
  readonly extra?: NonNullable<PlainUser['extra']>
}

/** A sentence about a subject, the rules that it rests on, and a request that uses them; absent where none does by itself. */
export interface WordedRow {
  readonly subject: SubjectName
  readonly words: RichText
  readonly evidence: readonly Evidence[]
  readonly request?: AnswerRequest
}

/** Whom somebody can become, or who can become somebody. */
export interface BecomingAnswer {
  readonly impersonations: readonly WordedRow[]
  /** Ways to the rights of others without impersonation. */
  readonly ways: readonly WordedRow[]
  /** `certain`: rules alone decide every step. */
  readonly paths: readonly (WordedRow & { readonly certain: boolean; readonly steps: number })[]
  readonly remarks: readonly RichText[]
}

/** A request for each sentence of `becomingInWords`, which has one for each username and each part beside it. */
export function becomingRequests(modes: readonly BecomingInMode[]): readonly (AnswerRequest | undefined)[] {
  return modes.flatMap((grants) => {
    const { missing, usernames, groups, uids, extras } = grants
    if (missing.length > 0) return [undefined]
    const parts = [...groups, ...uids, ...extras].map(() => undefined)
    return [...usernames.map((grant) => requestAs(grant, grants.actions)), ...parts]
  })
}

function requestAs(grant: UsernameGrant, actions: readonly ActionGrant[]): AnswerRequest | undefined {
  const username = usernameIn(grant, actions[0]?.namespace)
  if (username === '') return undefined
  const node = grant.kind === 'own-node' ? nodeOf(username) : undefined
  return {
    as: { username, groups: [] },
    ...withDeed(actions, username),
    ...(node !== undefined && { extra: { [NODE_NAME_KEY]: [node] } }),
  }
}

/** The first username of a grant; an example where any will do: of service accounts one in the namespace of the action. */
function usernameIn({ kind, names, namespace }: UsernameGrant, ofAction = 'default'): string {
  switch (kind) {
    case 'user':
      return nameIn(names, 'somebody')
    case 'serviceaccount':
      return serviceAccountUsername({ namespace: namespace ?? ofAction, name: nameIn(names, 'default') })
    case 'node':
    case 'own-node':
      return nodeUsername(nameIn(names, 'node-1'))
  }
}

function nameIn(names: Names, example: string): string {
  return names === 'any' ? example : (names[0] ?? example)
}

/** A request that an action allows. Legacy has no actions: there it is that of the page. `username`: the impersonated user. */
function withDeed([action]: readonly ActionGrant[], username: string): Pick<AnswerRequest, 'deed'> {
  if (action === undefined) return {}
  const { verbs, rule, namespace = '' } = action
  const { apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const verb = verbs === 'any' ? '*' : (verbs[0] ?? '*')
  const [name] = resourceNames
  const [resource, path] = [resources[0] ?? '', nonResourceURLs[0]]
  const of = { verb, apiGroup: apiGroups[0] ?? '', resource, namespace }
  return {
    deed: {
      ...of,
      ...(name !== undefined && { name }),
      ...ownPods(of, username),
      ...(resource === '' && path !== undefined && { path }),
    },
  }
}

/** A node may list and watch the pods that are bound to it, and only where it asks for just them. */
function ownPods({ verb, apiGroup, resource }: RuleDeed, username: string): Pick<RuleDeed, 'fieldSelector'> {
  const node = nodeOf(username)
  const many = apiGroup === '' && resource === 'pods' && (verb === 'list' || verb === 'watch')
  return node !== undefined && many ? { fieldSelector: `spec.nodeName=${node}` } : {}
}

/** A request with which a subject becomes a target. */
export function impersonating(
  { mode, actions, missing, fromFour }: Becomer,
  target: BecomingTarget,
  becoming: () => Pick<Becoming, 'modes'>,
): { readonly request?: AnswerRequest } {
  if (missing.length > 0 || fromFour) return {}
  if (target.kind === 'user') {
    const { username } = target.user
    const node = mode === 'associated-node' ? nodeOf(username) : undefined
    const extra = node !== undefined && { extra: { [NODE_NAME_KEY]: [node] } }
    return { request: { as: { username, groups: [] }, ...withDeed(actions, username), ...extra } }
  }
  const [username] = becoming().modes.find((one) => one.mode === mode)?.usernames ?? []
  const request = username && requestAs(username, actions)
  return request?.as ? { request: { ...request, as: { ...request.as, groups: [target.group] } } } : {}
}

/** The first request of a way to the rights of somebody else; none for roles and bindings, whose objects decide. */
export function requestOfWay(way: Way): { readonly request?: AnswerRequest } {
  const deed = deedOfWay(way)
  return deed === undefined ? {} : { request: { deed, as: { username: '', groups: [] } } }
}

function deedOfWay(way: Way): RuleDeed | undefined {
  const namespace = 'namespace' in way ? (way.namespace ?? 'default') : ''
  const core = { apiGroup: '', namespace }
  switch (way.kind) {
    case 'token':
      return { ...core, verb: 'create', resource: 'serviceaccounts/token', name: nameIn(way.accounts, 'default') }
    case 'pod':
      return { ...core, verb: 'create', resource: 'pods' }
    case 'token-secret':
      return { ...core, verb: 'create', resource: 'secrets' }
    case 'workload': {
      const [resource = '', ...group] = (way.resources[0] ?? '').split('.')
      return { verb: 'create', apiGroup: group.join('.'), resource, namespace }
    }
    case 'read-secrets':
      return { ...core, verb: verbAmong(way, 'get', 'list', 'watch'), resource: 'secrets', ...named(way.objects) }
    case 'exec':
      return { ...core, verb: 'create', resource: 'pods/exec', ...named(way.objects) }
    case 'node-proxy':
      return { ...core, verb: verbAmong(way, 'get', 'create'), resource: 'nodes/proxy', ...named(way.nodes) }
    case 'certificate':
      return { verb: 'create', apiGroup: 'certificates.k8s.io', resource: 'certificatesigningrequests', namespace: '' }
    case 'bind':
    case 'escalate':
      return undefined
  }
}

/** The first of the verbs that the rule of a way allows. */
function verbAmong({ evidence }: Way, ...verbs: readonly string[]): string {
  const allowed = evidence[0]?.rule?.verbs ?? []
  return verbs.find((verb) => allowed.includes(verb)) ?? verbs[0] ?? ''
}

function named(names: Names): { readonly name?: string } {
  const [name] = names === 'any' ? [] : names
  return name === undefined ? {} : { name }
}

/** The first request of a path; without a step, the page’s request by the subject itself. */
export function requestOfPath({ steps: [step] }: Path): { readonly request?: AnswerRequest } {
  if (step === undefined) return { request: { as: { username: '', groups: [] } } }
  if (step.kind === 'way') return requestOfWay(step.way)
  const { as, mode, actions, fromFour } = step
  if (as.username === '' || fromFour) return {}
  const node = mode === 'associated-node' ? nodeOf(as.username) : undefined
  return {
    request: {
      as,
      ...withDeed(actions, as.username),
      ...(node !== undefined && { extra: { [NODE_NAME_KEY]: [node] } }),
    },
  }
}
