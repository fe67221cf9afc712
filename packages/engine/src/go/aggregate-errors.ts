/**
 * Prints errors as the API server does (Go: `utilerrors.NewAggregate`): without duplicates, and in brackets when there are
 * several.
 */
export function aggregateErrors(errors: readonly string[]): string {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`
}
