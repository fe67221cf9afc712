import { type ClusterSettings, featureEnabled, gatesSet } from '../cluster/index.ts'
import { constrained } from '../designs/index.ts'
import { actionsInWords, objectsInWords } from '../explain/index.ts'
import type { Rule } from '../kube/index.ts'
import { requestInWords } from '../logs/index.ts'
import { identityInWords, sameRule, subjectsInWords } from '../rights/index.ts'
import { listInWords, type RichText } from '../trace/index.ts'
import type { ChangedRequest, RequestChange } from './changed-requests.ts'
import { impersonationInWords } from './impersonation-words.ts'
import { type AccessChange, changesNothing, notComparedModes, type PolicyDiff, subjectsIn } from './policy-diff.ts'

/** Which of the lists of a `PolicyDiff` a change is in. */
export type ChangeList = 'gain' | 'loss'

/** A change of access in words. */
export interface ChangeWords {
  /** "service account ci/deployer". */
  readonly who: RichText
  /** "delete any deployments.apps in namespace prod". */
  readonly what: RichText
  /** What is not changed of it, a line each: "already allowed: get pods named web". */
  readonly except: readonly RichText[]
  /** Its first dangers, a line each, and how many there are more: "danger: The contents of Secrets can be read …"; of a loss they begin with "no longer". */
  readonly dangers: readonly string[]
  /** All but the exceptions: "service account ci/deployer may now delete any deployments.apps in namespace prod". */
  readonly sentence: RichText
}

/** Wildcards have all dangers. */
const MOST_DANGERS = 3

const MAY: Readonly<Record<ChangeList, string>> = { gain: ' may now ', loss: ' may no longer ' }
const DANGER: Readonly<Record<ChangeList, string>> = { gain: 'danger: ', loss: 'no longer: ' }
const UNCHANGED: Readonly<Record<ChangeList, string>> = { gain: 'already allowed', loss: 'still allowed' }

/** A gain or a loss in words. */
export function changeInWords(change: AccessChange, list: ChangeList): ChangeWords {
  const who = subjectsInWords(change.subjects)
  const what = changedRight(change)
  const dangers = change.dangers.slice(0, MOST_DANGERS).map(({ words }) => `${DANGER[list]}${words}`)
  const further = change.dangers.length - dangers.length
  if (further > 0) dangers.push(`and ${further} more ${further === 1 ? 'danger' : 'dangers'}`)
  return { who, what, except: exceptInWords(change, list), dangers, sentence: [...who, MAY[list], ...what] }
}

function changedRight({ rule, namespaces, versionRight }: AccessChange): RichText {
  if (versionRight === 'connection') return [...connectionInWords(rule, namespaces), ' without ', { code: 'create' }]
  if (versionRight === 'action' && rule.verbs.includes('*'))
    return [...actionsInWords(rule, namespaces), ' as somebody else (with a right on the identity)']
  return whatInWords(rule, namespaces)
}

function connectionInWords(rule: Rule, namespaces: readonly string[]): RichText {
  return ['connect by GET to ', ...objectsInWords(rule, namespaces)]
}

function whatInWords(rule: Rule, namespaces: readonly string[]): RichText {
  const words = impersonationInWords(rule, namespaces)
  if (words === undefined) return actionsInWords(rule, namespaces)
  return words.flatMap((one, at): RichText => [...(at === 0 ? [] : ['; ']), ...one])
}

function exceptInWords(
  { except, namespaces, rule, versionRight }: AccessChange,
  list: ChangeList,
): readonly RichText[] {
  const whole = except.filter((part) => part.namespace !== '' && sameRule(part.rule, rule))
  const parts = except.filter((part) => !whole.includes(part))
  const where: readonly RichText[] =
    whole.length === 0
      ? []
      : [
          [
            `${UNCHANGED[list]} in namespace${whole.length === 1 ? '' : 's'} `,
            ...listInWords(whole.map(({ namespace }) => namespace)),
          ],
        ]
  return [
    ...where,
    ...parts.map((part): RichText => {
      const places = part.namespace === '' ? namespaces : [part.namespace]
      const what = versionRight === 'connection' ? connectionInWords : whatInWords
      return [`${UNCHANGED[list]}: `, ...what(part.rule, places)]
    }),
  ]
}

/**
 * A change of policy in one or two sentences: "service account ci/deployer may now delete any deployments.apps in namespace
 * prod; nobody loses anything."
 */
export function diffInWords(diff: PolicyDiff): RichText {
  const { objects } = diff
  const rules = objects.filter(({ kind }) => kind === 'ClusterAccessRule')
  const further: RichText =
    rules.length === 0 ? [] : [' Access rules differ; only roles and bindings are compared, so read those yourself.']
  const isOfRBACAlone = notComparedModes(diff).length > 0
  const unread = isOfRBACAlone || diff.unread.before.length + diff.unread.after.length > 0
  const between = betweenInWords(diff)
  if (changesNothing(diff) && unread) {
    const where = between === undefined ? '' : ` from ${between}`
    return [`Nothing that could be judged changes${where}, and not all could be.`, ...further]
  }
  if (changesNothing(diff)) return [...unchangedInWords(diff, rules.length), ...further]
  return [
    ...(between === undefined ? [] : [`From ${between}${isOfRBACAlone ? ', as far as RBAC decides' : ''}: `]),
    ...changesInWords(diff, unread),
    ...further,
  ]
}

function changesInWords({ gains, losses }: PolicyDiff, unread: boolean): RichText {
  const [gain, ...moreGains] = gains
  const [loss, ...moreLosses] = losses
  if (gain !== undefined && loss === undefined && moreGains.length === 0)
    return [...changeInWords(gain, 'gain').sentence, unread ? '.' : '; nobody loses anything.']
  if (loss !== undefined && gain === undefined && moreLosses.length === 0)
    return [...changeInWords(loss, 'loss').sentence, unread ? '.' : '; nobody gains anything.']
  return [...listed(gains, 'gain'), '; ', ...listed(losses, 'lose'), '.']
}

/** "Kubernetes 1.34 to 1.36"; undefined where both clusters have the same version, authorizers, gates and default roles. */
function betweenInWords({ settings: { before, after } }: PolicyDiff): string | undefined {
  const [setBefore, setAfter] = [flagsSet(before), flagsSet(after)]
  const from = clusterInWords(before, setBefore, setAfter)
  const to = clusterInWords(after, setAfter, setBefore)
  return from === to ? undefined : `Kubernetes ${from} to ${to}`
}

/** "1.36 with ConstrainedImpersonation=false": the version, and the flags that the other cluster does not have. */
function clusterInWords({ version }: ClusterSettings, flags: readonly string[], others: readonly string[]): string {
  const own = flags.filter((one) => !others.includes(one))
  return own.length === 0 ? version : `${version} with ${own.join(' and ')}`
}

function flagsSet(cluster: ClusterSettings): readonly string[] {
  return [
    `authorization-mode=${cluster.authorizationModes.join(',')}`,
    ...gatesSet(cluster),
    ...(cluster.defaultRoles === undefined ? [] : [`default-roles=${cluster.defaultRoles}`]),
  ]
}

function unchangedInWords(diff: PolicyDiff, rules: number): RichText {
  const { objects, sameText } = diff
  const between = betweenInWords(diff)
  if (between !== undefined)
    return [`Nothing changes from ${between}: RBAC and impersonation answer every request as before.`]
  if (sameText) return ['Nothing changes: the texts are the same.']
  if (objects.length === 0) return ['Nothing changes: the texts differ in comments, layout or order only.']
  if (rules === objects.length) return ['Roles and bindings grant the same.']
  const count = objects.length - rules
  // A server without constrained impersonation asks for none of the verbs of it that they may grant.
  const isAsked = featureEnabled(constrained, diff.settings.after)
  const same = isAsked ? 'together they grant the same as before' : 'every request is answered as before'
  return [`Nothing changes: ${count} ${count === 1 ? 'object differs' : 'objects differ'}, and ${same}.`]
}

function listed(changes: readonly AccessChange[], verb: 'gain' | 'lose'): RichText {
  const subjects = subjectsIn(changes)
  if (subjects.length === 0) return [`nobody ${verb}s anything`]
  const dangerous = verb === 'gain' && changes.some(({ dangers }) => dangers.length > 0)
  return [
    ...subjectsInWords(subjects),
    ` ${verb}${subjects.length === 1 ? 's' : ''} rights`,
    ...(dangerous ? [', dangerous ones among them'] : []),
  ]
}

/** An observed request in words: "jane: list pods in namespace prod, as bob". */
export function changedRequestInWords({ request }: Pick<ChangedRequest, 'request'>): RichText {
  return [...identityInWords(request.requestor), ': ', ...requestInWords(request)]
}

/** The headings of changed requests. */
export const REQUEST_CHANGE_WORDS: Readonly<Record<RequestChange, string>> = {
  refused: 'Requests that are refused now',
  allowed: 'Requests that are allowed now',
  constraint: 'Requests that another mode of impersonation allows',
}
