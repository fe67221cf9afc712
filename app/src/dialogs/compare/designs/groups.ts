import { counted } from '@authz-playground/pictures'
import type { DesignEntry, DesignRow } from '../../../worker/index.ts'

const TITLES: Readonly<Record<DesignEntry['origin'], string>> = {
  released: 'In Kubernetes',
  'kep-5284': 'KEP-5284 and its alternatives',
  'review thread': 'From the review of KEP-5284',
  'compound and unified': 'Compound or unified',
  'kep-3617': 'KEP-3617',
}

/** Designs that are shown together. */
export interface GroupOfDesigns {
  readonly id: string
  readonly title: string
  /** The outcome of all of them, where they are grouped by outcome. */
  readonly outcome?: DesignRow['outcome']
  readonly entries: readonly DesignEntry[]
}

/** Designs by their documents. A document without a design is left out. */
export function byOrigin(designs: readonly DesignEntry[]): readonly GroupOfDesigns[] {
  return (Object.keys(TITLES) as DesignEntry['origin'][]).flatMap((origin) => {
    const entries = designs.filter((design) => design.origin === origin)
    return entries.length === 0 ? [] : [{ id: origin, title: TITLES[origin], entries }]
  })
}

/** Designs by outcome: first the outcome of the design `here`, then by code. Those that do not decide come last. */
export function byAnswer(
  designs: readonly DesignEntry[],
  rows: readonly DesignRow[],
  here: string,
): readonly GroupOfDesigns[] {
  const rowOf = new Map(rows.map((row) => [row.design, row]))
  const codeOf = ({ id }: DesignEntry): number => rowOf.get(id)?.outcome?.code ?? Number.POSITIVE_INFINITY
  const first = rowOf.get(here)?.outcome?.code
  const codes = [...new Set(designs.map(codeOf))].sort((a, b) => Number(b === first) - Number(a === first) || a - b)
  return codes.map((code) => {
    const entries = designs.filter((entry) => codeOf(entry) === code)
    const outcome = rowOf.get(entries[0]?.id ?? '')?.outcome
    const title =
      outcome === undefined ? 'Not decided' : `${counted(entries.length, 'design')} ${answering(entries)} ${code}`
    return { id: `code-${code}`, title, ...(outcome && { outcome }), entries }
  })
}

function answering({ length }: readonly unknown[]): string {
  return length === 1 ? 'answers' : 'answer'
}
