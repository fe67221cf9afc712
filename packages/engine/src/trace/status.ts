import type { Status } from './trace.ts'

/** A Status that refuses. Without a reason or details it has no such field. */
export function failureStatus({ code, message, reason, details }: Refusal): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason && { reason }),
    ...(details && { details }),
    code,
  }
}

interface Refusal extends Pick<Status, 'code' | 'message' | 'details'> {
  readonly reason: Status['reason'] | undefined
}
