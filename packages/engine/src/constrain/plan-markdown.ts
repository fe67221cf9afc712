import { type Cluster, GATE_TABLE } from '../cluster/index.ts'
import { subjectInWords } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { markdownCode, markdownText } from '../words/index.ts'
import type { ConstrainPlan, Impersonator, JudgedRequest } from './constrain.ts'
import { closedInWords, STAY_WORDS, targetsInWords } from './plan-words.ts'
import { type Proof, proofOf } from './proof.ts'
import { differentRequests, requestInWords } from './request-words.ts'
import type { FallenThrough } from './second-log.ts'
import { type WayStep, wayThere } from './way-there.ts'

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
  const unused = plan.impersonators.filter(
    ({ requests, rights, left }) => requests.length === 0 && rights.length > left.length,
  )
  return `${[
    '## From `impersonate` to constrained impersonation',
    ...used.map((one) => impersonatorPart(one, proofOf(one, cluster, plan))),
    ...(unused.length === 0 ? [] : [unusedPart(unused)]),
    ...unreadPart(plan),
    wayPart(wayThere(plan, cluster, second)),
    ...(plan.added === '' ? [] : [folded('The rules to add', 'yaml', plan.added)]),
    ...(diff === undefined || diff === '' ? [] : [folded('The diff of the policy', 'diff', diff)]),
  ].join('\n\n')}\n`
}

function impersonatorPart(one: Impersonator, proof: Proof): string {
  const stays = one.requests.filter(({ verdict }) => verdict === 'stays')
  const others = one.requests.filter(({ verdict }) => verdict === 'failed' || verdict === 'differs')
  return [
    `### ${words(subjectInWords(one.subject))}`,
    words(closedInWords(one)),
    ...(one.modes.length === 0 ? [] : [`Modes: ${one.modes.map(markdownCode).join(', ')}.`]),
    ...(proof.moved.length + proof.lost.length === 0 ? [] : [proofLine(proof)]),
    ...(stays.length === 0 ? [] : [`Cannot go over:\n\n${stays.map(stayLine).join('\n')}`]),
    ...(others.length === 0
      ? []
      : [
          `${differentRequests(others.length)} of the log ${others.length === 1 ? 'is' : 'are'} not granted: refused anyway, or not explained by this policy.`,
        ]),
  ].join('\n\n')
}

function proofLine({ moved, lost, near, closed, open }: Proof): string {
  const passed = `${differentRequests(moved.length)} that passed ${moved.length === 1 ? 'passes' : 'pass'}, now with a constraint in the audit event; ${lost.length} ${lost.length === 1 ? 'does' : 'do'} not.`
  if (near === 0) return passed
  const rest =
    open.length === 0
      ? ''
      : ` ${open.length} stay allowed, because the rules cannot tell them from what the log shows: the action and the user are each in other requests, or the request asks for one object where the log asks for all. One is: ${words(requestInWords(open[0] as (typeof open)[number]))}.`
  return `${passed} Of ${near} near requests that passed before, ${closed.length} are refused now.${rest}`
}

function stayLine({ request, because }: JudgedRequest): string {
  const { why = '', instead = '' } = because === undefined ? {} : STAY_WORDS[because]
  const [place] = request.seenAt
  return `- ${words(requestInWords(request))}${place === undefined ? '' : ` (${markdownText(place)})`}. ${markdownText(why)} ${markdownText(instead)}`
}

function unusedPart(unused: readonly Impersonator[]): string {
  return `### Held, and not used in the log\n\n${unused
    .map((one) => `- ${words(subjectInWords(one.subject))} may do anything as ${words(targetsInWords(one.rights))}.`)
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
      `${at + 1}. **${markdownText(title)}.** ${said.map(words).join(' ')}`,
      ...commands.map((command) => `   \`\`\`sh\n   ${command}\n   \`\`\``),
    ].join('\n'),
  )
  return `### The way there\n\n${table}\n\n${list.join('\n')}`
}

function folded(title: string, language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `<details>\n<summary>${title}</summary>\n\n${fence}${language}\n${text}${fence}\n\n</details>`
}

function words(text: RichText): string {
  return text.map((word) => (typeof word === 'string' ? markdownText(word) : markdownCode(word.code))).join('')
}
