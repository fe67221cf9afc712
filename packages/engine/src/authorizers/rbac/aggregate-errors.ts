/**
 * Several errors as the API server prints them: duplicates once, a single one bare, several in brackets (Go:
 * `utilerrors.NewAggregate`).
 */
export function aggregateErrors(errors: readonly string[]): string {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`
}
