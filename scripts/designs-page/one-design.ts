import type { Assumption, Design, DesignSource } from '@authz-playground/engine'
import { mermaidWithPath } from '@authz-playground/engine/report'
import { intentsOf } from './intents.ts'
import { list, prose } from './markdown.ts'
import { besideReleased } from './well-known.ts'

/** The heading of a design’s section. */
export function headingOf({ id, title }: Pick<Design, 'id' | 'title'>): string {
  return `${title} (${id})`
}

/** A design in five lines, its chart, its assumptions, and what the comparison found. */
export function designSection(design: Design): string {
  const { summary, statement, sources, assumptions, graph, id } = design
  return [
    `### ${headingOf(design)}`,
    prose(summary),
    list([
      `**Checks.** ${prose(statement.checks)}`,
      `**Identity.** ${prose(statement.identity)}`,
      `**Headers.** ${prose(statement.headers)} **Fallback.** ${prose(statement.fallback)}`,
      `**Error.** ${prose(statement.error)} **Groups.** ${prose(statement.groups)}`,
      `**Audit.** ${prose(statement.audit)}`,
    ]),
    `Written down in ${sources.map(oneSource).join('; ')}.`,
    ['```mermaid', mermaidWithPath(graph, []), '```'].join('\n'),
    assumptionsOf(assumptions),
    `**Found.** ${besideReleased(id)} ${intentsOf(id)}`,
  ].join('\n\n')
}

function oneSource({ document, section, url, quote, asReviewed }: DesignSource): string {
  const place = `${url === undefined ? document : `[${document}](${url})`}${asReviewed ? ', as reviewed' : ''}: ${section}`
  return quote === undefined ? place : `${place} (“${quote}”)`
}

function assumptionsOf(assumptions: readonly Assumption[]): string {
  if (assumptions.length === 0) return '**Assumed.** Nothing.'
  const items = assumptions.map(({ text, options: [byDefault, ...others] }) =>
    [prose(text), `*${prose(byDefault.reading)}*`, ...others.map((other) => `Or: ${prose(other.reading)}`)].join(' '),
  )
  return `**Assumed**, with the default reading in italics:\n\n${list(items)}`
}
