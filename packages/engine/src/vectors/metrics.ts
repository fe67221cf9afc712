import { increments } from '../report/index.ts'
import type { Trace } from '../trace/index.ts'

/**
 * The increments of the filters' counters for one request: the impersonation filter's by `mode/decision` (a refused
 * attempt has no mode), the authorization filter's by result.
 */
export interface VectorMetrics {
  readonly attempts?: Readonly<Record<string, number>>
  readonly authorizations?: Readonly<Record<string, number>>
  readonly requests?: Readonly<Record<string, number>>
}

const COUNTERS: Readonly<Record<keyof VectorMetrics, string>> = {
  attempts: 'apiserver_impersonation_attempts_total',
  authorizations: 'apiserver_impersonation_authorization_attempts_total',
  requests: 'authorization_attempts_total',
}

/** The metrics of a trace as a vector has them, without counters that were not incremented. */
export function vectorMetrics(trace: Trace): VectorMetrics {
  const counted = increments(trace, '1.36')
  const metrics = Object.entries(COUNTERS).flatMap(([key, counter]) => {
    const values = counted.filter(({ name }) => name === counter)
    if (values.length === 0) return []
    return [[key, Object.fromEntries(values.map(({ labels, by }) => [Object.values(labels).join('/'), by]))] as const]
  })
  return Object.fromEntries(metrics)
}
