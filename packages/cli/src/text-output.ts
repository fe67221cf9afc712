import {
  type Check,
  type Evidence,
  questionInWords,
  type RichText,
  type SourceRange,
  sentences,
} from '@authz-playground/engine'
import { outputInWords } from '@authz-playground/engine/internal/query'
import { conditionsLeft, finalAnswer, originsOf } from '@authz-playground/engine/internal/trace'
import {
  conditionResult,
  conditionsReviewInWords,
  entryKind,
  MENTIONED_LINE,
  onlyIf,
  visibleLine,
  webhookVisitInWords,
  wrappedCEL,
} from '@authz-playground/engine/internal/words'
import { type AnswerRow, type AnswerSection, refusalLines } from '@authz-playground/engine/questions'
import type { AnsweredRequest, AnsweredScenario } from './decision.ts'
import type { TextStyle } from './paint.ts'
import type { TextPosition } from './text-places.ts'

/** The answers of a scenario as text for people. */
export function printText({ name, title, answers }: AnsweredScenario, painted: TextStyle, named: boolean): string {
  const head = [...(named && name !== '' ? [name] : []), ...(title === '' ? [] : [title])].map(visibleLine).join(': ')
  const all = answers.map((one, index) => {
    const line = `${one.request.method} ${one.request.target}`
    const number = answers.length > 1 ? `Request ${index + 1}: ` : ''
    return `${painted.quiet(number + visibleLine(line))}\n${printAnswer(one, painted)}`
  })
  return [...(head === '' ? [] : [`${painted.noun(head)}\n`]), all.join('\n')].join('\n')
}

function printAnswer(answered: AnsweredRequest, painted: TextStyle): string {
  const { trace, request, placeOf } = answered
  const { answer, because } = sentences(trace, request)
  const sentence = painted.words(answer)
  const code = String(trace.outcome.code)
  const look = trace.outcome.kind === 'allowed' ? painted.good : painted.bad
  const answerText = sentence.startsWith(code) ? look(code) + sentence.slice(code.length) : sentence
  const explanation = answered.explanation()
  const refusal = explanation === undefined ? [] : refusalLines(explanation, 'nearly: ')
  const why = [because, ...refusal]
    .map((words) => painted.words(withPlaces(words, placeOf)))
    .filter((line) => line !== '')
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const output = answered.question === undefined ? [] : printOutput(answered.question, painted)
  const listed = checks.map((check, index) => printCheck(check, index + 1, placeOf, painted))
  return `${[answerText, ...why, ...output].join('\n')}\n${listed.map((one) => `\n${one}`).join('')}`
}

/** What kubectl prints for the answer, indented. */
function printOutput(question: NonNullable<AnsweredRequest['question']>, painted: TextStyle): readonly string[] {
  const output = question.output()
  if (output === undefined) return []
  const lines = [output.err, output.out].flatMap((text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n')))
  return [painted.quiet(outputInWords(output, question)), ...lines.map((line) => `  ${visibleLine(line)}`.trimEnd())]
}

/** Sentences name lines of the policy; where the policy comes from files, the file is named instead. */
export function withPlaces(label: RichText, placeOf: (place: TextPosition) => string): RichText {
  return label.map((word) =>
    typeof word === 'string' ? word.replace(MENTIONED_LINE, (mention) => placeOf(mentioned(mention))) : word,
  )
}

/** The place of "line 3 of the webhook’s table". */
function mentioned(mention: string): TextPosition {
  const line = Number(/\d+/.exec(mention)?.[0] ?? 1)
  const [, source] = SOURCES.find(([words]) => mention.endsWith(words)) ?? []
  return { source: source ?? 'policy', line }
}

const SOURCES: readonly (readonly [string, SourceRange['source']])[] = [
  ['stored objects', 'objects'],
  ['default roles', 'default-roles'],
  ['webhook’s table', 'webhook'],
  ['AuthorizationConfiguration', 'authorizationConfig'],
  ['stored object', 'storedObject'],
  ['webhooks change', 'webhookChanges'],
  ['schema', 'schema'],
  ['request', 'request'],
]

function printCheck(check: Check, number: number, placeOf: AnsweredRequest['placeOf'], painted: TextStyle): string {
  const { decision, reason, error, evidence } = finalAnswer(check)
  const decided =
    check.settled === undefined
      ? painted.decision(decision)
      : `${painted.decision(check.answer.decision)}, then ${painted.decision(decision)}`
  // The API server puts a line break between what several authorizers say.
  const reasons = reason.split('\n').filter((text) => text !== '')
  const said = [
    reasons.map(visibleLine).join('; '),
    ...(error === undefined ? [] : [visibleLine(`error: ${error}`)]),
  ].filter((text) => text !== '')
  const indent = ' '.repeat(`${number}. `.length)
  const lines = [
    `${number}. ${painted.words(questionInWords(check))}`,
    `${indent}${[decided, ...said].join(': ')}`,
    ...visitsOf(check).map((words) => `${indent}${painted.words(withPlaces(words, placeOf))}`),
    ...decidedAt(evidence, placeOf).map((line) => `${indent}${painted.quiet(visibleLine(line))}`),
    ...conditionLines(check, placeOf).map((line) => `${indent}${visibleLine(line)}`),
  ]
  return `${lines.join('\n')}\n`
}

/** What the webhooks of an AuthorizationConfiguration did. */
function visitsOf({ answer: { webhooks = [] } }: Check): readonly RichText[] {
  return webhooks.map(webhookVisitInWords)
}

/** Sections as text for people: sentences, each with the places of its rules and bindings. */
export function printSections(
  sections: readonly AnswerSection[],
  placeOf: AnsweredRequest['placeOf'],
  painted: TextStyle,
): string {
  return sections
    .map(({ heading, rows, otherwise }) => {
      const shown =
        rows.length === 0 ? [`  ${painted.words(otherwise)}\n`] : rows.map((row) => printRow(row, placeOf, painted))
      return `${painted.words(heading)}\n${shown.join('')}`
    })
    .join('\n')
}

function printRow({ words, evidence }: AnswerRow, placeOf: AnsweredRequest['placeOf'], painted: TextStyle): string {
  const places = new Set(evidence.flatMap((one) => decidedAt(one, placeOf)))
  return [
    `  ${painted.words(withPlaces(words, placeOf))}\n`,
    ...[...places].map((place) => `    ${painted.quiet(visibleLine(place))}\n`),
  ].join('')
}

/** The deciding object and its place: "policy.yaml:4 ClusterRole view". */
export function decidedAt(evidence: Evidence | undefined, placeOf: AnsweredRequest['placeOf']): readonly string[] {
  if (evidence === undefined) return []
  const { rule, role, binding, entry, related = [] } = evidence
  const at = ({ source, line }: SourceRange) => placeOf({ source, line })
  return [
    ...(rule && role ? [`${at(rule.range)} rule ${rule.index + 1} of ${role.kind} ${role.name}`] : []),
    ...(binding ? [`${at(binding.range)} ${binding.kind} ${binding.name}`] : []),
    ...(entry
      ? [`${at(entry.range)} ${entryKind(entry)} ${entry.index + 1}${entry.name === '' ? '' : ` of ${entry.name}`}`]
      : []),
    ...related.map(({ kind, namespace, name, range }) => {
      return `${at(range)} ${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
    }),
  ]
}

function conditionLines(check: Check, placeOf: AnsweredRequest['placeOf']): readonly string[] {
  const review = conditionsReviewInWords(check)
  const lines = conditionsLeft(check.answer).flatMap((one) => {
    const ranges = originsOf(one).flatMap(({ rule, entry }) => [rule, entry].flatMap((part) => part?.range ?? []))
    const places = [...new Set(ranges.map(({ source, line }) => placeOf({ source, line })))]
    return [
      `${onlyIf(one)}${places.length === 0 ? '' : ` (${places.join(', ')})`}:`,
      ...wrappedCEL(one.condition)
        .split('\n')
        .map((line) => `  ${line}`),
      ...(one.description === '' ? [] : [one.description]),
      `came to ${conditionResult(one)}`,
    ]
  })
  return review === undefined ? lines : [...lines, review]
}
