import type { Answer, Attributes } from '../kube/index.ts'
import type { Check, Label, Trace } from '../trace/index.ts'
import { calledIn, decidedBy, doing, onWhat } from './phrases.ts'

/** The answer as a person would say it. */
export interface Sentences {
  /** Who may or may not do what, as whom, because of what. */
  readonly answer: Label
  /** What decided, with the line. */
  readonly because: Label
}

/** Words for a decided trace. `request` is the request as the requestor's attributes, absent for a path that is not understood. */
export function sentences(trace: Trace, request: Attributes | undefined, wanted: string | undefined): Sentences {
  const { outcome } = trace
  const requestor = calledIn(trace.requestor.username)
  const deed = request === undefined ? ['make this request'] : doing(request)
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const reviewed = checks.some(({ phase }) => phase === 'review')
  const as: Label = wanted === undefined ? [] : [reviewed ? ' for ' : ' as ', ...calledIn(wanted)]
  const reason = outcomeOf(checks.at(-1))?.reason ?? ''
  switch (outcome.kind) {
    case 'allowed':
      return { answer: ['200: ', ...requestor, ' may ', ...deed, ...as, '.'], because: whyAllowed(trace, checks) }
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
            because: refusedBecause(checks),
          }
        : {
            answer: ['403: ', ...deniedRequest(trace, deed, requestor, reason), '.'],
            because: deniedBecause(trace, reason),
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
      return {
        answer: ['400: the headers ask for a group, UID or extra and for no user.'],
        because: ['No check is made. ', { code: 'Impersonate-User' }, ' must be set, and not be empty.'],
      }
    case 'internal-error':
      return {
        answer: ['500: the API server cannot tell what this path asks for.'],
        because: ['No check is made: the request fails before anybody is authorized.'],
      }
  }
}

function whyAllowed(trace: Trace, checks: readonly Check[]): Label {
  const last = checks.at(-1)
  const evidence = outcomeOf(last)?.evidence
  const by: Label = evidence === undefined ? [] : ['It is allowed by ', ...decidedBy(evidence), '. ']
  if (checks.some(({ phase }) => phase === 'review'))
    return ['The review says that the target may, and the requestor may too. ', ...by].map(trimEnd)
  if (trace.impersonatedUser === undefined) return by
  const how: Label =
    trace.constraint === undefined
      ? ['Impersonation was allowed by the legacy verb ', { code: 'impersonate' }]
      : ['Impersonation was allowed by ', { code: trace.constraint }]
  const asked = checks.length - 1
  const after = asked === 0 ? ', as a moment ago, without a check. ' : ` after ${count(asked, 'check')}. `
  return [...how, after, ...by].map(trimEnd)
}

/** Why a check failed: a refusal in the API server's words, or the permission that nothing grants. */
function whyNot(about: Attributes, { requestor }: Trace, checks: readonly Check[], message: string): Label {
  const asked = checks.some(({ attributes }) => attributes === about)
  if (!asked) return [ownWords(message)]
  const { accessRule } = about
  if (accessRule !== undefined) return ['the access rule ', { code: accessRule }, ' does not let it ', ...doing(about)]
  const { username } = about.user
  const somebody: Label = username === requestor.username ? [] : [{ code: username }, ' ']
  return ['no rule grants ', ...somebody, { code: about.verb }, ' on ', ...onWhat(about)]
}

/** What a refusal without a check says behind the sentence that every 403 has. */
function ownWords(message: string): string {
  const released = message.lastIndexOf('impersonating ')
  return message.slice(released === -1 ? message.lastIndexOf(': ') + 2 : released)
}

function refusedBecause(checks: readonly Check[]): Label {
  const denied = checks.filter((check) => outcomeOf(check)?.decision !== 'Allow').length
  return checks.length === 1
    ? ['One check was made, and no authorizer allowed it.']
    : [`${count(checks.length, 'check')} were made, ${denied} of them not allowed; the client is told of the first.`]
}

function deniedRequest(trace: Trace, deed: Label, requestor: Label, reason: string): Label {
  const { impersonatedUser } = trace
  const denied = nodeReason(reason) === undefined ? 'no rule grants' : 'no authorizer allows'
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

function deniedBecause(trace: Trace, reason: string): Label {
  const node = nodeReason(reason)
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

/** What the Node authorizer adds to a denial: the line that is not RBAC’s, which begins with its name. */
function nodeReason(reason: string): string | undefined {
  return reason.split('\n').find((line) => line !== '' && !line.startsWith('RBAC: '))
}

function count(n: number, noun: string): string {
  return n === 1 ? `one ${noun}` : `${n} ${noun}s`
}

function trimEnd(word: Label[number], index: number, words: Label): Label[number] {
  return index === words.length - 1 && typeof word === 'string' ? word.trimEnd() : word
}

/** What a check came to, once its conditions were evaluated. */
function outcomeOf(check: Check | undefined): Answer | undefined {
  return check?.settled ?? check?.answer
}
