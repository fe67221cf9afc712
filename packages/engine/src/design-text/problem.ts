import type { JsonPath } from '../yaml/index.ts'

/** A problem at a path of the document. */
export interface DesignProblem {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly path: JsonPath
}
