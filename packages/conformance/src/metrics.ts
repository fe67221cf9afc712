import { increments, type Trace } from '@authz-playground/engine'

/** What one request adds to the counters of the impersonation filter, by `mode/decision`. A refused attempt has no mode. */
export interface VectorMetrics {
  readonly attempts?: Readonly<Record<string, number>>
  readonly authorizations?: Readonly<Record<string, number>>
}

/** The metrics of a trace in the words of a vector. What nothing was added to is left out. */
export function vectorMetrics(trace: Trace): VectorMetrics {
  const attempts = counts(trace, 'apiserver_impersonation_attempts_total')
  const authorizations = counts(trace, 'apiserver_impersonation_authorization_attempts_total')
  return { ...(attempts && { attempts }), ...(authorizations && { authorizations }) }
}

function counts(trace: Trace, counter: string): Readonly<Record<string, number>> | undefined {
  const counted = increments(trace, '1.36').filter(({ name }) => name === counter)
  if (counted.length === 0) return undefined
  return Object.fromEntries(counted.map(({ labels, by }) => [`${labels.mode}/${labels.decision}`, by]))
}
