import { compareBytes, goQuote, isInt64, labelKeyProblems, labelValueProblems } from '../go/index.ts'
import type { LabelRequirement } from '../kube/index.ts'
import type { ParsedSelector } from './selector.ts'

type Operator = LabelRequirement['operator']

/**
 * Reads a label selector, `app in (a,b),!canary,tier!=web` (Go: `labels.Parse`). Requirements are sorted by key and
 * their values sorted without repeats, as upstream keeps them. Requirements of one key keep the order of the text;
 * upstream's sort promises that only up to twelve requirements.
 */
export function parseLabelSelector(selector: string): ParsedSelector<LabelRequirement> {
  const tokens = new Tokens(scan(selector))
  const requirements: LabelRequirement[] = []
  try {
    while (tokens.peek().kind !== 'end') {
      const { kind, text } = tokens.peek()
      if (kind !== 'identifier' && kind !== '!') {
        throw new Refusal(`found '${text}', expected: !, identifier, or 'end of string'`)
      }
      requirements.push(parseRequirement(tokens))
      const after = tokens.take()
      if (after.kind === 'end') break
      if (after.kind !== ',') throw new Refusal(`found '${after.text}', expected: ',' or 'end of string'`)
      const next = tokens.peek()
      if (next.kind !== 'identifier' && next.kind !== '!') {
        throw new Refusal(`found '${next.text}', expected: identifier after ','`)
      }
    }
  } catch (refusal) {
    if (refusal instanceof Refusal) return { ok: false, message: refusal.message }
    throw refusal
  }
  return { ok: true, requirements: requirements.sort((a, b) => compareBytes(a.key, b.key)) }
}

/** Why a selector is not read. Thrown and caught in this file only. */
class Refusal extends Error {}

interface Token {
  readonly kind: 'end' | 'identifier' | ')' | ',' | '!' | '==' | '=' | '>' | '<' | '!=' | '(' | 'in' | 'notin'
  readonly text: string
}

const END: Token = { kind: 'end', text: '' }
const SYMBOLS = new Set(['=', '!', '(', ')', ',', '>', '<', '==', '!='])
const WHITE_SPACE = new Set([' ', '\t', '\r', '\n'])

/** Splits a selector. A NUL ends the word or symbol before it, and the whole text where a word would begin, as in Go's lexer. */
function scan(selector: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    while (WHITE_SPACE.has(selector.charAt(at))) at++
    const first = selector.charAt(at)
    if (first === '' || first === '\0') return [...tokens, END]
    let end = at + 1
    if (SYMBOLS.has(first)) {
      if (SYMBOLS.has(selector.slice(at, end + 1))) end++
    } else {
      while (end < selector.length && !endsWord(selector.charAt(end))) end++
    }
    tokens.push(tokenOf(selector.slice(at, end)))
    at = selector.charAt(end) === '\0' ? end + 1 : end
  }
}

function endsWord(character: string): boolean {
  return character === '\0' || WHITE_SPACE.has(character) || SYMBOLS.has(character)
}

function tokenOf(text: string): Token {
  if (SYMBOLS.has(text) || text === 'in' || text === 'notin') return { kind: text as Token['kind'], text }
  return { kind: 'identifier', text }
}

/** Tokens that are read one by one. `in` and `notin` are ordinary words except where an operator is expected. */
class Tokens {
  #at = 0

  constructor(readonly tokens: readonly Token[]) {}

  peek(): Token {
    const token = this.tokens[this.#at] ?? END
    return token.kind === 'in' || token.kind === 'notin' ? { kind: 'identifier', text: token.text } : token
  }

  take(): Token {
    const token = this.peek()
    this.#at++
    return token
  }

  takeOperator(): Token {
    const token = this.tokens[this.#at] ?? END
    this.#at++
    return token
  }
}

const BINARY_OPERATORS = new Map<Token['kind'], Operator>([
  ['in', 'in'],
  ['notin', 'notin'],
  ['=', '='],
  ['==', '=='],
  ['!=', '!='],
  ['>', 'gt'],
  ['<', 'lt'],
])

function parseRequirement(tokens: Tokens): LabelRequirement {
  const negated = tokens.peek().kind === '!'
  if (negated) tokens.take()
  const key = tokens.take()
  if (key.kind !== 'identifier') refuseRequirement(`found '${key.text}', expected: identifier`)
  const keyProblems = labelKeyProblems(key.text)
  if (keyProblems.length > 0) refuseRequirement(invalid('<nil>', key.text, keyProblems.join('; ')))
  if (negated) return { key: key.text, operator: '!', values: [] }
  const next = tokens.peek().kind
  if (next === 'end' || next === ',') return { key: key.text, operator: 'exists', values: [] }
  const { kind, text } = tokens.takeOperator()
  const operator = BINARY_OPERATORS.get(kind)
  if (operator === undefined) return refuseRequirement(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`)
  const values = operator === 'in' || operator === 'notin' ? parseValues(tokens) : [parseExactValue(tokens)]
  checkValues(key.text, operator, values)
  return { key: key.text, operator, values }
}

function refuseRequirement(why: string): never {
  throw new Refusal(`unable to parse requirement: ${why}`)
}

function parseExactValue(tokens: Tokens): string {
  const next = tokens.peek().kind
  if (next === 'end' || next === ',') return ''
  const { kind, text } = tokens.take()
  return kind === 'identifier' ? text : refuseRequirement(`found '${text}', expected: identifier`)
}

function parseValues(tokens: Tokens): readonly string[] {
  const open = tokens.take()
  if (open.kind !== '(') refuseRequirement(`found '${open.text}' expected: '('`)
  const first = tokens.peek()
  if (first.kind === ')') {
    tokens.take()
    return ['']
  }
  if (first.kind !== 'identifier' && first.kind !== ',') {
    refuseRequirement(`found '${first.text}', expected: ',', ')' or identifier`)
  }
  const values = parseList(tokens)
  return [...values].sort(compareBytes)
}

/**
 * Comma-separated values up to and including the closing parenthesis. A comma without a value before or after it means
 * an empty value.
 */
function parseList(tokens: Tokens): ReadonlySet<string> {
  const values = new Set<string>()
  for (;;) {
    const { kind, text } = tokens.take()
    const next = tokens.peek()
    if (kind === 'identifier') {
      values.add(text)
      if (next.kind !== ',' && next.kind !== ')') refuseRequirement(`found '${next.text}', expected: ',' or ')'`)
    } else if (kind === ',') {
      if (values.size === 0 || next.kind === ')' || next.kind === ',') values.add('')
    } else refuseRequirement(`found '${text}', expected: ',', or identifier`)
    if (next.kind === ')') {
      tokens.take()
      return values
    }
  }
}

function checkValues(key: string, operator: Operator, values: readonly string[]): void {
  const problems: string[] = []
  if (operator === 'gt' || operator === 'lt') {
    values.forEach((value, index) => {
      if (isInt64(value)) return
      problems.push(invalid(`values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"))
    })
  }
  values.forEach((value, index) => {
    const found = labelValueProblems(value)
    if (found.length > 0) problems.push(invalid(`values[${index}][${key}]`, value, found.join('; ')))
  })
  if (problems.length > 0) refuseRequirement(problems.length === 1 ? problems.join() : `[${problems.join(', ')}]`)
}

function invalid(path: string, value: string, detail: string): string {
  return `${path}: Invalid value: ${goQuote(value)}: ${detail}`
}

const PRINTED: Readonly<Record<Exclude<Operator, 'exists' | '!'>, string>> = {
  '=': '=',
  '==': '==',
  '!=': '!=',
  in: ' in ',
  notin: ' notin ',
  gt: '>',
  lt: '<',
}

/** A requirement as Go prints it: `app in (a,b)`, `!canary` (Go: `labels.Requirement.String`). */
export function printLabelRequirement({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key
  if (operator === '!') return `!${key}`
  const list = values.join(',')
  return key + PRINTED[operator] + (operator === 'in' || operator === 'notin' ? `(${list})` : list)
}
