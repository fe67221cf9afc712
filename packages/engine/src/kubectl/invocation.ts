import type { Word } from '../shell/index.ts'
import type { Span } from '../text/index.ts'

/** One use of a flag on the command line. */
export interface FlagUse {
  /** `true` or `false` for switches. */
  readonly value: string
  /** The flag, and its value where that is a word of its own. */
  readonly span: Span
}

/** A kubectl command with its flags told from its words. */
export interface Invocation {
  /** `get`, `create deployment`. */
  readonly command: string
  readonly commandSpan: Span
  /** What is neither command nor flag, up to `--` or, where there is no command to run in it, beyond. */
  readonly words: readonly Word[]
  /** What follows `--`; absent where there is none. */
  readonly afterDashes?: readonly Word[]
  readonly flags: ReadonlyMap<string, readonly FlagUse[]>
  readonly stdin?: Word
}

/** The last use of a flag, which is the one that counts where a flag is no list. */
export function flag({ flags }: Invocation, name: string): FlagUse | undefined {
  return flags.get(name)?.at(-1)
}

/** Whether a switch is on; `otherwise` where it is not used. */
export function isOn(invocation: Invocation, name: string, otherwise = false): boolean {
  const use = flag(invocation, name)
  return use === undefined ? otherwise : TRUE.has(use.value)
}

/** The values that switch a flag on (Go: `strconv.ParseBool`). */
export const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
