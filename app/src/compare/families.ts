import type { DesignEntry } from '../scenario/answer.ts'

const TITLES: Readonly<Record<DesignEntry['family'], string>> = {
  released: 'In Kubernetes',
  'kep-5284': 'KEP-5284 and its alternatives',
  'review thread': 'From the review of KEP-5284',
  'compound and unified': 'Compound or unified',
  'kep-3617': 'KEP-3617',
}

export interface FamilyOfDesigns {
  readonly family: DesignEntry['family']
  readonly title: string
  readonly entries: readonly DesignEntry[]
}

/** Designs by the documents that they come from. A document without a design is left out. */
export function byFamily(designs: readonly DesignEntry[]): readonly FamilyOfDesigns[] {
  return (Object.keys(TITLES) as DesignEntry['family'][]).flatMap((family) => {
    const entries = designs.filter((design) => design.family === family)
    return entries.length === 0 ? [] : [{ family, title: TITLES[family], entries }]
  })
}
