import type { Check, Scenario, SourceRange } from '@authz-playground/engine'
import { finalAnswer } from '@authz-playground/engine/internal/trace'

/** The most lines of a rule that are shown. */
const LINES = 12

/** The lines of a text that a rule is written on. */
export interface RuleLines {
  /** The number of the first line, from 1. */
  readonly first: number
  /** The indentation that all of them have, in characters. */
  readonly indent: number
  /** Without that indentation. */
  readonly lines: readonly string[]
  /** The rule has more lines than these. */
  readonly cut: boolean
}

/** The rule or entry that decided a check, as it is written; undefined where none did, or where its text is not shown. */
export function decidingRule(check: Check, scenario: Scenario): RuleLines | undefined {
  const { rule, entry } = finalAnswer(check).evidence ?? {}
  const range = rule?.range ?? entry?.range
  return range && ruleLines(range, scenario)
}

/** The lines of a rule or entry; undefined where its text is not shown. */
export function ruleLines(range: SourceRange, scenario: Scenario): RuleLines | undefined {
  const text = textOf(range, scenario)
  if (text === undefined) return undefined
  const from = text.lastIndexOf('\n', range.start - 1) + 1
  const all = text.slice(from, range.end).trimEnd().split(/\r?\n/)
  const common = Math.min(...all.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  return {
    first: range.line,
    indent: common,
    lines: all.slice(0, LINES).map((line) => line.slice(common)),
    cut: all.length > LINES,
  }
}

function textOf({ source }: SourceRange, scenario: Scenario): string | undefined {
  return source === 'policy' || source === 'webhook' ? scenario[source] : undefined
}
