import { type Check, sentences } from '@authz-playground/engine'
import { conditionsLeft } from '@authz-playground/engine/internal/trace'
import { vectorAnswer } from '@authz-playground/engine/internal/vectors'
import { type lineInWords, markdownText } from '@authz-playground/engine/internal/words'
import { yamlOf } from '@authz-playground/engine/internal/yaml'
import { refusalLines } from '@authz-playground/engine/questions'
import { markdown } from '@authz-playground/engine/report'
import { refusalValue } from './change-values.ts'
import type { AnsweredRequest, AnsweredScenario } from './decision.ts'
import { printedJSON } from './output.ts'
import { type CommandProblem, distinct } from './problem.ts'
import { diagnosticsValue, withRemarks } from './remarks.ts'
import { withPlaces } from './text-output.ts'

/**
 * The answers of a scenario as values: each as in a vectors file, with the conditions that remained for checks. Then the
 * warnings and notes, and why a refusal may be another answer, if there are any.
 */
function values({ name, title, answers, problems }: AnsweredScenario) {
  return {
    ...(name !== '' && { scenario: name }),
    ...(title !== '' && { title }),
    design: (answers[0]?.question?.review ?? answers[0])?.design.id ?? '',
    answers: answers.map(answerOf),
    ...diagnosticsValue(distinct([...problems, ...answers.flatMap(unjudgedBeside)])),
  }
}

/** What was not judged beside an answer: a decision stands without it, so it is not an error here. */
function unjudgedBeside({ unjudged }: AnsweredRequest): readonly CommandProblem[] {
  return unjudged().map((one) => ({ ...one, severity: 'warning' }))
}

function answerOf(answered: AnsweredRequest) {
  const { trace, design, request, question } = answered
  const asked = question?.shown === 'answer' ? question : undefined
  const answer = asked ? answerOfQuestion(answered, asked) : vectorAnswer(trace, design, request)
  const made = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const checks = answer.checks.map((check, index) => ({ ...check, ...conditionsOf(made[index]) }))
  const output = question?.output()
  return { ...answer, checks, ...refusalValue(answered), ...(output && { prints: output }) }
}

/** The check and its result, and the review by which it was asked; audit event and metrics are those of the review. */
function answerOfQuestion(
  { trace, request, design }: AnsweredRequest,
  { review, refused }: NonNullable<AnsweredRequest['question']>,
) {
  const { checks, code, message } = vectorAnswer(trace, design, request)
  const sent = vectorAnswer(review.trace, review.design, request)
  return {
    checks,
    code,
    ...(message !== undefined && { message }),
    ...(trace.question?.kind === 'access' && { allowed: trace.outcome.kind === 'allowed' }),
    review: { ...sent, ...(refused && { refused }) },
  }
}

function conditionsOf(check: Check | undefined) {
  const left = check === undefined ? [] : conditionsLeft(check.answer)
  if (left.length === 0) return {}
  return {
    conditions: left.map(({ effect, condition, came }) => ({ effect, condition, ...(came !== undefined && { came }) })),
  }
}

/** One JSON value per scenario: indented where it is the only one, else on one line. */
export function printJSON(scenario: AnsweredScenario, alone: boolean): string {
  return printedJSON(values(scenario), alone ? 2 : undefined)
}

/** One YAML document per scenario. */
export function printYAML(scenario: AnsweredScenario, alone: boolean): string {
  return `${alone ? '' : '---\n'}${yamlOf(values(scenario))}`
}

/** The answers as Markdown for GitHub, with the chart and the path of the request; then the warnings and notes. */
export function printMarkdown({ name, title, answers, problems }: AnsweredScenario, alone: boolean): string {
  const heading = title === '' && !alone ? name : title
  const all = answers.map(({ trace, request, design, placeOf, scenario, explanation }) => {
    const { answer, because } = sentences(trace, request)
    const words = { answer, because: withPlaces(because, placeOf) }
    const explained = explanation()
    const refusal = explained && refusalLines(explained, 'Nearly: ').map((line) => withPlaces(line, placeOf))
    const inWords = (range: Parameters<typeof lineInWords>[0]) => placeOf({ source: range.source, line: range.line })
    return `${markdown(trace, design.graph, words, { inWords, ...(refusal && { refusal }), ...(scenario && { of: { scenario, design, request } }) })}\n`
  })
  return withRemarks([...(heading === '' ? [] : [`## ${markdownText(heading)}\n`]), ...all].join('\n'), problems)
}
