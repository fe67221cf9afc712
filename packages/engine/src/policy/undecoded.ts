import { isError, type Problem } from '../text/index.ts'
import type { TreeNode } from '../yaml/index.ts'
import { jsonTextProblem, scalarValue } from '../yaml/index.ts'
import type { NotString } from './header.ts'
import type { RbacKind } from './schema.ts'

/** Why a body cannot be decoded, in the words of the API server. */
export interface Undecoded {
  readonly words: string
  /** The API version and the kind that it had read by then; absent where it had not come so far. */
  readonly header?: { readonly apiVersion: string; readonly kind: string }
}

// What is no key upstream prints as Go writes it down.
const NO_YAML = /^(?:yaml: (?!invalid map key)|json: unsupported |unsupported map key)/
const WRONG_TYPE = /^json: cannot unmarshal .* into Go struct field /
/** kubectl reads metadata apart from the object, with a type of its own. */
const KUBECTLS_OBJECT = 'metadataOnlyObject'

/** Of a text that is no JSON; undefined where it is, or nests too deep to be read here. */
export function undecodedJSON(text: string): Undecoded | undefined {
  const problem = jsonTextProblem(text)
  return problem && noJSON(problem.words)
}

/** Go: `SimpleMetaFactory.Interpret` */
function noJSON(words: string): Undecoded {
  return { words: `couldn't get version/kind; json parse error: ${words}` }
}

/** Of a text that is no YAML, or that no JSON can be made of; undefined where its words are not known. */
export function undecodedYAML(problems: readonly Problem[]): Undecoded | undefined {
  const words = problems.find(isError)?.detail ?? ''
  return NO_YAML.test(words) ? { words } : undefined
}

/** Of a list or a scalar. */
export function undecodedObject(node: TreeNode): Undecoded | undefined {
  const type = node.kind === 'scalar' ? scalarValue(node).type : 'array'
  if (type === 'invalid') return undefined
  const found = type === 'boolean' ? 'bool' : type
  const wanted = '{ APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
  return noJSON(`json: cannot unmarshal ${found} into Go value of type struct ${wanted}`)
}

/** Of an object whose `apiVersion` or `kind` is no string: they are read first, with a type that has no name. */
export function undecodedHeader(refused: readonly NotString[], syntax: 'yaml' | 'json'): Undecoded | undefined {
  const [first] = syntax === 'json' ? [...refused].sort((a, b) => a.start - b.start) : refused
  return first && noJSON(`json: cannot unmarshal ${first.found} into Go struct field .${first.field} of type string`)
}

/**
 * Of an object of a kind in which a value has another type than its field: the first one counts. JSON is read in the order
 * of its text, and YAML, of which JSON is made, in that of its keys. Undefined where the words are not known.
 */
export function undecodedType(
  problems: readonly Problem[],
  syntax: 'yaml' | 'json',
  known: RbacKind,
  header: Undecoded['header'],
): Undecoded | undefined {
  const errors = problems.filter(isError)
  const unmade = undecodedYAML(errors)
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
