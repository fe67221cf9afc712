import type { AuthorizationMode } from '../authorizers/index.ts'
import type { Cluster } from '../cluster/index.ts'
import { refusedForAll } from '../designs/index.ts'
import { targetOf } from '../http/index.ts'
import { type Answer, isMasked, NODES_GROUP, UNNAMED_USER } from '../kube/index.ts'
import { identityInWords, rancherUser, subjectsIn, unsafeUser, usernameOf } from '../rights/index.ts'
import { type Check, finalAnswer, listInWords, type RichText, type Trace } from '../trace/index.ts'
import { byEntry, deniedByFailure } from '../words/index.ts'
import type { Explained } from './explained.ts'
import { grantWithPlaceholders } from './placeholder-grant.ts'
import { unservedInWords } from './unserved-check.ts'

/**
 * What refuses a request where a missing rule is not the reason, or not the whole reason, and what would do instead.
 * Undefined where a rule is all that is missing.
 */
export function notByRules(decided: Explained, trace: Trace): RichText | undefined {
  const { outcome, steps } = trace
  const modes = decided.cluster.settings.authorizationModes
  const checks = steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  if (checks.length === 0 && outcome.kind === 'bad-request') {
    return [
      'No rule changes this: the API server refuses the headers before it asks an authorizer. Set ',
      { code: 'Impersonate-User' },
      ' as well, or none of these headers.',
    ]
  }
  if (checks.length === 0 && outcome.kind === 'internal-error') {
    return ['No rule changes this: the API server does not understand the path, and asks no authorizer.']
  }
  if (outcome.kind === 'bad-request') {
    return ['No rule changes this: what the request sends cannot be read, or does not apply to the stored object.']
  }
  const denied = checks.findLast((check) => finalAnswer(check).decision !== 'Allow')
  if (denied === undefined) return undefined
  if (!modes.includes('RBAC')) {
    const others = modes.length === 0 ? 'no authorizer' : modes.join(', ')
    return [`No rule changes this: the cluster has ${others}, and RBAC is not among the authorizers.`]
  }
  return (
    unservedInWords(denied, decided.cluster) ??
    deniedFirst(denied, decided.cluster) ??
    deniedLast(denied) ??
    refusedUnasked(decided) ??
    failed(denied) ??
    byAccessRule(denied) ??
    node(denied, modes) ??
    deniedEarlier(checks, decided.cluster)
  )
}

/** An authorizer fails. The next ones are asked all the same, and an Allow counts. */
function failed(check: Check): RichText | undefined {
  const { error } = finalAnswer(check)
  if (check.settled !== undefined || error === undefined) return undefined
  return ['An authorizer that fails decides nothing: a rule that allows this counts, whether it comes before or after.']
}

/** An authorizer before RBAC denies. */
function deniedFirst(check: Check, cluster: Cluster): RichText | undefined {
  const answer = finalAnswer(check)
  if (!deniesBeforeRBAC(answer, cluster)) return undefined
  const { name, denies, first } = denial(answer)
  const without = deniedByFailure(answer) === undefined ? 'Without that entry' : 'With the failurePolicy NoOpinion'
  const isConfigured = (cluster.authorizationConfig?.authorizers.length ?? 0) > 0
  return [
    `No rule changes this: ${denies}, ${first}. ${without}, or with RBAC before ${name} in `,
    isConfigured ? 'the AuthorizationConfiguration' : { code: '--authorization-mode' },
    ', a rule counts.',
  ]
}

/** An authorizer after RBAC denies. */
function deniedLast(check: Check): RichText | undefined {
  const answer = finalAnswer(check)
  if (answer.decision !== 'Deny') return undefined
  return [
    `RBAC is asked first and has no opinion, and then ${denial(answer).denies}. A rule of RBAC would count before that.`,
  ]
}

/** An authorizer before RBAC denies a check, after which others are made. */
function deniedEarlier(checks: readonly Check[], cluster: Cluster): RichText | undefined {
  const at = checks.findIndex((check) => deniesBeforeRBAC(finalAnswer(check), cluster))
  const check = checks[at]
  if (check === undefined) return undefined
  const { denies, first } = denial(finalAnswer(check))
  return [`Rules do not change the answer to check ${at + 1}: ${denies}, ${first}. They count for the checks after it.`]
}

/** Who denies, how, and that it comes first: after a conditional answer RBAC is asked all the same. */
function denial(answer: Answer): { readonly name: string; readonly denies: string; readonly first: string } {
  const { authorizer = 'Webhook', entry } = answer.evidence ?? {}
  const name = authorizer === 'Webhook' ? 'the webhook' : authorizer
  const line = entry === undefined ? '' : `, ${byEntry(entry)}`
  const first = answer.afterConditions ? 'before RBAC counts' : 'before RBAC is asked'
  return { name, denies: deniedByFailure(answer) ?? `${name} denies it${line}`, first }
}

/** Whether a Deny counts before RBAC does. */
export function deniesBeforeRBAC(
  { decision, evidence }: Answer,
  { settings, authorizationConfig }: Pick<Cluster, 'settings' | 'authorizationConfig'>,
): boolean {
  if (decision !== 'Deny') return false
  const configured = authorizationConfig?.authorizers.map(({ type, webhook }) => webhook?.name ?? type) ?? []
  const chain: readonly string[] = configured.length > 0 ? configured : settings.authorizationModes
  const { authorizer = 'Webhook', entry } = evidence ?? {}
  const denier = chain.indexOf((configured.length > 0 && authorizer === 'Webhook' && entry?.name) || authorizer)
  return denier === -1 || denier < chain.indexOf('RBAC')
}

/** Constrained impersonation refuses some groups and extras without a check. Only the legacy verb takes them. */
function refusedUnasked({ trace, request }: Explained): RichText | undefined {
  const read = targetOf(request.request?.headers ?? [])
  if (trace?.outcome.kind !== 'forbidden' || read.kind !== 'target') return undefined
  const complaint = refusedForAll(read.wantedUser)
  if (complaint === undefined || !trace.outcome.message.includes(complaint)) return undefined
  const refused: RichText = ['Rules for constrained impersonation do not change this: it refuses ']
  const legacy: RichText = [
    ' Only the legacy verb ',
    { code: 'impersonate' },
    ' takes it, and opens everything that the target may do.',
  ]
  if (complaint.includes('system:masters')) {
    return [...refused, 'the group ', { code: 'system:masters' }, ' for everybody, without a check.', ...legacy]
  }
  const key = [...read.wantedUser.extra.keys()].find(isPlainKey)
  if (key === undefined) return [...refused, `this target for everybody: ${complaint}.`, ...legacy]
  return [
    ...refused,
    'the extra key ',
    { code: key },
    ' for everybody, without a check. A key in lower case with a domain, such as ',
    { code: `example.com/${key.toLowerCase().replace(/[^-a-z0-9._]/g, '-')}` },
    ', would be asked for.',
    ...legacy,
  ]
}

function isPlainKey(key: string): boolean {
  return !key.includes('/') || key !== key.toLowerCase()
}

function byAccessRule({ attributes: { accessRule } }: Check): RichText | undefined {
  if (accessRule === undefined) return undefined
  return ['No role changes this: only the access rule ', { code: accessRule }, ' is asked.']
}

/** What a node may read follows its pods. */
function node({ attributes, answer }: Check, modes: readonly AuthorizationMode[]): RichText | undefined {
  const { user } = attributes
  const reason = answer.reasons?.find(({ name }) => name === 'Node')?.reason
  if (!modes.includes('Node') || !user.groups.includes(NODES_GROUP) || reason === undefined) return undefined
  const who = identityInWords(user)
  const use = USES.get(attributes.resource)
  return reason.startsWith(NO_RELATION) && use !== undefined
    ? [
        'The Node authorizer decides by the stored objects: a pod that is bound to ',
        ...who,
        ` and ${use} would do. A rule for a node opens more than that.`,
      ]
    : [
        'The Node authorizer does not let ',
        ...who,
        ' do this. A program other than the kubelet needs credentials of its own. A rule for a node opens it whatever pods it runs.',
      ]
}

/**
 * What the names of a refused check say before any rule does: a name is masked, or a requestor of this kind is refused for
 * another cause than a rule. Somebody who is impersonated sent no request, and a policy that binds the requestor means it.
 */
export function meaningOfNames({ steps, impersonatedUser }: Trace, cluster: Cluster): RichText | undefined {
  const checks = steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const denied = checks.findLast((check) => finalAnswer(check).decision !== 'Allow')
  if (denied === undefined) return undefined
  const { user, namespace, name } = denied.attributes
  const named = unsafeUser(user.username)
  const masked = [...new Set([user.username, namespace, name].filter(isMasked))]
  if (masked.length > 0) {
    const [words, them] =
      masked.length === 1
        ? ['is a mask here, not a name. Write the real name', 'it']
        : ['are masks here, not names. Write the real names', 'them']
    const isOfUser = isMasked(user.username)
    const isPlain = denied.phase !== 'impersonation' && cluster.asksRBAC
    const way =
      named?.refused ?? (isPlain && (isOfUser || isMasked(namespace)) ? grantWithPlaceholders(denied.attributes) : [])
    const unnamed: RichText =
      user.username === UNNAMED_USER ? ['No user is named: ', { code: UNNAMED_USER }, ' is in place of the name. '] : []
    return [
      ...unnamed,
      ...listInWords(masked),
      ` ${words} to get an answer about ${them}.`,
      ...(isOfUser
        ? [
            ' ',
            { code: 'kubectl auth whoami' },
            ', with the credentials that were refused, prints the name of the user.',
          ]
        : []),
      ...(way.length === 0 ? [] : [' ', ...way]),
    ]
  }
  const isRequestor = denied.phase === 'impersonation' || impersonatedUser === undefined
  // A policy that binds such a name has the same mistake.
  if (named?.id === 'misnamed') return named.refused
  const unsafe = isRequestor ? named : undefined
  const { rights, settings } = cluster
  if (unsafe?.id === 'node' && !user.groups.includes(NODES_GROUP)) return withoutNodesGroup(user.username)
  // The Node authorizer says why itself.
  if (unsafe?.id === 'node' && settings.authorizationModes.includes('Node')) return undefined
  const isBound = rights.bindings.some((one) => subjectsIn(one).some((who) => usernameOf(who) === user.username))
  if (isBound || !isRequestor) return undefined
  return named === undefined ? rancherUser(user.username) : named.refused
}

/** Go: `pkg/auth/nodeidentifier`. */
function withoutNodesGroup(username: string): RichText {
  return [
    { code: username },
    ' is not in the group ',
    { code: NODES_GROUP },
    ' here, so the Node authorizer does not take it for a node, and grants it nothing. The group is the organization of the client certificate: the kubelet needs one with ',
    { code: NODES_GROUP },
    '.',
  ]
}

/** Of one object only; a node reads no other (Go: `plugin/pkg/auth/authorizer/node/node_authorizer.go`). */
const NO_RELATION = 'no relationship found'

/** How a pod uses the objects that the Node authorizer opens to the node of the pod (Go: `graph.go` beside it). */
const USES: ReadonlyMap<string, string> = new Map([
  ['secrets', 'names this Secret in a volume, env or imagePullSecrets'],
  ['configmaps', 'names this ConfigMap in a volume or env'],
  ['persistentvolumeclaims', 'has this claim as a volume'],
  ['persistentvolumes', 'has the claim of this volume as a volume'],
  ['resourceclaims', 'has this claim'],
  ['serviceaccounts', 'runs as this service account'],
])
