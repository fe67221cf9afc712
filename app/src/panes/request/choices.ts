/** A value that a field proposes, and details that distinguish it. */
export interface FieldChoice {
  readonly value: string
  /** Shown after the value: a kind, an API group. */
  readonly detail?: string
  /** Other names for it, in lower case. */
  readonly aliases?: readonly string[]
}

/**
 * The choices that match the typed text in value, alias or detail: first those that begin with it, then those that
 * contain it. All of them for an empty text.
 */
export function fitting<C extends FieldChoice>(choices: readonly C[], typed: string): readonly C[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return choices
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice, wanted) }))
  return [0, 1, 2].flatMap((rank) => ranked.filter((one) => one.rank === rank).map(({ choice }) => choice))
}

function rankOf({ value, detail = '', aliases = [] }: FieldChoice, wanted: string): number {
  if (value.toLowerCase() === wanted || aliases.includes(wanted)) return 0
  if (value.toLowerCase().startsWith(wanted)) return 1
  return value.toLowerCase().includes(wanted) || detail.toLowerCase().includes(wanted) ? 2 : 3
}
