import type { SourceRange } from '../kube/index.ts'
import type { Prose } from './prose.ts'

/** What can be said about a place in a policy text. */
export interface Hover {
  /** What it is about: the word, field or rule at the place. */
  readonly range: SourceRange
  /** The nearest first: the word, then the rule around it, then who gets it. */
  readonly paragraphs: readonly Prose[]
}
