import { isJsonObject, type JsonPath, type JsonValue } from '../yaml/index.ts'

/** A problem at a path of the document. */
export interface DesignProblem {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly path: JsonPath
}

/** The error of a value that is not of the kind that a field takes. `wanted`: “a text”. */
export function misfit(value: JsonValue, wanted: string, path: JsonPath, fix = `Write ${wanted}.`): DesignProblem {
  // YAML 1.1, which the API server reads, has more words for true and false than one thinks of: y, n, yes, no, on, off.
  const isName = wanted === 'a text' || (typeof value === 'boolean' && wanted === 'a step or an expression')
  const unquoted = isName && (typeof value === 'boolean' || typeof value === 'number' || isJsonObject(value))
  return {
    severity: 'error',
    code: 'wrong-value',
    message: `“${path.join('.')}” is ${inWords(value)}, and ${wanted} is expected.`,
    fix: unquoted ? 'Put it in quotes.' : fix,
    path,
  }
}

/** A value of any kind in a message: a text in quotes, and only its beginning. */
export function inWords(value: JsonValue): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (isJsonObject(value)) return 'a mapping'
  return typeof value === 'string' ? `“${value.slice(0, 40)}”` : String(value)
}
