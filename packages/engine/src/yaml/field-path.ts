/** A struct of Go that has fields, with the embedded ones by the name of each of their fields. */
interface PathOwner {
  readonly name: string
  readonly embedded?: ReadonlyMap<string, string>
}

/**
 * Where a value stands in its object, as a chain from the innermost step outwards. Only errors print it, so it is
 * cheaper to keep than text.
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

/** The struct and field names that Go's JSON decoder prints, which knows neither indexes nor keys of maps. */
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
