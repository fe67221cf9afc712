import type { SourceRange } from '../text/index.ts'
import {
  type Check,
  conditionsLeft,
  finalAnswer,
  type Graph,
  originsOf,
  type RichText,
  type Trace,
} from '../trace/index.ts'
import {
  conditionResult,
  conditionsReviewInWords,
  fenced,
  grantedWords,
  lineInWords,
  markdownLines,
  markdownText,
  onlyIf,
  questionInWords,
  richMarkdown,
  type Sentences,
  webhookVisitInWords,
  wrappedCEL,
} from '../words/index.ts'
import { evidenceHead, foldedTexts, type MarkdownScenario, ruleText } from './markdown-evidence.ts'
import { mermaidWithPath } from './mermaid.ts'

/** Names a place: "line 3". */
export type PlaceInWords = (range: SourceRange) => string

/** What Markdown has beside an answer. */
export interface MarkdownOptions {
  /** Comes first, for answers from a part of the input. */
  readonly caveat?: string | undefined
  /** Names the place of a rule; its line, when left out. */
  readonly inWords?: PlaceInWords
  /** Why a request was refused, a line each. */
  readonly refusal?: readonly RichText[]
  /** The scenario. With it the Markdown is evidence: it holds everything that the answer rests on. */
  readonly of?: MarkdownScenario
}

/**
 * An answer as GitHub Markdown: the sentence, design, server, requestor and request, the checks as a table with the text
 * of their rules, what would be granted, the chart with the path taken, and the policy, folded.
 */
export function markdown(
  trace: Trace,
  graph: Graph,
  { answer, because }: Sentences,
  { caveat, inWords = lineInWords, refusal = [], of }: MarkdownOptions = {},
): string {
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  return [
    ...(caveat === undefined ? [] : [`> **${markdownText(caveat)}**`]),
    `**${richMarkdown(answer)}** ${richMarkdown(because)}`,
    ...refusal.map(richMarkdown),
    ...(of === undefined ? [] : evidenceHead(of)),
    ...(checks.length === 0 ? [] : [checkTable(checks, inWords, of)]),
    ...webhooksOf(checks),
    ...conditionsOf(checks, inWords),
    ...grantedIn(trace, inWords),
    `\`\`\`mermaid\n${mermaidWithPath(graph, trace.steps).trimEnd()}\n\`\`\``,
    ...(of === undefined ? [] : foldedTexts(of)),
  ].join('\n\n')
}

function checkTable(checks: readonly Check[], inWords: PlaceInWords, of: MarkdownScenario | undefined): string {
  const rows = checks.map((check, i) => {
    const { decision, reason, evidence } = finalAnswer(check)
    const decided = check.settled === undefined ? decision : `${check.answer.decision}, then ${decision}`
    const range = (evidence?.rule ?? evidence?.entry)?.range
    const rule = range === undefined ? [] : [markdownText(inWords(range)), of === undefined ? '' : ruleText(of, range)]
    return `| ${i + 1} | ${richMarkdown(questionInWords(check))} | ${decided} | ${markdownLines(reason)} | ${rule.filter(Boolean).join('<br>')} |`
  })
  return ['| # | Access review | Decision | Reason | Rule |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}

/** The rules that a role or binding would grant, and the rules that cover them. */
function grantedIn({ grant }: Trace, inWords: PlaceInWords): readonly string[] {
  const granted = grantedWords(grant, inWords)
  if (granted === undefined) return []
  return [`${richMarkdown(granted.heading)}:\n\n${granted.rules.map((rule) => `- ${richMarkdown(rule)}`).join('\n')}`]
}

/** What the webhooks of an AuthorizationConfiguration did, check by check. */
function webhooksOf(checks: readonly Check[]): readonly string[] {
  return checks.flatMap(({ answer: { webhooks = [] } }, i) => {
    if (webhooks.length === 0) return []
    const items = webhooks.map((visit) => `- ${richMarkdown(webhookVisitInWords(visit))}`)
    return [`Webhooks of check ${i + 1}:\n\n${items.join('\n')}`]
  })
}

/** The conditions in the answers to checks, check by check, each with its result. */
function conditionsOf(checks: readonly Check[], inWords: PlaceInWords): readonly string[] {
  return checks.flatMap((check, i) => {
    const left = conditionsLeft(check.answer)
    if (left.length === 0) return []
    const review = conditionsReviewInWords(check)
    const items = left.map((one) => {
      const lines = originsOf(one).flatMap(({ rule, entry }) => [rule, entry].flatMap((part) => part?.range ?? []))
      const where = lines.length === 0 ? '' : ` (${[...new Set(lines.map(inWords))].map(markdownText).join(', ')})`
      const said = one.description === '' ? '' : `: ${markdownText(one.description)}`
      const came = markdownText(conditionResult(one))
      return `- ${onlyIf(one)}${where}${said}\n${fenced(wrappedCEL(one.condition), 'cel', '  ')}\n  ${came}`
    })
    return [`Conditions of check ${i + 1}:\n\n${items.join('\n')}`, ...(review === undefined ? [] : [review])]
  })
}
