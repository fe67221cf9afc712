import { AUTHORIZATION_MODES } from '../authorizers/index.ts'
import { COMPARED, type VectorScenario } from './vector.ts'

/** The most lines that are reported; in a file of another format every line is wrong. */
const MOST_COMPLAINTS = 20

/**
 * Reads NDJSON. Throws with the number and the error of each line that is not a scenario, because a vector that is not
 * understood proves nothing. Empty lines are skipped, unknown keys are ignored. With `unanswered` a scenario may have
 * no answers, for callers that compute them.
 */
export function readVectors(
  text: string,
  { unanswered = false }: { readonly unanswered?: boolean } = {},
): readonly VectorScenario[] {
  const scenarios: VectorScenario[] = []
  const complaints: string[] = []
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    try {
      // Null means the same as an absent key: some writers cannot omit keys.
      const value: unknown = JSON.parse(line, (_, item: unknown) => (item === null ? undefined : item))
      checkScenario(value, unanswered)
      scenarios.push(value)
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof NotAVector)) throw error
      complaints.push(`line ${index + 1}: ${error instanceof NotAVector ? '' : 'not JSON: '}${error.message}`)
      if (complaints.length === MOST_COMPLAINTS) break
    }
  }
  if (complaints.length > 0) throw new NotAVector(complaints.join('\n'))
  return scenarios
}

/** The errors of one or more lines. */
class NotAVector extends Error {}

type Unread = Readonly<Record<string, unknown>>
/** Throws unless the value is of a kind. `at` is its path, such as `requests[0].url`. */
type Check = (value: unknown, at: string) => void

function expected(at: string, what: string): never {
  throw new NotAVector(`${at === '' ? 'the line' : at}: ${what} was expected`)
}

const text: Check = (value, at) => {
  if (typeof value !== 'string') expected(at, 'a string')
}
const flag: Check = (value, at) => {
  if (typeof value !== 'boolean') expected(at, 'true or false')
}
const seconds: Check = (value, at) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) expected(at, 'a number of seconds')
}
const code: Check = (value, at) => {
  if (!Number.isInteger(value)) expected(at, 'a whole number')
}

function oneOf(values: readonly string[]): Check {
  return (value, at) => {
    if (!values.some((one) => one === value)) expected(at, `one of ${values.join(', ')}`)
  }
}

function listOf(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) expected(at, 'a list')
    for (const [index, item] of value.entries()) check(item, `${at}[${index}]`)
  }
}

function mapOf(check: Check): Check {
  return (value, at) => {
    for (const [key, item] of Object.entries(objectAt(value, at))) check(item, `${at}[${JSON.stringify(key)}]`)
  }
}

function objectAt(value: unknown, at: string): Unread {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) expected(at, 'an object')
  return value as Unread
}

/** An object whose present keys have values of the right type. */
function object(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  return (value, at) => {
    const fields = objectAt(value, at)
    const path = at === '' ? '' : `${at}.`
    for (const [key, check] of Object.entries(required)) check(own(fields, key), `${path}${key}`)
    for (const [key, check] of Object.entries(optional)) {
      const field = own(fields, key)
      if (field !== undefined) check(field, `${path}${key}`)
    }
  }
}

function own(fields: Unread, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

const anything: Check = () => undefined
const user = object({}, { username: text, uid: text, groups: listOf(text), extra: mapOf(listOf(text)) })

const header: Check = (value, at) => {
  listOf(text)(value, at)
  if ((value as readonly unknown[]).length !== 2) expected(at, 'a name and a value')
}
const request = object(
  { method: text, url: text },
  { headers: listOf(header), requestor: user, after: seconds, body: text },
)

const check = object(
  {
    phase: oneOf(['impersonation', 'review', 'request', 'handler']),
    user,
    decision: oneOf(['Allow', 'NoOpinion', 'Deny', 'Conditional']),
  },
  {
    ...Object.fromEntries(
      [
        'verb',
        'apiGroup',
        'apiVersion',
        'resource',
        'subresource',
        'namespace',
        'name',
        'path',
        'accessRule',
        'condition',
        'reason',
      ].map((key) => [key, text]),
    ),
    fieldSelector: listOf(text),
    labelSelector: listOf(text),
    settled: oneOf(['Allow', 'NoOpinion', 'Deny']),
    evaluator: oneOf(['authorizer']),
  },
)
const counts = mapOf(code)
const answer = object(
  { checks: listOf(check), code },
  {
    impersonatedUser: user,
    constraint: text,
    message: text,
    metrics: object({}, { attempts: counts, authorizations: counts, requests: counts }),
    chain: mapOf(counts),
    audit: mapOf(anything),
  },
)

const scenario = object(
  { id: text, policy: text, requests: listOf(request) },
  {
    design: text,
    assumptions: mapOf(text),
    rests: text,
    storedObject: text,
    webhookChanges: text,
    schema: text,
    cluster: object(
      {},
      {
        constrainedImpersonation: flag,
        authorizePodWebsocketUpgradeCreatePermission: flag,
        authorizationModes: listOf(oneOf(AUTHORIZATION_MODES)),
        defaultRoles: flag,
        objects: text,
        webhook: text,
        authorizationConfig: text,
      },
    ),
    requestor: user,
    expect: listOf(answer),
    error: text,
    compare: listOf(oneOf(COMPARED)),
  },
)

function checkScenario(value: unknown, unanswered: boolean): asserts value is VectorScenario {
  scenario(value, '')
  const { requestor, requests, expect, error } = value as Partial<VectorScenario> & Pick<VectorScenario, 'requests'>
  const without = requests.findIndex((one) => requestor === undefined && one.requestor === undefined)
  if (without !== -1) expected(`requests[${without}].requestor`, 'a user, here or for the whole scenario,')
  if ((error ?? '') !== '') return
  if (expect === undefined && unanswered) return
  if (expect === undefined) expected('expect', 'a list of answers, or error,')
  if (expect.length !== requests.length) expected('expect', `one answer for each of ${requests.length} requests`)
}
