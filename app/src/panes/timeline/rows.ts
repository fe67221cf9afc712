/** What all rows of a list share. Replaced as a whole, so that rows are drawn anew only for a reason. */
export interface RowManner {
  readonly caveat: string | undefined
  /** Id of the words that say which keys work here. */
  readonly keysId: string
  onToggle(step: number): void
}

/** The control of a row by which it is reached and chosen, or null while the row is not drawn. */
export function rowIn(list: Element | null, step: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-step="${step}"]`) ?? null
}
