import { type HTTPRequest, targetOf } from '../http/index.ts'
import type { Graph, RichText, Stage, Trace } from '../trace/index.ts'
import { plainText } from './phrases.ts'

/** The three questions of impersonation, and that of designs which ask for a permission before them. */
export const STAGE_QUESTIONS: Readonly<Partial<Record<Stage, string>>> = {
  permission: 'May it impersonate like this at all?',
  action: 'May it do this as somebody else?',
  identity: 'May it be that somebody?',
  request: 'May that somebody do it?',
}

/** The numbers of the three questions, as charts show them. */
const NUMBERS: Readonly<Partial<Record<Stage, number>>> = { action: 1, identity: 2, request: 3 }

/**
 * The answer in a few words: "403 at question 1: may it do this as somebody else?", "200: allowed as jane", "403: grants more
 * than its writer holds". Where the sentence is short already, its first clause.
 *
 * @param answer the answer in one sentence (`sentences`)
 */
export function headline(trace: Trace, graph: Graph, request: HTTPRequest, answer: RichText): RichText {
  const { outcome, question } = trace
  const target = targetOf(request.headers)
  if (outcome.kind === 'refused' && outcome.code === 403 && trace.grant !== undefined)
    return ['403: grants more than its writer holds']
  if (question !== undefined || target.kind !== 'target') return firstClause(answer)
  if (outcome.kind === 'allowed' && trace.impersonatedUser !== undefined)
    return [`${outcome.code}: allowed as `, { code: trace.impersonatedUser.username }]
  if (outcome.kind !== 'forbidden') return firstClause(answer)
  const stage = stageThatRefused(trace, graph)
  const asked = stage && STAGE_QUESTIONS[stage]
  if (asked === undefined) return firstClause(answer)
  const number = stage && asksInOrder(graph) ? NUMBERS[stage] : undefined
  return [`403${number === undefined ? '' : ` at question ${number}`}: ${asked[0]?.toLowerCase()}${asked.slice(1)}`]
}

/**
 * The stage of the check that the client’s 403 is about. Where that check could not be asked, as of an extra key that is not a
 * valid name, the stage of the last one before it.
 */
function stageThatRefused({ steps, outcome }: Trace, { nodes }: Graph): Stage | undefined {
  if (outcome.kind !== 'forbidden') return undefined
  const step =
    steps.findLast(({ check }) => check?.attributes === outcome.about) ??
    steps.findLast(({ check }) => check !== undefined && outcome.phase === 'impersonation')
  return nodes.find(({ id }) => id === step?.node)?.stage
}

/** Whether a design asks the questions in the order of their numbers. Some ask for the identity first. */
function asksInOrder({ nodes }: Graph): boolean {
  const [action, identity] = (['action', 'identity'] as const).map((stage) =>
    nodes.findIndex((node) => node.stage === stage),
  )
  return action === undefined || identity === undefined || action < identity
}

/** A sentence up to the colon after which it gives the reason, without its full stop. */
function firstClause(sentence: RichText): RichText {
  const clause: RichText[number][] = []
  for (const [at, part] of sentence.entries()) {
    const from = at === 0 && typeof part === 'string' ? (/^\d{3}: /.exec(part)?.[0].length ?? 0) : 0
    const end = typeof part === 'string' ? part.indexOf(': ', from) : -1
    if (end !== -1 && typeof part === 'string') return [...clause, part.slice(0, end)]
    clause.push(part)
  }
  const last = clause.at(-1)
  return typeof last === 'string' && plainText(sentence).endsWith('.') ? clause.with(-1, last.slice(0, -1)) : clause
}
