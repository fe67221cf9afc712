import type { HeadingLevel, ProseLink } from './tree.ts'

/** The page that a text is shown in, where that is not the playground. */
export interface ProseFrame {
  /** The level that the highest headings of the text have in the page. */
  readonly heading: HeadingLevel
  /** The address of the playground, which links to its hashes lead to; without it they are shown as their words. */
  readonly playground?: string
}

/** The level of a heading in a page. */
export function levelIn({ heading }: ProseFrame, level: HeadingLevel): number {
  return Math.min(6, heading + level - 1)
}

/** Where a link leads in a page; undefined where it leads nowhere. */
export function addressIn({ playground }: ProseFrame, { address }: ProseLink): string | undefined {
  if (!address.startsWith('#')) return address
  return playground === undefined ? undefined : `${playground.replace(/#.*$/s, '')}${address}`
}
