import type { Prediction } from '@authz-playground/engine/documents'

/** A scenario or a lesson that a lecture goes to. */
export interface LectureItem {
  /** Unique in its list. */
  readonly id: string
  readonly title: string
  /** Its own address, without `#`. Absent where that is the address of its scenario. */
  readonly address?: string
  /** What its lesson asks before the request is released. */
  readonly prediction?: Prediction | undefined
  /** Opens it on the page. Resolves to false where it could not be opened; a notice says why. */
  open(): Promise<boolean>
}

/** A list that a lecture goes through. */
export interface Playlist {
  readonly title: string
  readonly items: readonly LectureItem[]
}

/** The place of the neighbour of an item; undefined beyond the ends. From outside of the list, the first one comes next. */
export function nextIn({ items }: Playlist, at: number | undefined, by: 1 | -1): number | undefined {
  const next = at === undefined ? (by === 1 ? 0 : -1) : at + by
  return next >= 0 && next < items.length ? next : undefined
}

/** “3 of 9”; outside of the list “9 to come”. */
export function placeInWords({ items }: Playlist, at: number | undefined): string {
  return at === undefined ? `${items.length} to come` : `${at + 1} of ${items.length}`
}

/**
 * The list that a presenter chose: the lessons of the open course, a route of the gallery, scenarios of the library by their
 * ids and in their order, or none.
 */
export type ChosenList =
  | { readonly kind: 'course' }
  | { readonly kind: 'route'; readonly route: string }
  | { readonly kind: 'saved'; readonly ids: readonly string[] }
  | { readonly kind: 'alone' }

const VERSION = 1

export function encodeChosen(chosen: ChosenList): string {
  return JSON.stringify({ version: VERSION, ...chosen })
}

/** Reads what {@link encodeChosen} wrote; undefined for any other text. */
export function decodeChosen(text: string | null): ChosenList | undefined {
  let read: unknown
  try {
    read = JSON.parse(text ?? '')
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null) return undefined
  const { version, kind, route, ids } = read as Readonly<Record<string, unknown>>
  if (version !== VERSION) return undefined
  if (kind === 'alone' || kind === 'course') return { kind }
  if (kind === 'route' && typeof route === 'string') return { kind, route }
  if (kind === 'saved' && Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return { kind, ids }
  return undefined
}
