import type { Span } from '@authz-playground/engine'
import { useRef } from 'react'
import { moveWith, smallestEdit } from '../text-edit.ts'

/** Ranges that move along with the text for as long as the same ones are given. */
export function useMoving<S extends Span>(spans: readonly S[], value: string): readonly S[] {
  const kept = useRef({ given: spans, moved: spans, value })
  if (kept.current.given !== spans) kept.current = { given: spans, moved: spans, value }
  const { given, moved, value: before } = kept.current
  if (before !== value) {
    const edit = moved.length === 0 ? undefined : smallestEdit(before, value)
    kept.current = { given, moved: edit ? moved.map((span) => moveWith(span, edit)) : moved, value }
  }
  return kept.current.moved
}
