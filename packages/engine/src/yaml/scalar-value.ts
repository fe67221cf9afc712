import type { ScalarNode } from './tree.ts'

/**
 * The JSON value of a scalar. For a number it has the JSON text, because kube-apiserver's errors and converted keys show
 * that text.
 */
export type ScalarValue =
  | { readonly type: 'null' }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'number'; readonly json: string; readonly integer: boolean }
  | { readonly type: 'string'; readonly value: string }
  /** Not a JSON value: `.inf`, `.nan`, or a text that does not fit its tag. `problem` has the API server's words. */
  | { readonly type: 'invalid'; readonly problem: string }

const STANDARD = 'tag:yaml.org,2002:'
const MERGE_TAG = `${STANDARD}merge`

const NULL: ScalarValue = { type: 'null' }
const TRUE: ScalarValue = { type: 'boolean', value: true }
const FALSE: ScalarValue = { type: 'boolean', value: false }

/** The words of YAML 1.1 that are not strings when written without quotes (Go: `resolveMapList` in `go.yaml.in/yaml/v2`). */
const WORDS: ReadonlyMap<string, ScalarValue> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, TRUE] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, FALSE] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, NULL] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, notFinite('NaN')] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, notFinite('+Inf')] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, notFinite('-Inf')] as const),
])
/** All texts that are not strings begin so. For most scalars of a policy this test is enough. */
const MAY_BE_TYPED = /^[-+.~0-9yYnNtTfFoO]|^$/

function notFinite(text: string): ScalarValue {
  return { type: 'invalid', problem: `json: unsupported value: ${text}` }
}

/** Whether a key is the merge key `<<`. In quotes, `"<<"` is an ordinary string. */
export function isMergeKey(node: ScalarNode): boolean {
  return node.value === '<<' && (node.plain || node.tag === '!' || node.tag === MERGE_TAG)
}

/** Resolves the type of a scalar as the API server's YAML reader does (Go: `resolve` in `go.yaml.in/yaml/v2`). */
export function scalarValue({ value, plain, tag }: ScalarNode): ScalarValue {
  if (tag !== '') return tagged(tag, value)
  return plain ? plainValue(value) : { type: 'string', value }
}

/** Resolves the type of a text without quotes. */
export function plainValue(text: string): ScalarValue {
  if (!MAY_BE_TYPED.test(text)) return { type: 'string', value: text }
  const first = text.charCodeAt(0)
  const digitOrSign = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d
  const number = digitOrSign || (first === 0x2e && !LONELY_UNDERSCORE.test(text)) ? text.replaceAll('_', '') : undefined
  return (
    WORDS.get(text) ??
    (number === undefined ? undefined : ((digitOrSign ? integer(number) : undefined) ?? float(number))) ?? {
      type: 'string',
      value: text,
    }
  )
}

const DIGITS: readonly (readonly [RegExp, string])[] = [
  [/^0[bB][01]+$/, '0b'],
  [/^0[oO]?[0-7]+$/, '0o'],
  [/^0[xX][0-9a-fA-F]+$/, '0x'],
  [/^(?:0|[1-9][0-9]*)$/, ''],
]
/** The most digits of a 64-bit number in any base, with some room for leading zeros. */
const LONGEST_INTEGER = 70

function integer(text: string): ScalarValue | undefined {
  const signed = text.charAt(0) === '-' || text.charAt(0) === '+'
  const digits = signed ? text.slice(1) : text
  if (digits.length > LONGEST_INTEGER) return undefined
  const base = DIGITS.find(([pattern]) => pattern.test(digits))
  if (base === undefined) return undefined
  const magnitude = BigInt(base[1] === '' ? digits : base[1] + digits.replace(/^0[a-zA-Z]?(?=.)/, ''))
  const value = text.charAt(0) === '-' ? -magnitude : magnitude
  // Go reads int64 with a sign and uint64 without one; larger numbers become floats.
  if (value < -(2n ** 63n) || value >= 2n ** 64n || (signed && value >= 2n ** 63n)) return undefined
  return { type: 'number', json: value.toString(), integer: true }
}

/** In a number that begins with a dot, underscores are allowed only between digits; in all others, anywhere. */
const LONELY_UNDERSCORE = /(?:^|[^0-9])_|_(?:[^0-9]|$)/
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/

function float(text: string): ScalarValue | undefined {
  if (!FLOAT.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? { type: 'number', json: floatAsJSON(value), integer: false } : undefined
}

/** `encoding/json` prints floats as JavaScript does, but keeps the sign of zero. */
function floatAsJSON(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

function tagged(tag: string, text: string): ScalarValue {
  if (!tag.startsWith(STANDARD)) return { type: 'string', value: text }
  const name = tag.slice(STANDARD.length)
  switch (name) {
    case 'str':
      return { type: 'string', value: text }
    case 'binary':
      return binary(text)
    case 'timestamp':
      return TIMESTAMP.test(text) ? { type: 'string', value: text } : doesNotFit(plainValue(text), text, name)
    case 'null':
    case 'bool':
    case 'int':
    case 'float':
      return fits(plainValue(text), name) ?? doesNotFit(plainValue(text), text, name)
    default:
      return { type: 'string', value: text }
  }
}

function fits(value: ScalarValue, name: string): ScalarValue | undefined {
  if (name === 'float') {
    // The Go code does not convert integers beyond int64 to floats; this looks like an oversight.
    const unsigned = value.type === 'number' && value.integer && BigInt(value.json) >= 2n ** 63n
    return (value.type === 'number' && !unsigned) || value.type === 'invalid' ? value : undefined
  }
  if (name === 'int') return value.type === 'number' && value.integer ? value : undefined
  return value.type === (name === 'bool' ? 'boolean' : 'null') ? value : undefined
}

function doesNotFit(value: ScalarValue, text: string, wanted: string): ScalarValue {
  return { type: 'invalid', problem: `yaml: cannot decode !!${tagName(value, text)} \`${text}\` as a !!${wanted}` }
}

function tagName(value: ScalarValue, text: string): string {
  if (value.type === 'number') return value.integer ? 'int' : 'float'
  if (value.type === 'boolean') return 'bool'
  if (value.type === 'string') return TIMESTAMP.test(text) ? 'timestamp' : 'str'
  return value.type === 'null' ? 'null' : 'float'
}

/** The forms of timestamps. Does not check the ranges of days and hours. */
const TIMESTAMP =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2})| [0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?)?$/

function binary(text: string): ScalarValue {
  const digits = text.replace(/[\r\n]/g, '')
  if (!isBase64(digits)) return { type: 'invalid', problem: 'yaml: !!binary value contains invalid base64 data' }
  try {
    return { type: 'string', value: decodeURIComponent(escaped(digits)) }
  } catch {
    // The API server would replace each wrong byte with U+FFFD. Reported here, because nobody writes names so on purpose.
    return { type: 'invalid', problem: '!!binary value contains bytes that are no UTF-8' }
  }
}

/** Does not use one regular expression for the whole text: repeating groups of four overflows the stack at a few megabytes. */
function isBase64(digits: string): boolean {
  const end = digits.search(/[^A-Za-z0-9+/]/)
  return digits.length % 4 === 0 && (end === -1 || /^={1,2}$/.test(digits.slice(end, end + 3)))
}

const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const ESCAPES = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, '0')}`)

/** Decodes Base64 to percent escapes, for `decodeURIComponent`. */
function escaped(digits: string): string {
  const escapes: string[] = []
  let bits = 0
  let count = 0
  for (const digit of digits.replace(/(?<!=)=+$/, '')) {
    bits = ((bits << 6) | BASE64_ALPHABET.indexOf(digit)) & 0xffff
    count += 6
    if (count >= 8) {
      count -= 8
      escapes.push(ESCAPES[(bits >> count) & 0xff] as string)
    }
  }
  return escapes.join('')
}

/** The keys that numbers without a finite value become, by the words in which the JSON encoder refuses them. */
export const NOT_FINITE = new Map([
  ['json: unsupported value: +Inf', '.inf'],
  ['json: unsupported value: -Inf', '-.inf'],
  ['json: unsupported value: NaN', '.nan'],
])
