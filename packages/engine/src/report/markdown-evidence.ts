import { chainInWords } from '../cluster/index.ts'
import type { Scenario } from '../decide/index.ts'
import { type Design, OWN_DESIGN } from '../designs/index.ts'
import { type HTTPRequest, printHTTP } from '../http/index.ts'
import { POD_CONNECTION_GATE } from '../kube/index.ts'
import type { SourceRange } from '../text/index.ts'
import { fenced, markdownCode, markdownText, visible } from '../words/index.ts'

/** The scenario of an answer, for Markdown that can be checked without the page. */
export interface MarkdownScenario {
  readonly scenario: Scenario
  readonly design: Pick<Design, 'id' | 'title'>
  readonly request: HTTPRequest
  /** Where the playground shows the same; an address with a hash. */
  readonly link?: string
}

/** Comments on GitHub end at 65,536 characters, and the chart needs room, too. */
const LONGEST_TEXT = 30_000

/** A rule of more lines is cut in its cell: the folded policy has all of it. */
const MOST_LINES = 16

/** Under which design and server, who asks, and the request, in full identities. */
export function evidenceHead({ scenario, design, request, link }: MarkdownScenario): readonly string[] {
  const { cluster, requestor, authorizationConfig = '' } = scenario
  const { constrainedImpersonation: gate, authorizePodWebsocketUpgradeCreatePermission: connections } = cluster
  const server = [
    `Kubernetes ${markdownText(cluster.version)}`,
    `gate \`ConstrainedImpersonation\` ${gate === undefined ? 'as released' : gate ? 'on' : 'off'}`,
    ...(connections === undefined ? [] : [`gate \`${POD_CONNECTION_GATE.name}\` ${connections ? 'on' : 'off'}`]),
    authorizationConfig === ''
      ? `authorization modes ${cluster.authorizationModes.map(markdownCode).join(', ')}`
      : `authorizers ${chainInWords(cluster, authorizationConfig).join(', ')}`,
    ...(cluster.defaultRoles ? ['with the default roles'] : []),
  ]
  const chosen = Object.entries(scenario.assumptions?.[design.id] ?? {})
  const readings = chosen.map(([name, option]) => markdownCode(`${name}: ${option}`)).join(', ')
  return [
    [
      `- **Design**: ${markdownText(design.title)} (${design.id === OWN_DESIGN ? 'somebody’s own, in the text below' : markdownCode(design.id)})${readings === '' ? '' : `, read as ${readings}`}`,
      `- **Server**: ${server.join(', ')}`,
      `- **Requestor**: ${userInFull(requestor)}`,
      ...(link === undefined ? [] : [`- **Replay**: [open it in the playground](${destination(link)})`]),
    ].join('\n'),
    fenced(shownLines(printHTTP(request).text), 'http'),
  ]
}

/** "`system:serviceaccount:ci:deployer`, groups `a`, `b`" */
function userInFull({ username, uid, groups = [], extra = {} }: Scenario['requestor']): string {
  return [
    markdownCode(username),
    ...(uid ? [`UID ${markdownCode(uid)}`] : []),
    ...(groups.length === 0 ? [] : [`groups ${groups.map(markdownCode).join(' ')}`]),
    ...Object.entries(extra).map(([key, values]) => `extra ${markdownCode(`${key}=${values.join(',')}`)}`),
  ].join(', ')
}

/** The text of a rule for a cell, a line below the other, each indented as in its text; empty for texts that are not its own. */
export function ruleText({ scenario }: MarkdownScenario, { source, start, end, column }: SourceRange): string {
  const text = source === 'policy' ? scenario.policy : source === 'webhook' ? (scenario.webhook ?? '') : ''
  const lines = shownLines(text.slice(start, end).trimEnd()).split('\n')
  if (lines.length === 1 && lines[0] === '') return ''
  const shown = lines.slice(0, MOST_LINES).map((line, at) => (at === 0 ? line : outdented(line, column - 1)))
  return [...shown.map((line) => indented(line)), ...(lines.length > MOST_LINES ? ['…'] : [])].join('<br>')
}

function outdented(line: string, by: number): string {
  return line.slice(0, by).trim() === '' ? line.slice(by) : line
}

/** Cells drop spaces at the beginning of a line. */
function indented(line: string): string {
  const words = line.trim()
  return words === '' ? '' : `${'&nbsp;'.repeat(line.length - line.trimStart().length)}${markdownCode(words)}`
}

/** The policy, and the design where it is one’s own, folded. Long ones are cut, and the link has all of them. */
export function foldedTexts({ scenario: { policy, designText = '' }, design }: MarkdownScenario): readonly string[] {
  return [...folded('Policy', policy), ...(design.id === OWN_DESIGN ? folded('Design', designText) : [])]
}

function folded(title: string, text: string): readonly string[] {
  if (text.trim() === '') return []
  const lines = shownLines(text.trimEnd()).split('\n')
  let room = LONGEST_TEXT
  const shown = lines.filter((line) => {
    room -= line.length + 1
    return room > 0
  })
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`
  const cut = shown.length === lines.length ? '' : `, the first ${shown.length} here`
  return [`<details><summary>${title} (${count}${cut})</summary>\n\n${fenced(shown.join('\n'), 'yaml')}\n\n</details>`]
}

function shownLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(visible)
    .join('\n')
}

/** An address inside of parentheses. */
function destination(address: string): string {
  return address.replace(/[()<>\\\s]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  )
}
