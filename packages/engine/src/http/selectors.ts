import { parseFieldSelector } from './field-selector.ts'
import { parseLabelSelector } from './label-selector.ts'

/** What parses the selectors of a query, for pages that load it with the first request that has one. */
export interface SelectorReading {
  readonly of: 'selectors'
}

/** The same, for who reads requests: there is but one. */
export interface KnownSelectorReading extends SelectorReading {
  readonly fields: typeof parseFieldSelector
  readonly labels: typeof parseLabelSelector
}

/** All of it. */
export const SELECTOR_READING: SelectorReading = {
  of: 'selectors',
  fields: parseFieldSelector,
  labels: parseLabelSelector,
} satisfies KnownSelectorReading as SelectorReading
