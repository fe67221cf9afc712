/** The control of a row by which it is reached and chosen, or null while the row is not drawn. */
export function rowIn(list: Element | null, step: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-step="${step}"]`) ?? null
}
