import type { ScalarNode } from './tree.ts'

/**
 * What a scalar is as a JSON value. Numbers keep the text that they have in JSON, since only that shows in
 * kube-apiserver's errors and in keys.
 */
export type ScalarValue =
  | { readonly type: 'null' }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'number'; readonly json: string; readonly integer: boolean }
  | { readonly type: 'string'; readonly value: string }
  /** No JSON value: `.inf` and `.nan`, or a tag that its text does not fit. `problem` is in the API server's words. */
  | { readonly type: 'invalid'; readonly problem: string }

const STANDARD = 'tag:yaml.org,2002:'
const MERGE_TAG = `${STANDARD}merge`

const NULL: ScalarValue = { type: 'null' }
const TRUE: ScalarValue = { type: 'boolean', value: true }
const FALSE: ScalarValue = { type: 'boolean', value: false }

/** The words of YAML 1.1 that are no strings when written plain (Go: `resolveMapList` in `go.yaml.in/yaml/v2`). */
const WORDS: ReadonlyMap<string, ScalarValue> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, TRUE] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, FALSE] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, NULL] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, notFinite('NaN')] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, notFinite('+Inf')] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, notFinite('-Inf')] as const),
])
/** Only texts that begin so can be anything but strings; most scalars of a policy are decided here. */
const MAY_BE_TYPED = /^[-+.~0-9yYnNtTfFoO]|^$/

function notFinite(text: string): ScalarValue {
  return { type: 'invalid', problem: `json: unsupported value: ${text}` }
}

/** Whether a key is the merge key. In quotes it is a string like any other. */
export function isMergeKey(node: ScalarNode): boolean {
  return node.value === '<<' && (node.plain || node.tag === '!' || node.tag === MERGE_TAG)
}

/** Gives a scalar its type as the API server's YAML reader does (Go: `resolve` in `go.yaml.in/yaml/v2`). */
export function scalarValue({ value, plain, tag }: ScalarNode): ScalarValue {
  if (tag !== '') return tagged(tag, value)
  return plain ? plainValue(value) : { type: 'string', value }
}

/** The type of a text that is written plain. */
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
/** No 64-bit number has more digits, in any base, leading zeros aside. */
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

/** Behind a leading dot, underscores must stand between digits; behind a digit or sign they may stand anywhere. */
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
    // An integer beyond int64 is not made a float, by an oversight of the Go code.
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

/** The forms that count as timestamps; ranges of days and hours are not looked at. */
const TIMESTAMP =
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2})| [0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?)?$/

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function binary(text: string): ScalarValue {
  const digits = text.replace(/[\r\n]/g, '')
  if (!BASE64.test(digits)) return { type: 'invalid', problem: 'yaml: !!binary value contains invalid base64 data' }
  try {
    const escapes = base64(digits).map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    return { type: 'string', value: decodeURIComponent(escapes.join('')) }
  } catch {
    // The API server would put U+FFFD for every wrong byte; no name or label is written so on purpose.
    return { type: 'invalid', problem: '!!binary value contains bytes that are no UTF-8' }
  }
}

const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function base64(digits: string): number[] {
  const bytes: number[] = []
  let bits = 0
  let count = 0
  for (const digit of digits.replace(/=+$/, '')) {
    bits = ((bits << 6) | BASE64_ALPHABET.indexOf(digit)) & 0xffff
    count += 6
    if (count >= 8) {
      count -= 8
      bytes.push((bits >> count) & 0xff)
    }
  }
  return bytes
}

/** The keys that the numbers without a finite value become, by the words in which JSON refuses them. */
export const NOT_FINITE = new Map([
  ['json: unsupported value: +Inf', '.inf'],
  ['json: unsupported value: -Inf', '-.inf'],
  ['json: unsupported value: NaN', '.nan'],
])
