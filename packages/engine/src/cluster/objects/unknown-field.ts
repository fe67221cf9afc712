import { ownerOf, type StructType } from '../../policy/index.ts'
import { excerpt, nearest, type ReportProblem } from '../../text/index.ts'
import { type JsonEntry, type Path, printPath } from '../../yaml/index.ts'

/** Warns of an unknown field that looks like a misspelling, and returns the intended field. */
export function warnOfMisspelling(
  entry: JsonEntry,
  given: ReadonlySet<string>,
  type: StructType,
  path: Path | undefined,
  report: ReportProblem,
): string | undefined {
  const meant = nearest(
    entry.name,
    [...type.fields.keys()].filter((field) => !given.has(field)),
  )
  if (meant === undefined) return undefined
  report({
    severity: 'warning',
    code: 'misspelt-field',
    message: `“${excerpt(entry.name)}” is not a field of ${ownerOf(path, type)}, and is not read.`,
    fix: `Did you mean “${meant}”?`,
    span: entry.key,
    path: printPath({ parent: path, field: entry.name, owner: type }),
  })
  return meant
}
