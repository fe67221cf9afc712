/** Values for all rows of a list. Replaced as a whole, so that rows are rendered only when something changed. */
export interface RowManner {
  readonly caveat: string | undefined
  /** The id of the text that explains the keys. */
  readonly keysId: string
  onToggle(step: number): void
}

/** The focusable control of a row, or null while the row is not drawn. */
export function rowIn(list: Element | null, step: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-step="${step}"]`) ?? null
}
