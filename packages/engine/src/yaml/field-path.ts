/** The Go struct of a field. `embedded` has the name of the embedded struct for each field that comes from one. */
interface PathOwner {
  readonly name: string
  readonly embedded?: ReadonlyMap<string, string>
}

/**
 * The path of a value in its object, as a linked list from the innermost step outwards. Only errors print it, so building
 * a text for each value would be wasted.
 */
export type Path =
  | { readonly parent: Path | undefined; readonly field: string; readonly owner: PathOwner }
  | { readonly parent: Path; readonly index: number }
  | { readonly parent: Path; readonly key: string }

/** The path as kube-apiserver prints it: `rules[0].verbs`, `metadata.labels[app]`. Empty for the object itself. */
export function printPath(path: Path | undefined): string {
  if (path === undefined) return ''
  const before = printPath(path.parent)
  if ('index' in path) return `${before}[${path.index}]`
  if ('key' in path) return `${before}[${path.key}]`
  return before === '' ? path.field : `${before}.${path.field}`
}

/** The struct and field names as Go's JSON decoder prints them: without indexes and without keys of maps. */
export function printGoField(path: Path): string {
  let owner: PathOwner | undefined
  const fields: string[] = []
  for (let step: Path | undefined = path; step !== undefined; step = step.parent) {
    if (!('field' in step)) continue
    owner ??= step.owner
    const embedded = step.owner.embedded?.get(step.field)
    fields.unshift(embedded === undefined ? step.field : `${embedded}.${step.field}`)
  }
  return `${owner?.name ?? ''}.${fields.join('.')}`
}
