import { type ReactNode, useState } from 'react'
import { LinkButton } from './Button.tsx'

/** The most entries of a list that are drawn until somebody asks for more, and how many more each time. */
const DRAWN = 200

/** How many entries are drawn before and after one that must be seen. */
const AROUND = 10

/** Which entries of a list are drawn, by their places, and the words about the others below the list. */
interface LongList {
  readonly places: readonly number[]
  /** Null where all are drawn. */
  readonly rest: ReactNode
}

/**
 * The part of a list that is drawn: a page with thousands of entries stands still.
 *
 * @param seen the place of an entry that must be seen, with what is around it
 */
export function useLongList(count: number, seen?: number): LongList {
  const [most, setMost] = useState(DRAWN)
  const places = drawnPlaces(count, most, seen)
  const left = count - places.length
  const more = Math.min(left, DRAWN)
  const rest = left > 0 && (
    <p>
      and {left.toLocaleString('en')} more:{' '}
      <LinkButton onClick={() => setMost(most + DRAWN)}>Show {more.toLocaleString('en')} of them</LinkButton>
    </p>
  )
  return { places, rest: rest || null }
}

/** The entries at these places, each with its place. */
export function drawnOf<Entry>(
  all: readonly Entry[],
  places: readonly number[],
): readonly (readonly [Entry, number])[] {
  return places.map((at) => [all[at] as Entry, at])
}

/** The first `most` places, and those around `seen`. */
export function drawnPlaces(count: number, most: number, seen?: number): readonly number[] {
  const first = Array.from({ length: Math.min(count, most) }, (_, at) => at)
  if (seen === undefined) return first
  const from = Math.max(first.length, seen - AROUND)
  const around = Array.from({ length: Math.max(0, Math.min(count, seen + AROUND + 1) - from) }, (_, at) => from + at)
  return [...first, ...around]
}
