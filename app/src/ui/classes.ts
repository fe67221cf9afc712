/** Class names that apply, as one attribute: `classes(styles.row, lit && styles.lit)`. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
