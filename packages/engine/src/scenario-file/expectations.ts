import { type Decided, endingWith, type Scenario, sentRequests, unreadOfAnswer, unreadOfCode } from '../decide/index.ts'
import { type Binding, combinedResource, resourceName } from '../kube/index.ts'
import type { Check, Trace } from '../trace/index.ts'
import type { ScenarioDocument } from './read.ts'
import type { Expectation } from './schema.ts'

/** One field in which an answer differs from the expectation. */
export interface Unmet {
  /** As the document writes it: `code`, `checks[1]`, `impersonatedUser.groups`. */
  readonly field: string
  /** Absent for an additional check. */
  readonly expected?: unknown
  /** Absent where the answer has no such field. */
  readonly found?: unknown
}

/** The result of one expectation. */
export type ExpectationResult = {
  /** Index among the document's expectations. */
  readonly index: number
  readonly design: string
  /** The number of the request, from 1. */
  readonly request: number
} & (
  | { readonly kind: 'holds' }
  | { readonly kind: 'differs'; readonly unmet: readonly Unmet[] }
  /** Something was not understood, so there is no answer to compare. */
  | { readonly kind: 'not-decided'; readonly errors: Decided['errors'] }
  /** The answer may be another by bindings whose role was not read. */
  | { readonly kind: 'unknown'; readonly unread: readonly Binding[]; readonly cluster: Decided['cluster'] }
  /** The expectation has no field to compare, so it would hold for any answer. */
  | { readonly kind: 'says-nothing' }
)

/** The fields of an expectation that are compared. */
const COMPARED = [
  'code',
  'message',
  'constraint',
  'checks',
  'impersonatedUser',
] as const satisfies (keyof Expectation)[]

/** What is compared with expectations. With `sent`, one decision answers for the requests before the last one, too. */
export type DecidedAnswer = Pick<Decided, 'state' | 'trace' | 'errors'> & Partial<Pick<Decided, 'sent' | 'cluster'>>

/**
 * Compares every expectation of a document with the answer. The caller passes the decider, which is called once for each
 * design, and for each request to which that decision has no answer.
 */
export function checkExpectations(
  { scenario, expect }: Pick<ScenarioDocument, 'scenario' | 'expect'>,
  decide: (scenario: Scenario) => DecidedAnswer,
): readonly ExpectationResult[] {
  const decided = new Map<string, DecidedAnswer>()
  const count = sentRequests(scenario).length
  const told = expect.map((expectation) => ({
    expectation,
    design: expectation.design ?? scenario.design,
    request: expectation.request ?? count,
    saysNothing: COMPARED.every((field) => expectation[field] === undefined),
  }))
  const lastOf = new Map<string, number>()
  for (const { design, request, saysNothing } of told) {
    if (!saysNothing) lastOf.set(design, Math.max(request, lastOf.get(design) ?? 0))
  }
  const endsWith = (design: string, request: number): DecidedAnswer => {
    const key = JSON.stringify([design, request])
    const known = decided.get(key)
    if (known !== undefined) return known
    const asked = endingWith({ ...scenario, design }, request - 1)
    if (asked === undefined) throw new Error(`there is no request ${request}`)
    const answer = decide(asked)
    decided.set(key, answer)
    return answer
  }
  const answerTo = (design: string, request: number): DecidedAnswer => {
    const whole = endsWith(design, lastOf.get(design) ?? request)
    const trace = whole.state === 'decided' ? whole.sent?.requests[request - 1]?.trace : undefined
    return trace === undefined ? endsWith(design, request) : { ...whole, trace }
  }
  return told.map(({ expectation, design, request, saysNothing }, index): ExpectationResult => {
    const about = { index, design, request }
    if (saysNothing) return { ...about, kind: 'says-nothing' }
    const { state, trace, errors, cluster } = answerTo(design, request)
    if (state !== 'decided' || trace === undefined) return { ...about, kind: 'not-decided', errors }
    const onlyCode = COMPARED.every((field) => field === 'code' || expectation[field] === undefined)
    const unread = cluster === undefined ? [] : (onlyCode ? unreadOfCode : unreadOfAnswer)(trace, { cluster })
    if (cluster !== undefined && unread.length > 0) return { ...about, kind: 'unknown', unread, cluster }
    const unmet = unmetBy(trace, expectation)
    return unmet.length === 0 ? { ...about, kind: 'holds' } : { ...about, kind: 'differs', unmet }
  })
}

/** The fields in which an answer differs from an expectation. Fields that the expectation omits may have any value. */
function unmetBy(trace: Trace, expectation: Expectation): readonly Unmet[] {
  const { code, message, constraint, checks, impersonatedUser } = expectation
  const { outcome } = trace
  return [
    ...unequal('code', code, outcome.code),
    ...unequal('message', message, 'message' in outcome ? outcome.message : ''),
    ...unequal('constraint', constraint, trace.constraint ?? ''),
    ...(checks === undefined ? [] : unmetChecks(checks, trace)),
    ...(impersonatedUser === undefined ? [] : unmetUser(impersonatedUser, trace)),
  ]
}

function unequal(field: string, expected: unknown, found: unknown): readonly Unmet[] {
  return expected === undefined || expected === found ? [] : [{ field, expected, found }]
}

function unmetChecks(expected: readonly string[], { steps }: Trace): readonly Unmet[] {
  const made = steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  return Array.from({ length: Math.max(expected.length, made.length) }, (_, at): readonly Unmet[] => {
    const [wanted, check] = [expected[at], made[at]]
    const field = `checks[${at}]`
    if (check === undefined) return [{ field, expected: wanted }]
    const [found, ...shorter] = spellings(check)
    if (wanted === undefined) return [{ field, found }]
    const words = wanted.trim().replace(/\s+/g, ' ')
    return words === found || shorter.includes(words) ? [] : [{ field, expected: wanted, found }]
  }).flat()
}

/**
 * The spellings of a check in documents: with the API group as kubectl prints it, `Allow get deployments.apps/scale`, or at the
 * end, `Allow get deployments/scale.apps`, and without it.
 */
function spellings({ attributes, answer: { decision } }: Check): readonly string[] {
  const { isResourceRequest, verb, apiGroup, path } = attributes
  const short = combinedResource(attributes)
  const long = resourceName(attributes)
  const what = !isResourceRequest ? [path] : apiGroup === '' ? [short] : [long, short, `${short}.${apiGroup}`]
  return what.map((one) => `${decision} ${verb} ${one}`)
}

function unmetUser(expected: NonNullable<Expectation['impersonatedUser']>, trace: Trace): readonly Unmet[] {
  const { impersonatedUser: found } = trace
  if (found === undefined) return [{ field: 'impersonatedUser', expected }]
  const { username, uid, groups, extra } = expected
  return [
    ...unequal('impersonatedUser.username', username, found.username),
    ...unequal('impersonatedUser.uid', uid, found.uid),
    ...unequalLists('impersonatedUser.groups', groups, found.groups),
    ...(extra === undefined ? [] : unmetExtra(extra, found.extra)),
  ]
}

function unequalLists(
  field: string,
  expected: readonly string[] | undefined,
  found: readonly string[] | undefined,
): readonly Unmet[] {
  if (expected === undefined || JSON.stringify(expected) === JSON.stringify(found)) return []
  return [{ field, expected, ...(found && { found }) }]
}

function unmetExtra(
  expected: Readonly<Record<string, readonly string[]>>,
  found: ReadonlyMap<string, readonly string[]>,
): readonly Unmet[] {
  const field = (key: string) => `impersonatedUser.extra[${JSON.stringify(key)}]`
  const missing = Object.entries(expected).flatMap(([key, values]) => unequalLists(field(key), values, found.get(key)))
  const more = [...found].filter(([key]) => !Object.hasOwn(expected, key))
  return [...missing, ...more.map(([key, values]) => ({ field: field(key), found: values }))]
}
