import type { Word } from '../../shell/index.ts'
import type { Span } from '../../text/index.ts'

/** One use of a flag on the command line. */
export interface FlagUse {
  /** `true` or `false` for switches. */
  readonly value: string
  /** The flag, and its value if that is a separate word. */
  readonly span: Span
}

/** A kubectl command, split into its flags and its words. */
export interface Invocation {
  /** `get`, `create deployment`. */
  readonly command: string
  readonly commandSpan: Span
  /** The words that are neither command nor flag: up to `--`, or all if the command runs nothing in a container. */
  readonly words: readonly Word[]
  /** The words after `--`; absent without `--`. */
  readonly afterDashes?: readonly Word[]
  readonly flags: ReadonlyMap<string, readonly FlagUse[]>
  readonly stdin?: Word
}

/** The last use of a flag: it counts, unless the flag is a list. */
export function flag({ flags }: Invocation, name: string): FlagUse | undefined {
  return flags.get(name)?.at(-1)
}

/** Whether a switch is on; `otherwise` if it is not used. */
export function isOn(invocation: Invocation, name: string, otherwise = false): boolean {
  const use = flag(invocation, name)
  return use === undefined ? otherwise : TRUE.has(use.value)
}

/** The values that switch a flag on (Go: `strconv.ParseBool`). */
export const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
