import { escapedJSON, hiddenCharacter } from '../../text/index.ts'
import { yamlString } from '../print.ts'

/** A value to write into a text: a string, a list or a mapping. */
export type YamlValue = string | readonly YamlValue[] | YamlFields

/** A mapping to write into a text; its fields are written in this order. */
export interface YamlFields {
  readonly [key: string]: YamlValue
}

/** Without quotes, or the quotes. */
export type Quotes = '' | "'" | '"'

/** How a list of strings is written. */
export interface ListStyle {
  /** In brackets, not a line an item. */
  readonly flow: boolean
  readonly quotes: Quotes
  /** The columns of a dash beyond the key of its list. */
  readonly dash: number
}

/** How values are written into one place of a text. */
export interface ValueStyle {
  readonly syntax: 'yaml' | 'json'
  /** The quotes of strings that are not in a list of strings. */
  readonly quotes: Quotes
  readonly keyQuotes: Quotes
  readonly list: (field: string | undefined) => ListStyle
  /** What follows a comma in brackets, and a colon. */
  readonly afterComma: string
  readonly afterColon: string
  readonly lineBreak: string
  /** The indentation of JSON that takes a line a value; undefined for JSON on one line, and in YAML. */
  readonly jsonIndent?: string
}

/** Characters that end a text without quotes in brackets, in one version of YAML or another. */
const FLOW_INDICATOR = /[,[\]{}?]/
/** A single-quoted text folds line breaks; hidden characters and halves of surrogate pairs need escapes, which only double quotes have. */
const NEEDS_ESCAPES = /[\t\n]|\p{Surrogate}/u

/** A string with the given quotes if it can have them; it never means another value or another type. */
export function scalarText(value: string, quotes: Quotes, inFlow: boolean): string {
  if (quotes === '') {
    const isPlain = yamlString(value) === value && !(inFlow && FLOW_INDICATOR.test(value))
    return isPlain ? value : scalarText(value, '"', inFlow)
  }
  if (quotes === "'" && !NEEDS_ESCAPES.test(value) && hiddenCharacter(value) === undefined)
    return `'${value.replaceAll("'", "''")}'`
  const escaped = yamlString(value)
  return escaped.startsWith('"') ? escaped : JSON.stringify(value)
}

/** A value in one line of YAML, or as JSON. `indent`: the indentation of the line in which it begins. */
export function flowText(value: YamlValue, style: ValueStyle, indent = '', field?: string): string {
  const { syntax, jsonIndent, lineBreak, afterComma, afterColon } = style
  if (syntax === 'json' && jsonIndent !== undefined) {
    return escapedJSON(JSON.stringify(value, undefined, jsonIndent)).replaceAll('\n', lineBreak + indent)
  }
  if (typeof value === 'string')
    return syntax === 'json' ? escapedJSON(JSON.stringify(value)) : scalarText(value, style.quotes, true)
  const comma = `,${afterComma}`
  if (isList(value)) {
    const quotes = syntax === 'json' ? '"' : style.list(field).quotes
    return `[${value.map((item) => (typeof item === 'string' && syntax === 'yaml' ? scalarText(item, quotes, true) : flowText(item, style))).join(comma)}]`
  }
  const pairs = Object.entries(value).map(
    ([key, inner]) => `${keyText(key, style)}:${afterColon}${flowText(inner, style, '', key)}`,
  )
  return `{${pairs.join(comma)}}`
}

export function keyText(key: string, { syntax, keyQuotes }: ValueStyle): string {
  return syntax === 'json' ? escapedJSON(JSON.stringify(key)) : scalarText(key, keyQuotes, true)
}

export function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value)
}

/** The lines of a mapping, or of a list, in block style. */
export function blockLines(
  value: readonly YamlValue[] | YamlFields,
  style: ValueStyle,
  field?: string,
): readonly string[] {
  if (isList(value)) return value.flatMap((item) => itemLines(item, style, field))
  return Object.entries(value).flatMap(([key, inner]) => pairLines(key, inner, style))
}

export function pairLines(key: string, value: YamlValue, style: ValueStyle): readonly string[] {
  const name = `${keyText(key, style)}:`
  if (typeof value === 'string') return [`${name} ${scalarText(value, style.quotes, false)}`]
  if (isInline(value, style, key)) return [`${name} ${flowText(value, style, '', key)}`]
  const indent = isList(value) ? ' '.repeat(style.list(key).dash) : '  '
  return [name, ...blockLines(value, style, key).map((line) => indent + line)]
}

function itemLines(value: YamlValue, style: ValueStyle, field: string | undefined): readonly string[] {
  if (typeof value === 'string') return [`- ${scalarText(value, style.list(field).quotes, false)}`]
  if (isInline(value, style, undefined)) return [`- ${flowText(value, style)}`]
  const [first = '', ...rest] = blockLines(value, style)
  return [`- ${first}`, ...rest.map((line) => `  ${line}`)]
}

function isInline(value: readonly YamlValue[] | YamlFields, style: ValueStyle, field: string | undefined): boolean {
  if (!isList(value)) return Object.keys(value).length === 0
  return value.length === 0 || (style.list(field).flow && value.every((item) => typeof item === 'string'))
}
