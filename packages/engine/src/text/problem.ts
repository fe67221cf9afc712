import type { Severity, Span } from '../kube/index.ts'

/** A diagnostic before its span is resolved to lines. */
export interface Problem {
  readonly severity: Severity
  readonly code: string
  readonly message: string
  readonly span: Span
  readonly fix?: string
  readonly detail?: string
  readonly path?: string
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

/** Takes problems as they are found, in any order. */
export type Report = (problem: Problem) => void
