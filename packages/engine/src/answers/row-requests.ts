import {
  type Attributes,
  combinedResource,
  NODE_NAME_KEY,
  nodeOf,
  nodeUsername,
  type PlainUser,
  serviceAccountUsername,
} from '../kube/index.ts'
import type {
  ActionGrant,
  Escalation,
  ImpersonationInMode,
  ImpersonationTarget,
  ImpersonatorInMode,
  Names,
  Path,
  RuleResource,
  UsernameGrant,
  WhatCan,
} from '../query/index.ts'
import { apiGroupMatches, resourceMatches, verbMatches } from '../rights/index.ts'

/** What a rule allows, as far as a request can do it. */
export interface RuleAction {
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
  readonly action?: RuleAction
  /** Whom it impersonates; without a name nobody. Absent: as the page’s request. */
  readonly as?: { readonly username: string; readonly groups: readonly string[] }
  /** Extras of the requestor. */
  readonly extra?: NonNullable<PlainUser['extra']>
}

/** A request for each sentence of `canBecomeInWords`, which has one for each username and each part beside it. */
export function canBecomeRequests(modes: readonly ImpersonationInMode[]): readonly (AnswerRequest | undefined)[] {
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
    ...withAction(actions, username),
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
function withAction([action]: readonly ActionGrant[], username: string): Pick<AnswerRequest, 'action'> {
  if (action === undefined) return {}
  const { verbs, rule, namespace = '' } = action
  const { apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const verb = verbs === 'any' ? '*' : (verbs[0] ?? '*')
  const [name] = resourceNames
  const [resource, path] = [resources[0] ?? '', nonResourceURLs[0]]
  const of = { verb, apiGroup: apiGroups[0] ?? '', resource, namespace }
  return {
    action: {
      ...of,
      ...(name !== undefined && { name }),
      ...ownPods(of, username),
      ...(resource === '' && path !== undefined && { path }),
    },
  }
}

/** A node may list and watch the pods that are bound to it, and only where it asks for just them. */
function ownPods({ verb, apiGroup, resource }: RuleAction, username: string): Pick<RuleAction, 'fieldSelector'> {
  const node = nodeOf(username)
  const many = apiGroup === '' && resource === 'pods' && (verb === 'list' || verb === 'watch')
  return node !== undefined && many ? { fieldSelector: `spec.nodeName=${node}` } : {}
}

/** A request with which a subject becomes a target. */
export function requestOfImpersonator(
  { mode, actions, missing, fromFour, along }: ImpersonatorInMode,
  target: ImpersonationTarget,
): AnswerRequest | undefined {
  if (missing.length > 0 || fromFour) return undefined
  if (target.kind === 'user') return requestInMode(mode, { username: target.user.username, groups: [] }, actions)
  const request = along && requestAs(along, actions)
  return request?.as && { ...request, as: { ...request.as, groups: [target.group] } }
}

/** A request that impersonates somebody with an action of a mode; from a node of its own, with the node in the token. */
function requestInMode(
  mode: ImpersonatorInMode['mode'],
  as: NonNullable<AnswerRequest['as']>,
  actions: readonly ActionGrant[],
): AnswerRequest {
  const node = mode === 'associated-node' ? nodeOf(as.username) : undefined
  return {
    as,
    ...withAction(actions, as.username),
    ...(node !== undefined && { extra: { [NODE_NAME_KEY]: [node] } }),
  }
}

/** The first request of a way to the rights of somebody else; none for roles and bindings, whose objects decide. */
export function requestOfEscalation(way: Escalation): AnswerRequest | undefined {
  const action = actionOfEscalation(way)
  return action && { action, as: NOBODY }
}

const NOBODY = { username: '', groups: [] } as const

function actionOfEscalation(way: Escalation): RuleAction | undefined {
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
function verbAmong({ evidence }: Escalation, ...verbs: readonly string[]): string {
  const allowed = evidence[0]?.rule?.verbs ?? []
  return verbs.find((verb) => allowed.includes(verb)) ?? verbs[0] ?? ''
}

function named(names: Names): { readonly name?: string } {
  const [name] = names === 'any' ? [] : names
  return name === undefined ? {} : { name }
}

/** The first request of a path; without a step, the page’s request by the subject itself. */
export function requestOfPath({ steps: [step] }: Path): AnswerRequest | undefined {
  if (step === undefined) return { as: NOBODY }
  if (step.kind === 'way') return requestOfEscalation(step.way)
  const { as, mode, actions, fromFour } = step
  return as.username === '' || fromFour ? undefined : requestInMode(mode, as, actions)
}

/**
 * The request of a cell of a matrix, by the subject itself: for its widest right to use a verb on a resource; without one, for the
 * verb itself.
 */
export function requestOfCell(
  { resources }: Pick<WhatCan, 'resources'>,
  verb: string,
  { apiGroup, resource }: RuleResource,
  namespace: string,
): AnswerRequest {
  const reaches = resources
    .filter((row) => apiGroupMatches({ apiGroups: [row.apiGroup] }, apiGroup))
    .filter((row) => resourceMatches({ resources: [row.resource] }, resource))
    .flatMap((row) => row.verbs.filter((one) => verbMatches({ verbs: [one.verb] }, verb)))
    .flatMap((one) => one.reaches)
  const unnamed = reaches.filter(({ names }) => names === undefined)
  const best = unnamed.find((one) => one.namespace === '') ?? unnamed[0] ?? reaches[0]
  // Cluster-wide rights hold in the chosen namespace, too.
  const where = best?.namespace || namespace
  return { action: { verb, apiGroup, resource, namespace: where, ...named(best?.names ?? 'any') }, as: NOBODY }
}

/** A request for a review, by the subject itself. */
export function requestOfAction(attributes: Attributes): AnswerRequest {
  return { action: ruleAction(attributes), as: NOBODY }
}

/** A review as what a rule allows. */
function ruleAction(attributes: Attributes): RuleAction {
  const { verb, apiGroup, namespace, name, path, isResourceRequest } = attributes
  if (!isResourceRequest) return { verb, apiGroup: '', resource: '', namespace: '', path }
  return { verb, apiGroup, resource: combinedResource(attributes), namespace, ...(name !== '' && { name }) }
}
