import { isDeepStrictEqual } from 'node:util'
import { COMPARED, type Compared, type VectorAnswer, type VectorCheck } from './vector.ts'

/** One field in which two answers differ. */
export interface Difference {
  readonly field: string
  readonly expected: unknown
  readonly found: unknown
}

/** Where an answer differs from the one expected, among the fields that are compared. */
export function differences(
  expected: VectorAnswer,
  found: VectorAnswer,
  compared: readonly Compared[] = COMPARED,
): readonly Difference[] {
  const list: Difference[] = []
  const note = (field: string, a: unknown, b: unknown): void => {
    if (!isDeepStrictEqual(a, b)) list.push({ field, expected: a, found: b })
  }
  if (compared.includes('checks')) {
    const withReasons = compared.includes('reasons')
    const [a, b] = [comparable(expected.checks, withReasons), comparable(found.checks, withReasons)]
    for (let i = 0; i < Math.max(a.length, b.length); i++) note(`checks[${i}]`, a[i], b[i])
  }
  if (compared.includes('impersonatedUser')) note('impersonatedUser', expected.impersonatedUser, found.impersonatedUser)
  if (compared.includes('constraint')) note('constraint', expected.constraint ?? '', found.constraint ?? '')
  if (compared.includes('code')) note('code', expected.code, found.code)
  if (compared.includes('message')) note('message', expected.message ?? '', found.message ?? '')
  if (compared.includes('metrics') && expected.metrics) note('metrics', expected.metrics, found.metrics)
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
    const kept = filled(withReasons ? check : { ...check, reason: '' })
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

/** Without what is empty: the format leaves it out, and a writer that does not means the same. */
function filled(check: VectorCheck): VectorCheck {
  return Object.fromEntries(
    Object.entries(check).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  ) as unknown as VectorCheck
}

function sortKey({ subresource = '', name = '' }: VectorCheck): string {
  return `${subresource}\0${name}`
}
