import type { DesignRow } from '@authz-playground/pictures'
import { counted } from '@authz-playground/pictures'
import type { DesignEntry } from '../../../worker/index.ts'

/** Designs that are shown together. */
export interface GroupOfDesigns {
  readonly id: string
  readonly title: string
  /** The outcome of all of them, where they are grouped by outcome. */
  readonly outcome?: DesignRow['outcome']
  readonly entries: readonly DesignEntry[]
}

/** A class of answers: a code, a refusal in words that the policy does not have, or none. */
export function classOf(row: DesignRow | undefined): string {
  if (row?.outcome === undefined) return 'undecided'
  return row.notInItsWords ? 'words' : `${row.outcome.code}`
}

/** Whether a design answers otherwise than `here`. A refusal in words that the policy does not have is not another answer. */
export function differ(row: DesignRow | undefined, here: DesignRow | undefined): boolean {
  if (row === undefined || here === undefined || row.notInItsWords) return false
  return row.outcome?.code !== here.outcome?.code
}

/**
 * Designs by outcome: first the outcome of the design `here`, then by code. Then come those in whose words the policy
 * grants nothing, and those that do not decide.
 */
export function byAnswer(
  designs: readonly DesignEntry[],
  rows: readonly DesignRow[],
  here: string,
): readonly GroupOfDesigns[] {
  const rowOf = new Map(rows.map((row) => [row.design, row]))
  const classFor = ({ id }: DesignEntry): string => classOf(rowOf.get(id))
  const first = classOf(rowOf.get(here))
  const rank = (one: string): number => (one === first ? 0 : one === 'words' ? 1000 : one === 'undecided' ? 1001 : +one)
  const classes = [...new Set(designs.map(classFor))].sort((a, b) => rank(a) - rank(b))
  return classes.map((one) => {
    const entries = designs.filter((entry) => classFor(entry) === one)
    const outcome = rowOf.get(entries[0]?.id ?? '')?.outcome
    return { id: `class-${one}`, title: titleOf(one, entries.length), ...(outcome && { outcome }), entries }
  })
}

function titleOf(one: string, count: number): string {
  if (one === 'undecided') return 'Not decided'
  const designs = counted(count, 'design')
  return one === 'words'
    ? `Not granted in the words of ${designs}`
    : `${designs} ${count === 1 ? 'answers' : 'answer'} ${one}`
}
