import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Decision, Effect } from '@authz-playground/engine'

/** The output of `oracle/conditions`, compressed. */
export const COMBINATIONS = fileURLToPath(new URL('../../conditions-1.37.2.ndjson.gz', import.meta.url))

/** An answer of upstream's code. */
export interface UpstreamAnswer {
  readonly decision: Decision
  readonly reason: string
  readonly error?: string
  /** The ids of the remaining conditions. */
  readonly conditions?: readonly string[]
  readonly parts?: readonly (UpstreamAnswer & { readonly name: string })[]
}

/** One line of the file. Results of conditions are letters: true, false, error, unknown. */
export type Combination =
  | { readonly module: string }
  /** A letter for each combination of up to four results of each effect, Deny outermost and Allow innermost. */
  | { readonly letters: string }
  | { readonly effect: Effect; readonly results: string; readonly answer: UpstreamAnswer }
  /** Kinds of authorizers' answers, as the program names them. */
  | {
      readonly parts: string
      readonly united: UpstreamAnswer
      readonly evaluated: UpstreamAnswer
      readonly settled: UpstreamAnswer
      /** For a caller that knows no conditions. */
      readonly unaware: UpstreamAnswer
    }

export function combinations(): readonly Combination[] {
  const lines = gunzipSync(readFileSync(COMBINATIONS)).toString().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Combination)
}
