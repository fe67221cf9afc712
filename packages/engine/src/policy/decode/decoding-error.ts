import { isError, type Problem } from '../../text/index.ts'
import type { TreeNode } from '../../yaml/index.ts'
import { jsonTextProblem, scalarValue } from '../../yaml/index.ts'
import type { RbacKind } from '../schema/rbac-schema.ts'
import type { NonStringField } from './header.ts'

/** The API server's error for a body that it cannot decode. */
export interface DecodingError {
  readonly words: string
  /** The API version and the kind, if the API server has read them before the error. */
  readonly header?: { readonly apiVersion: string; readonly kind: string }
}

// For an invalid map key, upstream prints a Go value, which is not known here.
const NO_YAML = /^(?:yaml: (?!invalid map key)|json: unsupported |unsupported map key)/
const WRONG_TYPE = /^json: cannot unmarshal .* into Go struct field /
/** kubectl reads metadata separately, with a Go type of its own. */
const KUBECTLS_OBJECT = 'metadataOnlyObject'

/** The error for a text that is not JSON; undefined for JSON, and for a text that nests too deep to be read here. */
export function jsonDecodingError(text: string): DecodingError | undefined {
  const problem = jsonTextProblem(text)
  return problem && noJSON(problem.words)
}

/** Go: `SimpleMetaFactory.Interpret` */
function noJSON(words: string): DecodingError {
  return { words: `couldn't get version/kind; json parse error: ${words}` }
}

/** The error for a text that is not YAML or cannot be converted to JSON; undefined where the words are not known. */
export function yamlDecodingError(problems: readonly Problem[]): DecodingError | undefined {
  const words = problems.find(isError)?.detail ?? ''
  return NO_YAML.test(words) ? { words } : undefined
}

/** The error for a list or a scalar in place of an object. */
export function noObjectError(node: TreeNode): DecodingError | undefined {
  const type = node.kind === 'scalar' ? scalarValue(node).type : 'array'
  if (type === 'invalid') return undefined
  const found = type === 'boolean' ? 'bool' : type
  const wanted = '{ APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
  return noJSON(`json: cannot unmarshal ${found} into Go value of type struct ${wanted}`)
}

/** The error for an `apiVersion` or `kind` that is not a string. The API server reads them first, with a type without a name. */
export function headerDecodingError(
  refused: readonly NonStringField[],
  syntax: 'yaml' | 'json',
): DecodingError | undefined {
  const [first] = syntax === 'json' ? [...refused].sort((a, b) => a.start - b.start) : refused
  return first && noJSON(`json: cannot unmarshal ${first.found} into Go struct field .${first.field} of type string`)
}

/**
 * The error for values of the wrong type. The API server reports the first one: in the order of the text for JSON, in the
 * order of the keys for YAML, because the conversion to JSON sorts them. Undefined where the words are not known.
 */
export function typeDecodingError(
  problems: readonly Problem[],
  syntax: 'yaml' | 'json',
  known: RbacKind,
  header: DecodingError['header'],
): DecodingError | undefined {
  const errors = problems.filter(isError)
  const unmade = yamlDecodingError(errors)
  if (unmade !== undefined) return unmade
  const inOrder = [...errors].sort((a, b) => (syntax === 'json' ? a.span.start - b.span.start : inKeyOrder(a, b)))
  const words = (inOrder[0]?.detail ?? '').replace(KUBECTLS_OBJECT, known)
  if (errors.some(({ detail = '' }) => !WRONG_TYPE.test(detail))) return undefined
  return { words, ...(header && { header }) }
}

function inKeyOrder({ path: a = '' }: Problem, { path: b = '' }: Problem): number {
  const [some, others] = [stepsOf(a), stepsOf(b)]
  const at = some.findIndex((step, index) => step !== others[index])
  const [one, other] = [some[at], others[at]]
  if (one === undefined || other === undefined) return some.length - others.length
  return (/^\d+$/.test(one) && /^\d+$/.test(other) ? Number(one) - Number(other) : 0) || (one < other ? -1 : 1)
}

function stepsOf(path: string): readonly string[] {
  return path.match(/[^.[\]]+/g) ?? []
}
