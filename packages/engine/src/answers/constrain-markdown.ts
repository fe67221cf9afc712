import { type Cluster, GATE_TABLE } from '../cluster/index.ts'
import {
  type ConstrainPlan,
  differentRequests,
  type FallenThrough,
  type Impersonator,
  isUnused,
  type JudgedRequest,
  type WayStep,
  wayThere,
} from '../constrain/index.ts'
import { fenced, folded, markdownCode, markdownText, richMarkdown } from '../words/index.ts'
import { impersonatorRow, judgedRow, type ProofRow, proofRow } from './constrain.ts'

/** Options of {@link planMarkdown}. */
export interface PlanMarkdownOptions {
  /** Of a log from after the new rules were added. */
  readonly second?: readonly FallenThrough[]
  /** A unified diff of the policy, to fold in. */
  readonly diff?: string
}

/** A plan as Markdown for a pull request: what closes, what is needed, what cannot go over, the proof, the way there. */
export function planMarkdown(
  plan: ConstrainPlan,
  cluster: Cluster,
  { second, diff }: PlanMarkdownOptions = {},
): string {
  const used = plan.impersonators.filter(({ requests }) => requests.length > 0)
  const unused = plan.impersonators.filter(isUnused)
  return `${[
    '## From `impersonate` to constrained impersonation',
    ...used.map((one) => impersonatorPart(one, proofRow(one, plan, cluster))),
    ...(unused.length === 0 ? [] : [unusedPart(unused)]),
    ...unreadPart(plan),
    wayPart(wayThere(plan, cluster, second)),
    ...(plan.added === '' ? [] : [foldedCode('The rules to add', 'yaml', plan.added)]),
    ...(diff === undefined || diff === '' ? [] : [foldedCode('The diff of the policy', 'diff', diff)]),
  ].join('\n\n')}\n`
}

function impersonatorPart(one: Impersonator, proof: ProofRow): string {
  const { who, closed, modes } = impersonatorRow(one)
  const stays = one.requests.filter(({ verdict }) => verdict === 'stays')
  const others = one.requests.filter(({ verdict }) => verdict === 'failed' || verdict === 'differs')
  return [
    `### ${richMarkdown(who)}`,
    richMarkdown(closed),
    ...(modes.length === 0 ? [] : [`Modes: ${modes.map(markdownCode).join(', ')}.`]),
    ...(proof.moved + proof.lost === 0 ? [] : [proofLine(proof)]),
    ...(stays.length === 0 ? [] : [`Cannot go over:\n\n${stays.map(stayLine).join('\n')}`]),
    ...(others.length === 0
      ? []
      : [
          `${differentRequests(others.length)} of the log ${others.length === 1 ? 'is' : 'are'} not granted: refused anyway, or not explained by this policy.`,
        ]),
  ].join('\n\n')
}

function proofLine({ moved, lost, near, closed, open, example }: ProofRow): string {
  const passed = `${differentRequests(moved)} that passed ${moved === 1 ? 'passes' : 'pass'}, now with a constraint in the audit event; ${lost} ${lost === 1 ? 'does' : 'do'} not.`
  if (near === 0) return passed
  const rest =
    example === undefined
      ? ''
      : ` ${open} stay allowed, because the rules cannot tell them from what the log shows: the action and the user are each in other requests, or the request asks for one object where the log asks for all. One is: ${richMarkdown(example)}.`
  return `${passed} Of ${near} near requests that passed before, ${closed} are refused now.${rest}`
}

function stayLine(one: JudgedRequest): string {
  const { words, why: { why, instead } = { why: '', instead: '' }, seenAt } = judgedRow(one)
  const [place] = seenAt
  return `- ${richMarkdown(words)}${place === undefined ? '' : ` (${markdownText(place)})`}. ${markdownText(why)} ${markdownText(instead)}`
}

function unusedPart(unused: readonly Impersonator[]): string {
  return `### Held, and not used in the log\n\n${unused
    .map(impersonatorRow)
    .map(({ who, targets }) => `- ${richMarkdown(who)} may do anything as ${richMarkdown(targets)}.`)
    .join('\n')}`
}

function unreadPart({ observation: { unread } }: ConstrainPlan): readonly string[] {
  if (unread.length === 0) return []
  const lines = unread.map(
    ({ reason, count, seenAt: [place] }) =>
      `- ${count}: ${markdownText(reason)}${place === undefined ? '' : `, first at ${markdownText(place)}`}`,
  )
  return [`### Not read\n\n${lines.join('\n')}`]
}

function wayPart(steps: readonly WayStep[]): string {
  const table = [
    `| Kubernetes | ${GATE_TABLE.map(({ version }) => version).join(' | ')} |`,
    `| --- |${GATE_TABLE.map(() => ' --- |').join('')}`,
    `| \`ConstrainedImpersonation\` | ${GATE_TABLE.map(({ gate }) => gate).join(' | ')} |`,
  ].join('\n')
  const list = steps.map(({ title, words: said, commands }, at) =>
    [
      `${at + 1}. **${markdownText(title)}.** ${said.map(richMarkdown).join(' ')}`,
      ...commands.map((command) => fenced(command, 'sh', '   ')),
    ].join('\n'),
  )
  return `### The way there\n\n${table}\n\n${list.join('\n')}`
}

function foldedCode(title: string, language: string, text: string): string {
  return folded(title, fenced(text.replace(/\n$/, ''), language))
}
