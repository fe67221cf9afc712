import type { PlainUser } from '@authz-playground/engine'

/** An extra as rows: a key and one value each. */
export type ExtraRow = readonly [key: string, value: string]
type Extra = NonNullable<PlainUser['extra']>

/** One row for each value, keys and values in their order. */
export function rowsOfExtra(extra: Extra): readonly ExtraRow[] {
  return Object.entries(extra).flatMap(([key, values]) => values.map((value): ExtraRow => [key, value]))
}

/** The extra of rows: the values of a key together, at its first row. Rows without a key are left out. */
export function extraOfRows(rows: readonly ExtraRow[]): Extra {
  const values = new Map<string, string[]>()
  for (const [key, value] of rows) {
    if (key === '') continue
    const list = values.get(key)
    if (list === undefined) values.set(key, [value])
    else list.push(value)
  }
  return Object.fromEntries(values)
}

/**
 * The rows to show for an extra: the typed ones while they mean that extra, so that no row moves while its key is equal
 * to another key for a moment; otherwise new ones.
 */
export function rowsToShow(typed: readonly ExtraRow[], extra: Extra): readonly ExtraRow[] {
  return sameExtra(extraOfRows(typed), extra) ? typed : rowsOfExtra(extra)
}

function sameExtra(a: Extra, b: Extra): boolean {
  return JSON.stringify(Object.entries(a)) === JSON.stringify(Object.entries(b))
}
