import { attributesOf, type HTTPRequest, targetOf } from '../http/index.ts'
import {
  type Answer,
  type Attributes,
  type Evidence,
  isConstrainedVerb,
  isIdentityVerb,
  type ReviewQuestion,
  type UserInfo,
} from '../kube/index.ts'
import { type Identity, identityInWords } from '../rights/index.ts'
import { BEYOND_LIMIT, type Diagnostic, type SourceId } from '../text/index.ts'
import {
  type Check,
  conditionsLeft,
  finalAnswer,
  forbidden,
  listInWords,
  type RichText,
  type Trace,
  usernameStep,
} from '../trace/index.ts'
import { refusedWriting, whyGranted } from './grants.ts'
import { capitalized, decidedBy, deniedByFailure, doing, lineInWords, onWhat, type Sentences } from './phrases.ts'
import { missedModesInWords } from './untried-words.ts'

/** The sentences of a trace, as pages and terminals show them and as Markdown carries them. */
export function sentences(trace: Trace, httpRequest: HTTPRequest): Sentences {
  const { outcome } = trace
  if (trace.question !== undefined) return answerSentences(trace, trace.question)
  const read = attributesOf(httpRequest, trace.requestor)
  const requestor = identityInWords(trace.requestor)
  // There are no words for the action of a path that is not understood.
  const action = read.ok ? doing(read.attributes) : ['make this request']
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const as = asWhom(trace, httpRequest)
  const last = checks.at(-1)
  const answer = last && finalAnswer(last)
  switch (outcome.kind) {
    case 'allowed':
      return {
        answer: [`${outcome.code}: `, ...requestor, ' may ', ...action, ...as, '.'],
        because: withGrant(whyAllowed(trace, checks), whyGranted(trace.grant)),
      }
    case 'refused':
      return last?.purpose === 'connect'
        ? authorizerFailed(outcome.message, requestor, action, as)
        : refusedWriting(outcome, trace, action)
    case 'forbidden':
      return outcome.phase !== 'request'
        ? {
            answer: [
              '403: ',
              ...requestor,
              ' may not ',
              ...action,
              ...as,
              ': ',
              ...whyNot(outcome.about, trace, checks, outcome.message),
              '.',
            ],
            because: refusedBecause(outcome, trace, checks),
          }
        : {
            answer: ['403: ', ...deniedRequest(trace, action, requestor, answer, outcome.about.verb), '.'],
            because: trace.fieldChecks?.missing === undefined ? deniedBecause(trace, answer) : fieldsBecause(trace),
          }
    case 'answered':
    case 'answered-no':
      // Only the answers to questions have these outcomes.
      return { answer: [outcome.kind === 'answered' ? 'Answered.' : 'No.'], because: [] }
    case 'not-sent':
      return {
        answer: [
          '201: ',
          ...requestor,
          ' does not ',
          ...action,
          ...as,
          ': the review says that ',
          ...identityInWords(outcome.review.attributes.user),
          ' may not.',
        ],
        because: [
          'The API server refused nothing. It answered a review, and the client accepts the answer.',
          ...(outcome.message === '' ? [] : [' The authorizers add: ', ...reasonsInCode(outcome.message)]),
        ],
      }
    case 'bad-request':
      if (checks.length > 0) {
        return {
          answer: ['400: the object or patch that is sent cannot be read, or does not apply.'],
          because: ['The changed fields cannot be computed, so no verb for a field is checked.'],
        }
      }
      return {
        answer: ['400: the headers ask for a group, UID or extra, but not for a user.'],
        because: ['No check is made. ', { code: 'Impersonate-User' }, ' must be set, and not be empty.'],
      }
    case 'internal-error':
      if (answer?.error !== undefined) return authorizerFailed(answer.error, requestor, action, as)
      return {
        answer: ['500: the API server does not understand this path.'],
        because: ['No check is made: the request fails before authorization.'],
      }
  }
}

function authorizerFailed(error: string, requestor: RichText, action: RichText, as: RichText): Sentences {
  return {
    answer: ['500: an authorizer fails, and none allows ', ...requestor, ' to ', ...action, ...as, '.'],
    because: ['It fails with: ', { code: error }],
  }
}

/** What requests ask instead, the answer to that, and the commands that ask it; empty where a request asks just this. */
function meantInWords({
  attributes,
  meant,
  mayDoMeant,
  isOfNoRequest,
}: Extract<ReviewQuestion, { readonly kind: 'access' }>): RichText {
  const noVerb: RichText = isOfNoRequest ? ['No request has the verb ', { code: attributes.verb }, '.'] : []
  if (meant.length === 0) return noVerb
  const between = (at: number) => (at === 0 ? '' : at === meant.length - 1 ? ' and ' : ', ')
  const all = meant.flatMap((one, at): RichText => [between(at), ...doing(one)])
  const commands = meant.flatMap((one) => canICommand(one) ?? [])
  return [
    ...(noVerb.length > 0
      ? [...noVerb, ' What is meant is to ']
      : ['No usual request asks this: what is meant is to ']),
    ...all.filter((word) => word !== ''),
    `: the answer to that is ${mayDoMeant === true ? 'yes' : 'no'}. `,
    ...(commands.length < meant.length
      ? ['kubectl auth can-i cannot ask it, because no API serves this resource: write a SelfSubjectAccessReview.']
      : ['Ask: ', ...listInWords(commands), '.']),
  ]
}

/**
 * Of a question about one half of constrained impersonation, that its answer does not tell whether a request is allowed. Undefined
 * for any other question.
 */
export function oneHalfInWords(question: ReviewQuestion): RichText | undefined {
  if (question.kind !== 'access') return undefined
  const { verb } = question.attributes
  if (!isConstrainedVerb(verb)) return undefined
  const other = verb.startsWith('impersonate-on:') ? 'on the identity' : 'on the action'
  return [
    'The review is about ',
    { code: verb },
    ` alone, and constrained impersonation needs a right ${other} as well. To test both, try the request with `,
    { code: '--as' },
    ', or ask ',
    { code: 'who-can' },
    '.',
  ]
}

/** The command that asks exactly this; undefined for the identities of constrained impersonation, which no API serves. */
function canICommand({ verb, apiGroup, resource, subresource, namespace, name }: Omit<Attributes, 'user'>) {
  if (isIdentityVerb(verb) && apiGroup !== '') return undefined
  const type = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  const part = subresource === '' ? '' : ` --subresource=${subresource}`
  const where = namespace === '' ? '-A' : `-n ${namespace}`
  return `kubectl auth can-i ${verb} ${type}${name === '' ? '' : `/${name}`}${part} ${where}`
}

/** The answer to the question of a command, in the words of the question. */
function answerSentences({ steps, outcome, requestor }: Trace, asked: ReviewQuestion): Sentences {
  const who = identityInWords(requestor)
  const answer = steps.find(({ check }) => check !== undefined)?.check?.answer
  if (asked.kind === 'rules') {
    return {
      answer: ['The rules of ', ...who, ' in namespace ', { code: asked.namespace }, ' are listed.'],
      because: ['No check is made. The list has the rules of RBAC, and says whether there may be others.'],
    }
  }
  if (asked.kind === 'who') {
    return {
      answer: ['The policy says who may ', ...doing({ ...asked.attributes }), '.'],
      because: ['The subjects are those of its bindings. No check is made, and only RBAC is asked.'],
    }
  }
  if (asked.kind === 'user' || answer === undefined) {
    return { answer: ['The API server answers ', ...who, ' who that is.'], because: ['No check is made.'] }
  }
  const action = doing({ ...asked.attributes })
  const meant = meantInWords(asked)
  if (outcome.kind === 'allowed') {
    const by: RichText = answer.evidence === undefined ? [] : ['It is allowed by ', ...decidedBy(answer.evidence), '.']
    // Where what is meant is refused, its explanation says so.
    const half = asked.mayDoMeant === false ? [] : (oneHalfInWords(asked) ?? [])
    const because = [by, meant, half].filter(({ length }) => length > 0)
    return {
      answer: ['Yes: ', ...who, ' may ', ...action, '.'],
      because: because.flatMap((words, at) => [...(at === 0 ? [] : [' ']), ...words]),
    }
  }
  const denied = deniedBy(answer)
  const { reason, error = '' } = answer
  const said = [reason, error].filter((part) => part !== '').join(' - ')
  return {
    answer: [
      'No: ',
      ...who,
      ' may not ',
      ...action,
      denied === undefined ? ': no authorizer allows it.' : ': an authorizer denies it.',
    ],
    because:
      meant.length > 0 ? meant : (denied ?? (said === '' ? [] : ['The authorizers add: ', ...reasonsInCode(said)])),
  }
}

/**
 * Who wants to do what, as which user, without the answer: "service account prod/portal wants to list pods in namespace prod as
 * jane". Undefined for the review of a command, which asks a question.
 */
export function wishInWords({ question, requestor }: Trace, request: HTTPRequest): RichText | undefined {
  if (question !== undefined) return undefined
  const read = attributesOf(request, requestor)
  const target = targetOf(request.headers)
  return [
    ...identityInWords(requestor),
    ' wants to ',
    ...(read.ok ? doing(read.attributes) : ['make this request']),
    ...(target.kind === 'target' ? [' as ', ...identityInWords(asAsked(target.wantedUser))] : []),
  ]
}

/** " as jane", or " for jane" where a review was made on behalf of the target. Empty where no header asks for a target. */
function asWhom({ steps, outcome, impersonatedUser }: Trace, request: HTTPRequest): RichText {
  const read = targetOf(request.headers)
  if (read.kind !== 'target') return []
  const reviewed = steps.some(({ check }) => check?.phase === 'review')
  const user = outcome.kind === 'not-sent' ? outcome.review.attributes.user : impersonatedUser
  return [reviewed ? ' for ' : ' as ', ...identityInWords(user ?? asAsked(read.wantedUser))]
}

/** The user that the headers ask for. Where they list no groups, the API server adds those of the identity. */
function asAsked({ username, groups }: UserInfo): Identity {
  return groups.length === 0 ? { username } : { username, groups }
}

function withGrant(why: RichText, granted: string): RichText {
  return granted === '' ? why : [...why, why.length === 0 ? granted.trimStart() : granted]
}

function whyAllowed(trace: Trace, checks: readonly Check[]): RichText {
  const last = checks.findLast(({ phase }) => phase !== 'handler')
  const evidence = last && finalAnswer(last).evidence
  const byField = (trace.fieldChecks?.toCover ?? 0) > 0
  const allowed = byField ? 'Verbs for fields cover all changed fields, the last one by ' : 'It is allowed by '
  const by: RichText = [
    ...(evidence === undefined ? [] : [allowed, ...decidedBy(evidence), '. ']),
    ...connectionInWords(checks),
  ]
  if (checks.some(({ phase }) => phase === 'review'))
    return ['The review says that the target may, and the requestor may too. ', ...by].map(trimEnd)
  if (trace.impersonatedUser === undefined) return by.map(trimEnd)
  const asked = checks.filter(({ phase }) => phase !== 'request' && phase !== 'handler').length
  const { verb, opensAll, evidence: rule } = letInBy(trace)
  // The right that opens everything the target may do is worth its line.
  const byRule: RichText = opensAll && rule !== undefined ? [', by ', ...decidedBy(rule)] : []
  if (verb === undefined) return ['Impersonation was allowed without a check. ', ...by].map(trimEnd)
  const how: RichText = [
    `Impersonation was allowed by ${trace.byLegacy ? 'the legacy verb ' : ''}`,
    { code: verb },
    asked === 0 ? ', as a moment ago, without a check. ' : ` after ${count(asked, 'check')}`,
    ...(asked === 0 ? [] : [...onConditions(checks), ...byRule, '. ']),
  ]
  return [...how, ...by].map(trimEnd)
}

/** By what a connection may be created, where its handler asked: "Connecting also needs `create`, allowed by line 7. " */
function connectionInWords(checks: readonly Check[]): RichText {
  const { evidence } = checks.find(({ purpose }) => purpose === 'connect')?.answer ?? {}
  return evidence === undefined
    ? []
    : ['Connecting also needs ', { code: 'create' }, ', allowed by ', ...decidedBy(evidence), '. ']
}

/**
 * The permission by which the requestor became the target: the constraint of the audit event. Without a constraint, it is
 * the verb of the check of the username, or of the last one where the username is not checked, and with `impersonate` the requestor may do
 * all that the target may. Without a verb nothing was asked.
 */
function letInBy({ constraint, steps }: Trace): {
  readonly verb?: string
  readonly opensAll: boolean
  readonly evidence?: Evidence
} {
  if (constraint !== undefined) return { verb: constraint, opensAll: false }
  const asked = usernameStep(steps)?.check
  if (asked === undefined) return { opensAll: false }
  const { verb } = asked.attributes
  // The verb of one review for several modes does not name the mode.
  const { evidence } = finalAnswer(asked)
  return { verb, opensAll: verb === 'impersonate' && asked.modes === undefined, ...(evidence && { evidence }) }
}

/** The number of checks that were allowed by conditions, in words. */
function onConditions(checks: readonly Check[]): RichText {
  const settled = checks.filter((check) => check.settled?.decision === 'Allow').length
  if (settled === 0) return []
  const all = checks.filter(({ phase }) => phase !== 'handler').length - 1
  if (all === 1) return [', whose conditions held']
  return [settled === all ? ', all on conditions that held' : `, ${settled} of them on conditions that held`]
}

/** The reason why a check failed: a refusal in the API server's words, or the missing permission. */
function whyNot(about: Attributes, { requestor }: Trace, checks: readonly Check[], message: string): RichText {
  const asked = checks.findLast(({ attributes }) => attributes === about)
  if (asked === undefined) return [ownWords(about, message)]
  const { accessRule } = about
  if (accessRule !== undefined) return ['the access rule ', { code: accessRule }, ' does not let it ', ...doing(about)]
  const somebody: RichText = about.user.username === requestor.username ? [] : [...identityInWords(about.user), ' ']
  const what: RichText = [...somebody, { code: about.verb }, ' on ', ...onWhat(about)]
  if (finalAnswer(asked).decision === 'Deny') return ['an authorizer denies ', ...what]
  return [asked.settled === undefined ? 'no rule grants ' : 'no condition holds that grants ', ...what]
}

/** The end of a refusal without a check, after the first sentence, which every 403 has. */
function ownWords(attributes: Attributes, message: string): string {
  const released = message.lastIndexOf('impersonating ')
  const first = forbidden('impersonation', { attributes, reason: '' }).message
  return message.slice(released === -1 ? first.length + ': '.length : released)
}

/** What was made of the checks of a refused impersonation, and which of its modes were not tried. */
function refusedBecause(
  { about, phase }: Trace['outcome'] & { readonly kind: 'forbidden' },
  trace: Trace,
  checks: readonly Check[],
): RichText {
  const made = checksInWords(about, checks)
  const missed = phase === 'impersonation' ? missedModesInWords(trace) : []
  return [...made, ...(made.length > 0 && missed.length > 0 ? [' '] : []), ...missed]
}

function checksInWords(about: Attributes, checks: readonly Check[]): RichText {
  const asked = checks.findLast(({ attributes }) => attributes === about)
  if (asked?.purpose === 'connect') return refusedConnection(asked, checks)
  const why = asked === undefined ? [] : (deniedBy(finalAnswer(asked)) ?? conditionThatFailed(asked))
  const denied = checks.filter((check) => finalAnswer(check).decision !== 'Allow').length
  if (checks.length > 1) {
    const made = `${count(checks.length, 'check')} were made, ${denied} of them not allowed; the client learns of the first.`
    return [made, ...(why.length === 0 ? [] : [' ', ...why])]
  }
  if (checks.length === 0) return ['No check was made.']
  return why.length === 0 ? ['One check was made, and no authorizer allowed it.'] : why
}

/** Why a connection is refused whose request is allowed: no client learns from the 403 that `create` is what it lacks. */
function refusedConnection({ attributes: { verb, subresource }, answer }: Check, checks: readonly Check[]): RichText {
  const request = checks.find(({ phase }) => phase === 'request')
  return [
    { code: request?.attributes.verb ?? '' },
    ' is allowed, and then the handler of ',
    { code: `pods/${subresource}` },
    ' asks for ',
    { code: verb },
    ' as well. ',
    ...(deniedBy(answer) ?? ['The 403 does not name what is missing.']),
  ]
}

/** The authorizer that denied, and its reason. */
function deniedBy(answer: Answer): RichText | undefined {
  const { decision, evidence, reason, error } = answer
  if (decision !== 'Deny' || evidence === undefined) return undefined
  const failure = deniedByFailure(answer)
  if (failure !== undefined) {
    return capitalized([failure, ...(error === undefined ? ['.'] : [': ', { code: error }])])
  }
  if (error !== undefined) {
    return ['It is denied by ', ...decidedBy(evidence), ', whose condition could not be evaluated: ', { code: error }]
  }
  return [
    'It is denied by ',
    ...decidedBy(evidence),
    ...(reason === '' ? ['.'] : [evidence.authorizer === 'Webhook' ? ', which says: ' : ': ', { code: reason }]),
  ]
}

/** The first condition that was evaluated for a check that is not allowed, and its result. */
function conditionThatFailed({ answer, settled }: Check): RichText {
  if (settled === undefined) return []
  const tried = conditionsLeft(answer).filter(({ effect, came }) => effect === 'Allow' && came !== undefined)
  const [first] = tried
  if (first === undefined) return reasonsInCode(settled.reason)
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
  action: RichText,
  requestor: RichText,
  answer: Answer | undefined,
  /** The missing verb that the error names. */
  verb: string,
): RichText {
  const { impersonatedUser, fieldChecks } = trace
  if (fieldChecks?.missing !== undefined) {
    const who = impersonatedUser === undefined ? requestor : identityInWords(impersonatedUser)
    return [...who, ' may not ', ...action, ': ', ...uncovered(fieldChecks.missing, verb, trace)]
  }
  const onlyRBAC = answer?.reasons?.every(({ name }) => name === 'RBAC') ?? true
  const no = onlyRBAC ? 'no rule grants' : 'no authorizer allows'
  const denied = answer?.decision === 'Deny' ? 'an authorizer denies' : no
  if (impersonatedUser === undefined) return [...requestor, ' may not ', ...action, `: ${denied} it`]
  const target = identityInWords(impersonatedUser)
  return [
    ...target,
    ' may not ',
    ...action,
    ': ',
    ...requestor,
    ' may act as ',
    ...target,
    `, but ${denied} `,
    ...target,
    ' the request itself',
  ]
}

/** The reason why a request fails on a field that it changes. */
function uncovered(path: string, verb: string, trace: Trace): RichText {
  const changes: RichText = ['it changes ', { code: path }]
  return verb === ordinaryCheck(trace)?.attributes.verb
    ? [...changes, ', which has no verb of its own']
    : [...changes, ', and no rule grants ', { code: verb }]
}

/** The check of the request’s own verb, before any field is checked. */
function ordinaryCheck({ steps }: Trace): Check | undefined {
  return steps.find(({ check }) => check?.phase === 'request')?.check
}

function fieldsBecause(trace: Trace): RichText {
  const ordinary = ordinaryCheck(trace)
  const verb = { code: ordinary?.attributes.verb ?? '' }
  return ordinary?.answer.decision === 'Allow'
    ? [verb, ' is held, but does not cover the fields that the schema excludes.']
    : ['Without ', verb, ' each changed field needs a verb that covers it, and the first without one ends the request.']
}

/** What authorizers say, each in its own words: the API server puts a line break between them. */
function reasonsInCode(said: string): RichText {
  const reasons = said.split('\n').filter((one) => one !== '')
  return reasons.flatMap((code, index) => [...(index === 0 ? [] : [' and ']), { code }])
}

function deniedBecause(trace: Trace, answer: Answer | undefined): RichText {
  const by = answer && deniedBy(answer)
  if (by !== undefined) return by
  const { reason = '', reasons = [] } = answer ?? {}
  const node = reasons.find(({ name }) => name === 'Node')?.reason
  if (node !== undefined) {
    const others = reasons.length === 1 ? [] : ['. In all: ', ...reasonsInCode(reason)]
    return ['The Node authorizer says: ', ...reasonsInCode(node), ...others]
  }
  if (reason !== '') return ['The authorizers add: ', ...reasonsInCode(reason)]
  if (trace.steps.some(({ check }) => check?.phase === 'review'))
    return ['The review says that the target may. The requestor makes the request, and needs the permission as well.']
  return trace.impersonatedUser === undefined
    ? ['No header asks for impersonation, so the requestor’s own permissions count.']
    : ['The impersonated user needs a permission of their own: impersonation never adds one.']
}

function count(n: number, noun: string): string {
  return n === 1 ? `one ${noun}` : `${n} ${noun}s`
}

function trimEnd(word: RichText[number], index: number, words: RichText): RichText[number] {
  return index === words.length - 1 && typeof word === 'string' ? word.trimEnd() : word
}

/** The words that replace an answer: the text that was not understood, its line, and the error. */
export function notDecidedWords(errors: readonly Diagnostic[]): Sentences {
  const [first] = errors
  if (first === undefined) return { answer: ['Not decided: the request is empty.'], because: [] }
  const { code, message, range } = first
  const more = errors.length === 1 ? '' : `, and ${errors.length - 1} more`
  const answer =
    code === 'earlier-request'
      ? 'Not decided: an earlier request was not understood, so the server’s memory is unknown.'
      : code === BEYOND_LIMIT
        ? `Not decided: it would take too long (line ${range.line}).`
        : code === NO_REQUESTOR
          ? 'Not decided: it is not known who asks.'
          : `Not decided: the ${WHAT[range.source]} not fully understood (line ${range.line}${more}).`
  return { answer: [answer], because: [message] }
}

/** The code of the error about a request that nobody asks. */
export const NO_REQUESTOR = 'no-requestor'

const WHAT: Readonly<Record<SourceId, string>> = {
  policy: 'policy was',
  request: 'request was',
  objects: 'stored objects were',
  'default-roles': 'default roles were',
  storedObject: 'stored object was',
  webhookChanges: 'changes of webhooks were',
  schema: 'schema was',
  designText: 'design was',
  document: 'document was',
  webhook: 'webhook’s table was',
  authorizationConfig: 'AuthorizationConfiguration was',
}
