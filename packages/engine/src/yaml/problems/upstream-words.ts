import { goQuote, utf8Bytes } from '../../go/index.ts'
import { jsonProblem } from '../json/json-syntax.ts'
import { NOT_FINITE, scalarValue } from '../scalar-value.ts'
import { splitText } from '../split-documents.ts'
import { type MappingNode, type SequenceNode, type TreeNode, withoutAlias } from '../tree.ts'

// Rare error messages of kubectl and the API server, word for word.

/** kubectl's error in a stream that begins like JSON. */
interface StreamError {
  readonly words: string
  /** It is the error of each problem up to this offset. After it kubectl reads YAML. */
  readonly until: number
}

/**
 * kubectl's error in a stream that begins like JSON. kubectl tries JSON first; for a text that is neither JSON nor YAML it
 * prints the JSON error (Go: `YAMLOrJSONDecoder.Decode` in `k8s.io/apimachinery/pkg/util/yaml`). Undefined for a stream of
 * JSON.
 */
export function streamError(stream: string): StreamError | undefined {
  const found = jsonProblem(stream.replace(/^\ufeff/, ''), 0)
  if (found === undefined) return undefined
  const { pieces } = splitText(stream)
  const json = pieces.filter(({ syntax }) => syntax === 'json').length
  // kubectl reads the separator line together with the first YAML document.
  const yaml = pieces.find(({ syntax }) => syntax === 'yaml')
  return {
    words: json > 1 || found.bytes === undefined ? found.words : `json: offset ${found.bytes}: ${found.words}`,
    until: json < 2 && yaml !== undefined ? yaml.end : Number.POSITIVE_INFINITY,
  }
}

/**
 * The YAML reader's error for a key that is not allowed: its first error in `first`, which it reads first, else `detail`,
 * followed by the key if the key itself is the error.
 */
export function keyWords(first: TreeNode, detail: string): string {
  const problem = problemIn(first) ?? (detail === INVALID_KEY ? first : detail)
  return typeof problem === 'string' ? problem : `${INVALID_KEY}: ${goSyntax(problem)}`
}

const INVALID_KEY = 'yaml: invalid map key'

/** The first error of the YAML reader in a value: its words, or the key that is not a scalar. */
function problemIn(written: TreeNode): string | MappingNode | SequenceNode | undefined {
  const node = withoutAlias(written)
  if (node.kind === 'scalar') {
    const value = scalarValue(node)
    return value.type === 'invalid' && !NOT_FINITE.has(value.problem) ? value.problem : undefined
  }
  if (node.kind === 'sequence') return firstProblem(node.items)
  for (const { key, value } of node.pairs) {
    const inner = withoutAlias(key)
    const problem = problemIn(inner) ?? (inner.kind === 'scalar' ? problemIn(value) : inner)
    if (problem !== undefined) return problem
  }
  return undefined
}

function firstProblem(nodes: readonly TreeNode[]): ReturnType<typeof problemIn> {
  for (const node of nodes) {
    const problem = problemIn(node)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** A value as Go prints it with `%#v`. */
function goSyntax(written: TreeNode): string {
  const node = withoutAlias(written)
  if (node.kind === 'sequence') return `[]interface {}{${node.items.map(goSyntax).join(', ')}}`
  if (node.kind === 'mapping') {
    const entries = node.pairs.map(({ key, value }) => `${goSyntax(key)}:${goSyntax(value)}`)
    return `map[interface {}]interface {}{${entries.sort().join(', ')}}`
  }
  const scalar = scalarValue(node)
  if (scalar.type === 'null') return 'interface {}(nil)'
  if (scalar.type === 'string') return goQuote(scalar.value)
  if (scalar.type === 'boolean') return String(scalar.value)
  return scalar.type === 'number' ? scalar.json : scalar.problem.replace(/.* /, '')
}

const LAYOUT = '2006-01-02T15:04:05Z07:00'
/** The parts of the layout: the text that each accepts, and the name and bounds of its value. */
const PARTS: readonly (readonly [layout: string, takes: RegExp, name?: string, least?: number, most?: number])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/, 'month', 1, 12],
  ['-', /^-/],
  ['02', /^\d\d/],
  ['T', /^T/],
  ['15', /^\d\d?/, 'hour', 0, 23],
  [':', /^:/],
  ['04', /^\d\d/, 'minute', 0, 59],
  [':', /^:/],
  ['05', /^\d\d/, 'second', 0, 59],
  ['Z07:00', /^(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)/],
]

/** Go's error for a text that is not a time (Go: `time.Parse` with RFC 3339). */
export function timeWords(text: string): string {
  let rest = text
  for (const [layout, takes, name, least = 0, most = 0] of PARTS) {
    const [taken] = takes.exec(rest) ?? []
    if (taken === undefined) {
      const from = layout === 'Z07:00' ? rest.replace(/^[.,]\d+/, '') : rest
      return `parsing time ${quoted(text)} as "${LAYOUT}": cannot parse ${quoted(from)} as "${layout}"`
    }
    rest = rest.slice(taken.length)
    if (name !== undefined && (Number(taken) < least || Number(taken) > most)) return outOfRange(text, name)
    const [, hours = 0, minutes = 0] = /[-+](\d\d):(\d\d)$/.exec(taken) ?? []
    if (Number(hours) > 24) return outOfRange(text, 'time zone offset hour')
    if (Number(minutes) > 60) return outOfRange(text, 'time zone offset minute')
  }
  return rest === '' ? outOfRange(text, 'day') : `parsing time ${quoted(text)}: extra text: ${quoted(rest)}`
}

function outOfRange(text: string, name: string): string {
  return `parsing time ${quoted(text)}: ${name} out of range`
}

/** Quotes as Go's package `time` does: bytes that are not printable ASCII as `\x` escapes. */
function quoted(text: string): string {
  const bytes = utf8Bytes(text).map((byte) => {
    const character = String.fromCharCode(byte)
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`
    return character === '"' || character === '\\' ? `\\${character}` : character
  })
  return `"${bytes.join('')}"`
}
