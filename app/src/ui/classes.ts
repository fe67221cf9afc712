/** Class names that apply, as one attribute: `classes(styles.row, highlighted && styles.highlighted)`. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
