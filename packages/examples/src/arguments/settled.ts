import { type Argument, type ToPlay, toPlay, type Verdict } from './argument.ts'
import recorded from './settled.golden.json' with { type: 'json' }

/** A scenario of an argument with its recorded answer. */
export interface SettledRow extends ToPlay {
  /** The client’s HTTP status. */
  readonly code: number
  /** The checks of the impersonation, without those of the request itself. */
  readonly checks: number
}

/** The recorded result of an argument. A test plays every argument and compares. */
export interface Settled {
  readonly verdict: Verdict
  readonly rows: readonly SettledRow[]
  /** Designs that the policies of the claim have no rules for yet. */
  readonly notSaid: ReadonlySet<string>
}

/** An argument in the file: its verdict, and by case and design `CODE: CHECKS + CHECKS_OF_THE_REQUEST`. */
export type Recorded = Verdict & {
  readonly notSaid?: readonly string[]
  readonly cases: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The result of an argument, without deciding anything. */
export function settledOf(argument: Argument): Settled {
  const found = (recorded as Readonly<Record<string, unknown>>)[argument.id] as Recorded | undefined
  if (found === undefined) throw new Error(`${argument.id} is not recorded: run \`pnpm goldens\``)
  const { notSaid = [], cases, ...verdict } = found
  const rows = toPlay(argument).map((one): SettledRow => {
    const [code = 0, checks = 0] = (cases[one.name]?.[one.design] ?? '').split(/: | \+ /).map(Number)
    return { ...one, code, checks }
  })
  return { verdict, rows, notSaid: new Set(notSaid) }
}
