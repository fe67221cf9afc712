import { discoveryOf } from '../cluster/index.ts'
import { type Decided, type Scenario, type SentRequest, unreadOfAnswer, unreadOfCode } from '../decide/index.ts'
import { attributesOf, type ImpersonationFields, impersonationOf } from '../http/index.ts'
import { type Attributes, resourceName } from '../kube/index.ts'
import { usernameOf } from '../rights/index.ts'
import type { RichText, Trace } from '../trace/index.ts'
import { sentences } from '../words/index.ts'
import { asksOf, isEverywhere } from './asked.ts'
import type { GoalAction, GoalAnswer, GoalSubject, GoalTarget, GoalUserFields } from './goal.ts'
import { type GoalCluster, NOBODY } from './goal-cluster.ts'
import { extraFields, usernameOfWord } from './goal-user.ts'
import { nothingDecided, reviewsOf } from './impersonated-goals.ts'
import { fails, type GoalVerdict, holds, holdsUnless, notDecided, unknownBy } from './result.ts'

/** A request gets an answer: the shown one of a decision. */
export function judgeAnswer(decided: Decided, expected: GoalAnswer, cluster: GoalCluster, sent: Scenario): GoalVerdict {
  const { trace, state, request } = decided
  if (trace === undefined || state !== 'decided' || request.request === undefined) return nothingDecided(decided)
  const { answer, because } = sentences(trace, request.request)
  const evidence = trace.steps.flatMap(({ check }) => check?.answer.evidence ?? [])
  const { request: text, requestor, earlier, after } = sent
  const play = {
    request: text,
    requestor,
    design: decided.design.id,
    ...(earlier && { earlier, ...(after !== undefined && { after }) }),
  }
  const { code } = trace.outcome
  const more = { evidence, play, granted: reviewsOf(trace, true), refused: reviewsOf(trace, false) }
  if (code !== expected.code) {
    const unknown = unknownBy(unreadOfCode(trace, decided), 'fails')
    if (unknown !== undefined) return unknown
    const about = trace.outcome.kind === 'forbidden' ? trace.outcome.about : undefined
    return fails([`${expected.code} is expected. `, ...answer], {
      ...more,
      ...(about && cluster.parts.nearest?.(about, cluster, { decided, scenario: sent })),
    })
  }
  const by = decidersOf(trace)
  if (expected.by !== undefined && !by.includes(expected.by)) {
    const unknown = unknownBy(unreadOfAnswer(trace, decided), 'fails')
    if (unknown !== undefined) return unknown
    const [first] = by
    const found: RichText = first === undefined ? ['nobody was impersonated'] : ['it is by ', { code: first }]
    return fails([`The answer is ${code}, but `, ...found, ', and ', { code: expected.by }, ' is expected.'], more)
  }
  return holdsUnless(unreadOfAnswer(trace, decided), because.length > 0 ? because : answer, more)
}

/** The mode that let an impersonation through; the legacy verb is `impersonate`. Undefined where none did. */
export function modeOf({
  constraint,
  impersonatedUser,
}: Pick<Trace, 'constraint' | 'impersonatedUser'>): string | undefined {
  if (impersonatedUser === undefined) return undefined
  return constraint === undefined || constraint === '' ? 'impersonate' : constraint
}

/** By what an answer is: the mode of an impersonation that passed, and the verb of the check that a 403 is about. */
function decidersOf(trace: Trace): readonly string[] {
  const mode = modeOf(trace)
  const { outcome } = trace
  return [...(mode === undefined ? [] : [mode]), ...(outcome.kind === 'forbidden' ? [outcome.about.verb] : [])]
}

/** The request of the scenario asks to do something. */
export function judgeAsks(
  action: GoalAction,
  as: GoalTarget | undefined,
  decided: Decided,
  cluster: GoalCluster,
): GoalVerdict {
  const { request } = decided.request
  const errors = decided.request.diagnostics.filter(({ severity }) => severity === 'error')
  if (request === undefined || errors.length > 0) return notDecided(['The request is not understood.'], errors)
  const read = attributesOf(request, NOBODY)
  if (!read.ok) return fails([`The API server answers ${read.code}: the path is not understood.`])
  const asked = asksOf(action, discoveryOf(cluster.decided.cluster))
  if (!asked.some((one) => isSame(one, read.attributes, isEverywhere(one))))
    return fails(['The request asks to ', { code: printAttributes(read.attributes) }, '.'])
  const target = impersonationOf(request.headers)
  const wanted = as === undefined ? '' : usernameOfWord(as.word)
  if (as !== undefined && target.username !== wanted) {
    const found: RichText = target.username === '' ? ['nobody'] : [{ code: target.username }]
    const expected: RichText = wanted === '' ? ['a user without a name'] : [{ code: wanted }]
    return fails(['The request asks to become ', ...found, ', and ', ...expected, ' is expected.'])
  }
  const missing = as && missingField(as, target)
  return missing === undefined
    ? holds(['The request asks for just that.'])
    : fails(['The request does not ask for ', ...missing, '.'])
}

/** The first field that a goal has and a user has not: “the group devs”. Undefined where there is none. */
function missingField(
  { groups, uid, extra = [] }: GoalUserFields,
  user: Pick<ImpersonationFields, 'groups' | 'uid' | 'extra'>,
): RichText | undefined {
  const group = groups.find((one) => !user.groups.includes(one))
  if (group !== undefined) return ['the group ', { code: group }]
  if (uid !== undefined && uid !== user.uid) return ['the UID ', { code: uid }]
  const one = extra.find(({ key, value }) => !user.extra.some((has) => has.key === key && has.value === value))
  return one && ['the extra ', { code: `${one.key}=${one.value}` }]
}

function isSame(asked: Omit<Attributes, 'user'>, found: Attributes, everywhere: boolean): boolean {
  const parts = ['verb', 'isResourceRequest', 'apiGroup', 'resource', 'subresource'] as const
  if (parts.some((part) => asked[part] !== found[part])) return false
  if (!asked.isResourceRequest) return asked.path === found.path
  return (
    (asked.name === '' || asked.name === found.name) &&
    (everywhere ? found.namespace === '' : asked.namespace === found.namespace)
  )
}

function printAttributes(attributes: Attributes): string {
  const { verb, isResourceRequest, path, namespace, name } = attributes
  if (!isResourceRequest) return `${verb} ${path}`
  return [
    verb,
    resourceName(attributes),
    ...(name === '' ? [] : ['named', name]),
    ...(namespace === '' ? [] : ['in', namespace]),
  ].join(' ')
}

/** The request of the scenario is sent by a subject: by its name, or by a member of a group. */
export function judgeFrom(
  subject: GoalSubject,
  { username, uid = '', groups = [], extra = {} }: SentRequest['requestor'],
  cluster: GoalCluster,
): GoalVerdict {
  const named = cluster.subject(subject.word)
  const isSender =
    named?.kind === 'Group'
      ? groups.includes(named.name)
      : ((named && usernameOf(named)) ?? subject.word.replace(/^User\//, '')) === username
  if (!isSender) return fails(['The request is sent by ', { code: username || 'a user without a name' }, '.'])
  const missing = missingField(subject, { uid, groups, extra: extraFields(extra) })
  return missing === undefined
    ? holds(['The request is sent by just that subject.'])
    : fails(['The sender does not have ', ...missing, '.'])
}

/** The text of the request has a text. */
export function judgeRequestText(text: string, has: boolean, { request }: SentRequest): GoalVerdict {
  const found = request.text.toLowerCase().includes(text.toLowerCase())
  const words: RichText = ['The request ', found ? 'says ' : 'does not say ', { code: text }, '.']
  return found === has ? holds(words) : fails(words)
}
