// The design of one’s own: how its text is begun and completed, and how it differs from the one that it begins with.
import { type Design, readPolicy } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import schema from '@authz-playground/engine/design.schema.json'
import { designOf, readDesign } from '@authz-playground/engine/documents'
import type { Completion, Hover } from '@authz-playground/engine/editing'
import {
  baseIn,
  type DifferentPoint,
  differentPoints,
  type SaidOfDesign,
  THREAD_DESIGNS,
  textOfBase,
} from '@authz-playground/engine/internal/design-text'
import { completeBySchema, hoverBySchema } from '@authz-playground/engine/internal/editing'

export { beginningFrom as beginningOfDesign } from '@authz-playground/engine/internal/design-text'

export function completeDesign(text: string, offset: number): readonly Completion[] {
  return completeBySchema(readPolicy(text), offset, schema)
}

export function hoverDesign(text: string, offset: number): Hover | undefined {
  return hoverBySchema(readPolicy(text), offset, schema)
}

/** A design that was asked for in words, with its text. */
export interface ThreadDesign {
  readonly title: string
  readonly text: string
}

export function threadDesigns(): readonly ThreadDesign[] {
  return THREAD_DESIGNS.map((text) => ({ title: read(text)?.title ?? '', text }))
}

/** A design of one’s own beside the one that it begins with. */
export interface DesignBeside {
  readonly title: string
  /** The id of the other; absent where the text begins with none. */
  readonly base?: string
  readonly points: readonly DifferentPoint[]
}

/** What differs between the design of a text and the one that it begins with. */
export function designBeside(text: string): DesignBeside | undefined {
  const own = read(text)
  if (own === undefined) return undefined
  const base = baseIn(text)
  const other = base === undefined ? undefined : read(textOfBase(base))
  return {
    title: own.title,
    ...(base !== undefined && { base }),
    points: other === undefined ? [] : differentPoints(other, own),
  }
}

function read(text: string): (Pick<Design, 'title'> & SaidOfDesign) | undefined {
  const { design } = readDesign(text, CEL)
  if (design === undefined) return undefined
  const { title, statement } = designOf(design, CEL)
  return { title, statement, written: design }
}
