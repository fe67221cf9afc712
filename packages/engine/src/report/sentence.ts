import { attributesOf, type HTTPRequest, targetOf } from '../http/index.ts'
import type { Answer, Attributes } from '../kube/index.ts'
import { type Check, conditionsLeft, type Label, type Outcome, settledAnswer, type Trace } from '../trace/index.ts'
import { lineInWords } from './line.ts'
import { calledIn, decidedBy, doing, onWhat } from './phrases.ts'
import { ROLE_WORDS } from './role-words.ts'

/** The answer as a person would say it. */
export interface Sentences {
  /** Who may or may not do what, as whom, because of what. */
  readonly answer: Label
  /** What decided, with the line. */
  readonly because: Label
}

/** Words about roles and bindings that are written, which few requests do. */
export interface RoleWords {
  /** What is said behind an answer about one that was written; empty where nothing is. */
  whyGranted(grant: Trace['grant']): string
  /** Words for a request that was authorized and that its handler refuses. */
  refusedWriting(outcome: Extract<Outcome, { kind: 'refused' }>, trace: Trace, deed: Label): Sentences
}

/** Words for a decided trace. `request` is the request as the requestor's attributes, absent for a path that is not understood. */
export function sentences(
  trace: Trace,
  request: Attributes | undefined,
  wanted: string | undefined,
  roles?: RoleWords,
): Sentences {
  const { outcome } = trace
  const requestor = calledIn(trace.requestor.username)
  const deed = request === undefined ? ['make this request'] : doing(request)
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const reviewed = checks.some(({ phase }) => phase === 'review')
  const as: Label = wanted === undefined ? [] : [reviewed ? ' for ' : ' as ', ...calledIn(wanted)]
  const last = checks.at(-1)
  const answer = last && settledAnswer(last)
  switch (outcome.kind) {
    case 'allowed':
      return {
        answer: [`${outcome.code}: `, ...requestor, ' may ', ...deed, ...as, '.'],
        because: withGrant(whyAllowed(trace, checks), roles?.whyGranted(trace.grant) ?? ''),
      }
    case 'refused':
      if (roles === undefined) throw new Error('a role was written, and the words for that were not given')
      return roles.refusedWriting(outcome, trace, deed)
    case 'forbidden':
      return outcome.phase !== 'request'
        ? {
            answer: [
              '403: ',
              ...requestor,
              ' may not ',
              ...deed,
              ...as,
              ': ',
              ...whyNot(outcome.about, trace, checks, outcome.message),
              '.',
            ],
            because: refusedBecause(outcome.about, checks),
          }
        : {
            answer: ['403: ', ...deniedRequest(trace, deed, requestor, answer, outcome.about.verb), '.'],
            because: trace.fieldChecks?.missing === undefined ? deniedBecause(trace, answer) : fieldsBecause(trace),
          }
    case 'not-sent':
      return {
        answer: [
          '201: ',
          ...requestor,
          ' does not ',
          ...deed,
          ...as,
          ': the review says that ',
          ...calledIn(outcome.review.attributes.user.username),
          ' may not.',
        ],
        because: [
          'The API server refused nothing. It answered a review, and the client keeps to the answer.',
          ...(outcome.message === '' ? [] : [' The authorizers add: ', { code: outcome.message }]),
        ],
      }
    case 'bad-request':
      if (checks.length > 0) {
        return {
          answer: ['400: the object or patch that is sent cannot be read, or does not apply.'],
          because: ['Nobody can tell which fields change, so no verb for a field is asked.'],
        }
      }
      return {
        answer: ['400: the headers ask for a group, UID or extra and for no user.'],
        because: ['No check is made. ', { code: 'Impersonate-User' }, ' must be set, and not be empty.'],
      }
    case 'internal-error':
      if (answer?.error !== undefined) {
        return {
          answer: ['500: an authorizer fails, and none allows ', ...requestor, ' to ', ...deed, ...as, '.'],
          because: ['It fails with: ', { code: answer.error }],
        }
      }
      return {
        answer: ['500: the API server cannot tell what this path asks for.'],
        because: ['No check is made: the request fails before anybody is authorized.'],
      }
  }
}

/** The sentences of a trace, as pages and terminals show them and as Markdown carries them. */
export function wordsFor(trace: Trace, request: HTTPRequest): Sentences {
  const attributes = attributesOf(request, trace.requestor)
  const target = targetOf(request.headers)
  const wanted = target.kind === 'target' ? target.target.username : undefined
  return sentences(trace, attributes.ok ? attributes.attributes : undefined, wanted, ROLE_WORDS)
}

function withGrant(why: Label, granted: string): Label {
  return granted === '' ? why : [...why, why.length === 0 ? granted.trimStart() : granted]
}

function whyAllowed(trace: Trace, checks: readonly Check[]): Label {
  const last = checks.findLast(({ phase }) => phase !== 'handler')
  const evidence = last && settledAnswer(last).evidence
  const byField = (trace.fieldChecks?.toCover ?? 0) > 0
  const allowed = byField ? 'Verbs for fields cover what changes, the last one by ' : 'It is allowed by '
  const by: Label = evidence === undefined ? [] : [allowed, ...decidedBy(evidence), '. ']
  if (checks.some(({ phase }) => phase === 'review'))
    return ['The review says that the target may, and the requestor may too. ', ...by].map(trimEnd)
  if (trace.impersonatedUser === undefined) return by.map(trimEnd)
  const asked = checks.filter(({ phase }) => phase !== 'request' && phase !== 'handler').length
  const verb = trace.constraint ?? verbOf(checks) ?? 'impersonate'
  const how: Label = [
    `Impersonation was allowed by ${verb === 'impersonate' ? 'the legacy verb ' : ''}`,
    { code: verb },
    asked === 0 ? ', as a moment ago, without a check. ' : ` after ${count(asked, 'check')}`,
    ...(asked === 0 ? [] : [...onConditions(checks), '. ']),
  ]
  return [...how, ...by].map(trimEnd)
}

/** The verb by which the target was asked for, in designs without a constraint. */
function verbOf(checks: readonly Check[]): string | undefined {
  return checks.find(({ phase, purpose }) => phase === 'impersonation' && purpose === 'username')?.attributes.verb
}

/** How many checks were allowed by conditions alone. */
function onConditions(checks: readonly Check[]): Label {
  const settled = checks.filter((check) => check.settled?.decision === 'Allow').length
  if (settled === 0) return []
  const all = checks.filter(({ phase }) => phase !== 'handler').length - 1
  if (all === 1) return [', whose conditions held']
  return [settled === all ? ', all on conditions that held' : `, ${settled} of them on conditions that held`]
}

/** Why a check failed: a refusal in the API server's words, or the permission that nothing grants. */
function whyNot(about: Attributes, { requestor }: Trace, checks: readonly Check[], message: string): Label {
  const asked = checks.find(({ attributes }) => attributes === about)
  if (asked === undefined) return [ownWords(message)]
  const { accessRule } = about
  if (accessRule !== undefined) return ['the access rule ', { code: accessRule }, ' does not let it ', ...doing(about)]
  const { username } = about.user
  const somebody: Label = username === requestor.username ? [] : [{ code: username }, ' ']
  const what: Label = [...somebody, { code: about.verb }, ' on ', ...onWhat(about)]
  if (settledAnswer(asked).decision === 'Deny') return ['an authorizer denies ', ...what]
  return [asked.settled === undefined ? 'no rule grants ' : 'no condition holds that grants ', ...what]
}

/** What a refusal without a check says behind the sentence that every 403 has. */
function ownWords(message: string): string {
  const released = message.lastIndexOf('impersonating ')
  return message.slice(released === -1 ? message.lastIndexOf(': ') + 2 : released)
}

function refusedBecause(about: Attributes, checks: readonly Check[]): Label {
  const asked = checks.find(({ attributes }) => attributes === about)
  const why = asked === undefined ? [] : (deniedBy(settledAnswer(asked)) ?? conditionThatFailed(asked))
  const denied = checks.filter((check) => settledAnswer(check).decision !== 'Allow').length
  if (checks.length > 1) {
    const told = `${count(checks.length, 'check')} were made, ${denied} of them not allowed; the client is told of the first.`
    return [told, ...(why.length === 0 ? [] : [' ', ...why])]
  }
  return why.length === 0 ? ['One check was made, and no authorizer allowed it.'] : why
}

/** Who denied, and the reason that was given. */
function deniedBy({ decision, evidence, reason, error }: Answer): Label | undefined {
  if (decision !== 'Deny' || evidence === undefined) return undefined
  if (error !== undefined) {
    return ['It is denied by ', ...decidedBy(evidence), ', whose condition could not be evaluated: ', { code: error }]
  }
  return [
    'It is denied by ',
    ...decidedBy(evidence),
    ...(reason === '' ? ['.'] : [evidence.authorizer === 'Webhook' ? ', which says: ' : ': ', { code: reason }]),
  ]
}

/** What was left to evaluate of a check that is not allowed: the first condition, and what it came to. */
function conditionThatFailed({ answer, settled }: Check): Label {
  if (settled === undefined) return []
  const tried = conditionsLeft(answer).filter(({ effect, came }) => effect === 'Allow' && came !== undefined)
  const [first] = tried
  if (first === undefined) return [{ code: settled.reason }]
  const line = first.evidence?.entry?.range
  return [
    `${tried.length === 1 ? 'One condition was' : `${tried.length} conditions were`} left to evaluate`,
    tried.length === 1 ? ': ' : ', the first of them ',
    { code: first.condition },
    ...(line === undefined ? [] : [` of ${lineInWords(line)}`]),
    first.came === false ? ', and it is false.' : ', and evaluating it fails.',
  ]
}

function deniedRequest(
  trace: Trace,
  deed: Label,
  requestor: Label,
  answer: Answer | undefined,
  /** What the client is told that is missing. */
  verb: string,
): Label {
  const { impersonatedUser, fieldChecks } = trace
  if (fieldChecks?.missing !== undefined) {
    const who = impersonatedUser === undefined ? requestor : calledIn(impersonatedUser.username)
    return [...who, ' may not ', ...deed, ': ', ...uncovered(fieldChecks.missing, verb, trace)]
  }
  const onlyRBAC = answer?.reasons?.every(({ name }) => name === 'RBAC') ?? true
  const no = onlyRBAC ? 'no rule grants' : 'no authorizer allows'
  const denied = answer?.decision === 'Deny' ? 'an authorizer denies' : no
  if (impersonatedUser === undefined) return [...requestor, ' may not ', ...deed, `: ${denied} it`]
  const target = calledIn(impersonatedUser.username)
  return [
    ...target,
    ' may not ',
    ...deed,
    ': ',
    ...requestor,
    ' may act as ',
    ...target,
    `, but ${denied} `,
    ...target,
    ' the request itself',
  ]
}

/** Why a request fails on a field that it changes. */
function uncovered(path: string, verb: string, trace: Trace): Label {
  const changes: Label = ['it changes ', { code: path }]
  return verb === ordinaryCheck(trace)?.attributes.verb
    ? [...changes, ', which has no verb of its own']
    : [...changes, ', and no rule grants ', { code: verb }]
}

/** The check of the request’s own verb, before any field is looked at. */
function ordinaryCheck({ steps }: Trace): Check | undefined {
  return steps.find(({ check }) => check?.phase === 'request')?.check
}

function fieldsBecause(trace: Trace): Label {
  const ordinary = ordinaryCheck(trace)
  const verb = { code: ordinary?.attributes.verb ?? '' }
  return ordinary?.answer.decision === 'Allow'
    ? [verb, ' is held, and does not cover what the schema excludes from it.']
    : ['Without ', verb, ' each changed field needs a verb that covers it, and the first without one ends the request.']
}

function deniedBecause(trace: Trace, answer: Answer | undefined): Label {
  const by = answer && deniedBy(answer)
  if (by !== undefined) return by
  const { reason = '', reasons = [] } = answer ?? {}
  const node = reasons.find(({ name }) => name === 'Node')?.reason
  if (node !== undefined) {
    const others = reason === node ? [] : ['. In all: ', { code: reason }]
    return ['The Node authorizer says: ', { code: node }, ...others]
  }
  if (reason !== '') return ['The authorizers add: ', { code: reason }]
  if (trace.steps.some(({ check }) => check?.phase === 'review'))
    return ['The review says that the target may. The requestor makes the request, and needs the permission as well.']
  return trace.impersonatedUser === undefined
    ? ['No header asks for impersonation, so the requestor’s own permissions count.']
    : ['The impersonated user needs a permission of their own: impersonation never adds one.']
}

function count(n: number, noun: string): string {
  return n === 1 ? `one ${noun}` : `${n} ${noun}s`
}

function trimEnd(word: Label[number], index: number, words: Label): Label[number] {
  return index === words.length - 1 && typeof word === 'string' ? word.trimEnd() : word
}
