/** A value that a field proposes, and what tells it from others. */
export interface Choice {
  readonly value: string
  /** Said behind the value: a kind, an API group. */
  readonly detail?: string
  /** Other words that people know it by, in lower case. */
  readonly aliases?: readonly string[]
}

/**
 * The choices that fit what was typed: those that begin so first, then those that hold it anywhere, by value, alias or
 * detail. All of them when nothing was typed.
 */
export function fitting<C extends Choice>(choices: readonly C[], typed: string): readonly C[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return choices
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice, wanted) }))
  return [0, 1, 2].flatMap((rank) => ranked.filter((one) => one.rank === rank).map(({ choice }) => choice))
}

function rankOf({ value, detail = '', aliases = [] }: Choice, wanted: string): number {
  if (value.toLowerCase() === wanted || aliases.includes(wanted)) return 0
  if (value.toLowerCase().startsWith(wanted)) return 1
  return value.toLowerCase().includes(wanted) || detail.toLowerCase().includes(wanted) ? 2 : 3
}
