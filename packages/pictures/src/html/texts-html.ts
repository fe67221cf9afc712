import type { Scenario, SourceId, Trace } from '@authz-playground/engine'
import { evidenceFor } from '@authz-playground/engine/internal/trace'
import { counted } from '../words/counted.ts'
import { htmlCode, htmlText } from './markup.ts'

/** The texts of a cluster, with their titles. */
const TITLES = [
  ['policy', 'Policy'],
  ['storedObject', 'Stored object'],
  ['webhookChanges', 'Webhook changes'],
  ['schema', 'Schema'],
  ['objects', 'Stored objects'],
  ['webhook', 'Webhook'],
  ['authorizationConfig', 'AuthorizationConfiguration'],
] as const

/**
 * The written request with its requestor. It is open, because it is short and is the question that the rest answers.
 */
export function requestHtml({ request, requestor }: Scenario): string {
  const { username, uid, groups = [], extra = {} } = requestor
  const parts = [
    `Sent by ${htmlCode(username)}`,
    ...(uid === undefined ? [] : [`UID ${htmlCode(uid)}`]),
    ...(groups.length === 0 ? [] : [`${groups.length === 1 ? 'group' : 'groups'} ${groups.map(htmlCode).join(', ')}`]),
    ...Object.entries(extra).map(([key, values]) => `extra ${htmlCode(`${key}=${values.join(',')}`)}`),
  ]
  return `<details open>
<summary>Request</summary>
<p>${parts.join('; ')}.</p>
${lined(request.text, new Set())}
</details>`
}

/** The other texts of a scenario, each of which unfolds. With a trace, the lines that decided are marked. */
export function textsHtml(scenario: Scenario, trace: Trace | undefined, open = false): string {
  const ranges = (trace?.steps ?? []).flatMap(({ check }) =>
    check === undefined
      ? []
      : evidenceFor(check).flatMap(({ rule, binding, entry, related = [] }) =>
          [rule, binding, entry, ...related].flatMap((part) => (part === undefined ? [] : [part.range])),
        ),
  )
  const decidedIn = (source: SourceId) =>
    new Set(ranges.filter((range) => range.source === source).map(({ line }) => line))
  const parts = TITLES.flatMap(([source, title]) => {
    const text = scenario[source] ?? ''
    if (text.trim() === '') return []
    const lines = decidedIn(source)
    const which = lines.size === 1 ? 'one that decided is' : `${lines.size} that decided are`
    const marked = lines.size === 0 ? '' : `; the ${which} marked`
    return [
      `<details${open ? ' open' : ''}>
<summary>${title}</summary>
<p>${counted(linesOf(text).length, 'line')}${marked}.</p>
${lined(text, lines)}
</details>`,
    ]
  })
  return parts.join('\n')
}

function linesOf(text: string): readonly string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?<!\n)\n+$/, '')
    .split('\n')
}

/** A text with numbered lines. */
export function codeHtml(text: string): string {
  return lined(text, new Set())
}

/**
 * A text with an element for each line, so that a style can number and wrap the lines. Without a style it reads as the
 * text.
 */
function lined(text: string, marked: ReadonlySet<number>): string {
  const lines = linesOf(text).map((line, index) => {
    const shown = htmlText(line)
    return `<span>${marked.has(index + 1) ? `<mark>${shown}</mark>` : shown}\n</span>`
  })
  return `<pre><code>${lines.join('')}</code></pre>`
}
