import type { Span } from '../../text/index.ts'

/** A program that makes manifests of templates. `go`: any program with Go's language of templates. */
export type TemplateTool = 'helm' | 'go' | 'jinja' | 'ytt' | 'variables' | 'kustomize'

/** A text that a program replaces before a cluster reads the manifest. */
export interface TemplateText extends Span {
  readonly tool: TemplateTool
}

/**
 * Go's and Jinja's braces. Flow mappings in braces, such as `{{a: b}: c}` and `{{}: 1}`, are none. Lengths have a limit in all
 * patterns here, so that a text in one line is searched in linear time.
 */
const BRACES =
  /\{\{(?:-|[ \t]*\/\*)[^\n]{0,999}?(?:\}\}|$)|\{\{(?![{}]|\s*["']?[\w.-]{1,99}["']?\s*:\s)[^\n]{0,999}?\}\}|\{%[-+]?[ \t]*[a-z][^\n]{0,999}?%\}|\{#[^\n]{0,999}?#\}/y

/** Annotations that only ytt has (https://carvel.dev/ytt/docs/latest/lang-ref-annotation/). */
const YTT =
  /#@(?:(?:data|overlay|yaml|schema|library|assert)\/\w|[ \t]+(?:load\(|(?:def|end|if|elif|else|for|return)\b|data\.values\b))/y
/** ytt's annotation of a value; only after a key or a dash. */
const YTT_VALUE = /#@[ \t]+\S/y

/**
 * The first text of a template that YAML reads as syntax: braces in place of a value or a key, or in quotes that they
 * close. Comments and block scalars have none. With `ytt` also annotations of ytt, which are comments of YAML. The document
 * may be any text.
 */
export function templateSyntax(source: string, { ytt }: { readonly ytt: boolean }): TemplateText | undefined {
  let quote = ''
  /** The indentation of a block scalar's key; undefined outside of one. */
  let block: number | undefined
  for (let start = 0; start < source.length; ) {
    const lineBreak = source.indexOf('\n', start)
    const end = lineBreak === -1 ? source.length : lineBreak
    const line = source.slice(start, end)
    const indent = line.search(/\S/)
    if (block !== undefined && indent !== -1 && indent <= block) block = undefined
    if (block === undefined && indent !== -1) {
      const read = readLine(line, quote, ytt)
      if (read.found !== undefined) {
        const { found } = read
        const text = line.slice(found.start, found.end)
        const tool = text.startsWith('#') ? 'ytt' : bracesTool(text, source)
        return { tool, start: start + found.start, end: start + found.end }
      }
      quote = read.quote
      if (quote === '') block = blockIndent(line.slice(0, read.end))
    }
    start = end + 1
  }
  return undefined
}

interface ReadLine {
  readonly found?: Span
  /** The quote that is open at the end of the line; empty when none is. */
  readonly quote: string
  /** The offset of the comment, or the length of the line. */
  readonly end: number
}

function readLine(line: string, openQuote: string, ytt: boolean): ReadLine {
  let quote = openQuote
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (quote !== '') {
      const end = character === '{' ? endOf(BRACES, line, at) : -1
      if (end !== -1 && closes(quote, line.slice(at, end))) return { found: { start: at, end }, quote, end }
      if (quote === '"' && character === '\\') at++
      else if (character === quote) {
        if (quote === "'" && line.charAt(at + 1) === "'") at++
        else quote = ''
      }
    } else if (character === '#' && !/\S/.test(line.charAt(at - 1))) {
      const isTemplate =
        ytt &&
        (endOf(YTT, line, at) !== -1 || (/[:-]\s+$/.test(line.slice(0, at)) && endOf(YTT_VALUE, line, at) !== -1))
      if (isTemplate) return { found: { start: at, end: line.trimEnd().length }, quote, end: at }
      return { quote, end: at }
    } else if (character === '"' || character === "'") {
      if (beginsValue(line, at)) quote = character
    } else if (character === '{') {
      const end = endOf(BRACES, line, at)
      if (end !== -1 && beginsValue(line, at)) return { found: { start: at, end }, quote, end }
    }
  }
  return { quote, end: line.length }
}

/** Whether a key or value begins at an offset: after an indentation, a key, a dash, a bracket or a comma. */
function beginsValue(line: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && !/\S/.test(line.charAt(before))) before--
  const character = line.charAt(before)
  return before < 0 || /[[{,]/.test(character) || (before < at - 1 && /[:?-]/.test(character))
}

/** The offset after a match at `at`; -1 if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Whether a text inside of quotes ends them. */
function closes(quote: string, text: string): boolean {
  return quote === '"' ? /(?<!\\)"/.test(text) : text.replaceAll("''", '').includes("'")
}

/** The indentation of the key whose block scalar begins after this line; undefined where none begins. */
function blockIndent(line: string): number | undefined {
  const code = line.trimEnd()
  const header = code.search(/[|>][-+0-9]{0,2}$/)
  if (header === -1 || /\S/.test(code.charAt(header - 1))) return undefined
  const [before = ''] = /^\s*(?:- +)*/.exec(code) ?? []
  return before.length < header ? before.length : code.search(/\S/)
}

/** Braces, variables of shells and kustomize, and ytt's text templates. */
const IN_VALUE =
  /\{\{(?![{}])[^\n]{0,999}?\}\}|\{%[-+]?[ \t]*[a-z][^\n]{0,999}?%\}|\$\{\{?[ ]?[A-Za-z_][^{}\n]{0,999}\}\}?|\$\([A-Za-z_][\w.-]{0,999}\)|\(@[-=|]?\s[^\n]{0,999}?@\)/

/** The first text of a template in a value that is YAML; its offsets are those of the value. */
export function templateInValue(value: string): TemplateText | undefined {
  const found = IN_VALUE.exec(value)
  if (found === null) return undefined
  const [text] = found
  const span = { start: found.index, end: found.index + text.length }
  if (text.startsWith('{')) return { tool: bracesTool(text, value), ...span }
  return { tool: text.startsWith('${') ? 'variables' : text.startsWith('$') ? 'kustomize' : 'ytt', ...span }
}

/** What only Helm offers to its templates. */
const HELM =
  /\{\{[^\n]{0,99}?(?:\.(?:Values|Release|Chart|Capabilities|Files|Template)\b|\b(?:include|template|tpl|toYaml|lookup|required)\s|\bn?indent\s+\d)[^\n]{0,999}?\}\}/
const JINJA = /\{%[-+]?[ \t]*[a-z][^\n]{0,999}?%\}|\{#[^\n]{0,999}?#\}/
/** A variable of Jinja, with filters. A name alone is a function in Go's templates, and none of them is used so. */
const JINJA_VARIABLE =
  /^\{\{-?\s*(?!(?:end|else|if|range|with|break|continue)\b)[a-z_][\w.]{0,99}(?:\[[^\]\n]{0,99}\]){0,9}\s*(?:\|\s*[a-z_]+\s*(?:\(|\||-?\}\})|-?\}\})/

/** The program of a text in braces. The text around it may have what only one program knows. */
function bracesTool(text: string, around: string): TemplateTool {
  if (HELM.test(around)) return 'helm'
  return JINJA.test(around) || JINJA_VARIABLE.test(text) ? 'jinja' : 'go'
}
