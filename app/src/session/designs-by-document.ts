import type { DesignEntry } from '../worker/index.ts'

const TITLES: Readonly<Record<DesignEntry['origin'], string>> = {
  released: 'In Kubernetes',
  'kep-5284': 'KEP-5284 and its alternatives',
  'review thread': 'From the review of KEP-5284',
  'compound and unified': 'Compound or unified',
  'kep-5681': 'KEP-5681',
  'kep-3617': 'KEP-3617',
  own: 'Of one’s own',
}

/** The designs of one document. */
interface DesignsOfDocument {
  readonly id: string
  readonly title: string
  readonly entries: readonly DesignEntry[]
}

/** Designs by their documents. A document without a design is left out. */
export function byOrigin(designs: readonly DesignEntry[]): readonly DesignsOfDocument[] {
  return (Object.keys(TITLES) as DesignEntry['origin'][]).flatMap((origin) => {
    const entries = designs.filter((design) => design.origin === origin)
    return entries.length === 0 ? [] : [{ id: origin, title: TITLES[origin], entries }]
  })
}
