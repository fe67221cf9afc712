import type { SourceRange } from '../text/index.ts'
import {
  type Check,
  conditionsLeft,
  type Graph,
  originsOf,
  type RichText,
  settledAnswer,
  type Trace,
} from '../trace/index.ts'
import { wrappedCEL } from './cel-lines.ts'
import { grantedWords } from './grants.ts'
import { mermaidWithPath } from './mermaid.ts'
import { conditionResult, lineInWords, onlyIf, questionInWords, type Sentences, visible } from './phrases.ts'

/** Names a place: "line 3". */
export type PlaceInWords = (range: SourceRange) => string

/**
 * An answer as GitHub Markdown: the sentence, the checks as a table, what would be granted, the chart with the path taken.
 * `caveat` comes first, for answers from a part of the input. `inWords` names the place of a rule.
 */
export function markdown(
  trace: Trace,
  graph: Graph,
  { answer, because }: Sentences,
  caveat?: string,
  inWords: PlaceInWords = lineInWords,
): string {
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  return [
    ...(caveat === undefined ? [] : [`> **${markdownText(caveat)}**`]),
    `**${words(answer)}** ${words(because)}`,
    ...(checks.length === 0 ? [] : [checkTable(checks, inWords)]),
    ...conditionsOf(checks, inWords),
    ...grantedIn(trace, inWords),
    `\`\`\`mermaid\n${mermaidWithPath(graph, trace.steps).trimEnd()}\n\`\`\``,
  ].join('\n\n')
}

function checkTable(checks: readonly Check[], inWords: PlaceInWords): string {
  const rows = checks.map((check, i) => {
    const { decision, reason, evidence } = settledAnswer(check)
    const decided = check.settled === undefined ? decision : `${check.answer.decision}, then ${decision}`
    const range = (evidence?.rule ?? evidence?.entry)?.range
    const line = range === undefined ? '' : markdownText(inWords(range))
    return `| ${i + 1} | ${words(questionInWords(check))} | ${decided} | ${markdownLines(reason)} | ${line} |`
  })
  return ['| # | Access review | Decision | Reason | Rule |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}

/** The rules that a role or binding would grant, and the rules that cover them. */
function grantedIn({ grant }: Trace, inWords: PlaceInWords): readonly string[] {
  const granted = grantedWords(grant, inWords)
  if (granted === undefined) return []
  return [`${words(granted.heading)}:\n\n${granted.rules.map((rule) => `- ${words(rule)}`).join('\n')}`]
}

/** The conditions in the answers to checks, check by check, each with its result. */
function conditionsOf(checks: readonly Check[], inWords: PlaceInWords): readonly string[] {
  return checks.flatMap(({ answer }, i) => {
    const left = conditionsLeft(answer)
    if (left.length === 0) return []
    const items = left.map((one) => {
      const lines = originsOf(one).flatMap(({ rule, entry }) => [rule, entry].flatMap((part) => part?.range ?? []))
      const where = lines.length === 0 ? '' : ` (${[...new Set(lines.map(inWords))].map(markdownText).join(', ')})`
      const said = one.description === '' ? '' : `: ${markdownText(one.description)}`
      const came = markdownText(conditionResult(one))
      return `- ${onlyIf(one)}${where}${said}\n${fenced(wrappedCEL(one.condition), '  ')}\n  ${came}`
    })
    return [`Conditions of check ${i + 1}:\n\n${items.join('\n')}`]
  })
}

function fenced(text: string, indent: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}cel`, ...text.split('\n'), fence].map((line) => indent + line).join('\n')
}

function words(label: RichText): string {
  return label.map((word) => (typeof word === 'string' ? markdownText(word) : markdownCode(word.code))).join('')
}

/**
 * Text from input as Markdown that GitHub shows as it is, on one line, in table cells too: no markup, no HTML, and
 * nothing that becomes a mention, a link, an emoji or mathematics.
 */
export function markdownText(text: string): string {
  return visible(text)
    .split(/(\s+)/)
    .map((word, index) => (index % 2 === 1 ? ' ' : LINKED.test(word) ? markdownCode(word) : escaped(word)))
    .join('')
}

/** The same for several lines, which stay separate. */
export function markdownLines(text: string): string {
  return text.split('\n').map(markdownText).join('<br>')
}

/** A Kubernetes noun as code, in table cells too. */
export function markdownCode(text: string): string {
  const shown = visible(text).replace(/\s/g, ' ')
  return SPAN.test(shown) ? `\`${shown}\`` : `<code>${asEntities(shown)}</code>`
}

/**
 * Text that GitHub links or replaces after it has parsed Markdown, so that a backslash does not prevent it. Code is exempt.
 * `@team`, `#12`, `GH-12`, `https://…`, `www.…`, `:tada:`, `$x$`.
 */
const LINKED = /[@#$]|\bGH-\d|:\/\/|\bwww\.|:[\w+-]+:/i

/**
 * Text that a code span shows unchanged. A pipe ends a cell, also in code, and its backslash cannot be distinguished from
 * one in the text (GitHub Flavored Markdown 0.29, 4.10). Spaces at the ends are removed.
 */
const SPAN = /^(?! )(?!.* (?: |$))[^`|\\<&]+$/

/** Also for text between tags: an entity by number is never markup. */
function asEntities(text: string): string {
  return text.replace(/[^\p{L}\p{N} .-]/gu, (character) => `&#${character.codePointAt(0)};`)
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|~&!]/g, '\\$&')
}
