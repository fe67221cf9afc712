import type { Check, Graph, Label, Trace } from '../trace/index.ts'
import { mermaidWithPath } from './mermaid.ts'
import { questionInWords } from './question.ts'
import type { Sentences } from './sentence.ts'

/**
 * An answer as GitHub Markdown: the sentence, the checks as a table, the chart with the path taken.
 * `caveat` stands first, for answers that rest on less than the whole input.
 */
export function markdown(trace: Trace, graph: Graph, { answer, because }: Sentences, caveat?: string): string {
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  return [
    ...(caveat === undefined ? [] : [`> **${escapeMarkdown(caveat)}**`]),
    `**${words(answer)}** ${words(because)}`,
    ...(checks.length === 0 ? [] : [checkTable(checks)]),
    `\`\`\`mermaid\n${mermaidWithPath(graph, trace.steps).trimEnd()}\n\`\`\``,
  ].join('\n\n')
}

function checkTable(checks: readonly Check[]): string {
  const rows = checks.map((check, i) => {
    const { decision, reason, evidence } = check.answer
    const line = evidence?.rule === undefined ? '' : `line ${evidence.rule.range.line}`
    return `| ${i + 1} | ${words(questionInWords(check))} | ${decision} | ${cell(reason)} | ${line} |`
  })
  return ['| # | Access review | Decision | Reason | Rule |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}

function words(label: Label): string {
  return label.map((word) => (typeof word === 'string' ? escapeMarkdown(word) : code(word.code))).join('')
}

function cell(text: string): string {
  return escapeMarkdown(text).replaceAll('\n', '<br>')
}

/** A code span that survives backticks, line breaks and table cells in what it holds. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return fence + pad + text.replaceAll('|', '\\|').replace(/\s+/g, ' ') + pad + fence
}

/** Keeps names that come from input from becoming Markdown or HTML. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&@]/g, (character) => `\\${character}`)
}
