import type { Span } from '@authz-playground/engine'
import { useState } from 'react'
import { moveWith, smallestEdit } from '../text-edit.ts'

interface Moving<S extends Span> {
  readonly given: readonly S[]
  readonly moved: readonly S[]
  readonly value: string
}

/** Ranges that move along with the text for as long as the same ones are given. */
export function useMoving<S extends Span>(spans: readonly S[], value: string): readonly S[] {
  const [kept, setKept] = useState<Moving<S>>({ given: spans, moved: spans, value })
  const now = kept.given === spans ? movedTo(kept, value) : { given: spans, moved: spans, value }
  if (now !== kept) setKept(now)
  return now.moved
}

function movedTo<S extends Span>(kept: Moving<S>, value: string): Moving<S> {
  const { given, moved, value: before } = kept
  if (before === value) return kept
  const edit = moved.length === 0 ? undefined : smallestEdit(before, value)
  return { given, moved: edit ? moved.map((span) => moveWith(span, edit)) : moved, value }
}
