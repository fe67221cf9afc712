import { COMPARED, type Compared, type VectorAnswer, type VectorCheck } from './vector.ts'

/** One field in which two answers differ. */
export interface Difference {
  readonly field: string
  readonly expected: unknown
  readonly found: unknown
}

/** The compared fields in which an answer differs from the expected one. */
export function differences(
  expected: VectorAnswer,
  found: VectorAnswer,
  compared: readonly Compared[] = COMPARED,
): readonly Difference[] {
  const list: Difference[] = []
  const note = (field: string, a: unknown, b: unknown): void => {
    if (!sameValue(a, b)) list.push({ field, expected: a, found: b })
  }
  if (compared.includes('checks')) {
    const withReasons = compared.includes('reasons')
    const [a, b] = [comparable(expected.checks, withReasons), comparable(found.checks, withReasons)]
    for (let i = 0; i < Math.max(a.length, b.length); i++) note(`checks[${i}]`, a[i], b[i])
  }
  if (compared.includes('impersonatedUser')) {
    const [a, b] = [expected.impersonatedUser, found.impersonatedUser]
    note('impersonatedUser', a && filled(a), b && filled(b))
  }
  if (compared.includes('constraint')) note('constraint', expected.constraint ?? '', found.constraint ?? '')
  if (compared.includes('code')) note('code', expected.code, found.code)
  if (compared.includes('message')) note('message', expected.message ?? '', found.message ?? '')
  if (compared.includes('metrics') && expected.metrics) note('metrics', expected.metrics, found.metrics)
  if (compared.includes('chain') && expected.chain) note('chain', expected.chain, found.chain ?? {})
  if (compared.includes('audit') && expected.audit) {
    const [a, b] = [expected.audit, found.audit ?? {}]
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) note(`audit.${key}`, a[key], b[key])
  }
  return list
}

/** Go goes over extras in the random order of a map, so consecutive checks for them are compared without their order. */
function comparable(checks: readonly VectorCheck[], withReasons: boolean): readonly VectorCheck[] {
  const sorted: VectorCheck[] = []
  let run: VectorCheck[] = []
  const flush = (): void => {
    sorted.push(...run.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)))
    run = []
  }
  for (const check of checks) {
    // The result of a condition is compared with the answer itself.
    const kept = filled({ ...check, condition: '', ...(withReasons ? {} : { reason: '' }) })
    if (check.resource === 'userextras') {
      if (run.length > 0 && run[0]?.verb !== check.verb) flush()
      run.push(kept)
    } else {
      flush()
      sorted.push(kept)
    }
  }
  flush()
  return sorted
}

/** Removes empty values: the format omits them, and a writer that includes them means the same. */
function filled<T extends object>(value: T): T {
  const entries = Object.entries(value).flatMap(([key, item]: readonly [string, unknown]) => {
    const kept = typeof item === 'object' && item !== null && !Array.isArray(item) ? filled(item) : item
    return isEmpty(kept) ? [] : [[key, kept] as const]
  })
  return Object.fromEntries(entries) as T
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
}

function sortKey({ subresource = '', name = '' }: VectorCheck): string {
  return `${subresource}\0${name}`
}

/** Whether two JSON values are equal, in any order of keys. */
function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [ones, others] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return ones.length === others.size && ones.every(([key, one]) => others.has(key) && sameValue(one, others.get(key)))
}
