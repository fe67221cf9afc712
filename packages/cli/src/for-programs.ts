import {
  type Check,
  conditionsLeft,
  type lineInWords,
  markdown,
  markdownText,
  sentences,
  yaml,
} from '@authz-playground/engine'
import { vectorAnswer } from '@authz-playground/engine/vectors'
import type { Answered, DecidedScenario } from './decided.ts'
import { withPlaces } from './for-people.ts'

/** The answers of a scenario as values: each as a vectors file has it, with the conditions that checks were left with. */
function values({ name, title, answers }: DecidedScenario) {
  return {
    ...(name !== '' && { scenario: name }),
    ...(title !== '' && { title }),
    design: answers[0]?.design.id ?? '',
    answers: answers.map(answerOf),
  }
}

function answerOf({ trace, design, request }: Answered) {
  const answer = vectorAnswer(trace, design, request)
  const made = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  return { ...answer, checks: answer.checks.map((check, index) => ({ ...check, ...conditionsOf(made[index]) })) }
}

function conditionsOf(check: Check | undefined) {
  const left = check === undefined ? [] : conditionsLeft(check.answer)
  if (left.length === 0) return {}
  return {
    conditions: left.map(({ effect, condition, came }) => ({ effect, condition, ...(came !== undefined && { came }) })),
  }
}

/** One JSON value a scenario: over several lines where it is the only one, else on a line of its own. */
export function forJSON(scenario: DecidedScenario, alone: boolean): string {
  return `${JSON.stringify(values(scenario), undefined, alone ? 2 : undefined)}\n`
}

/** One YAML document a scenario. */
export function forYAML(scenario: DecidedScenario, alone: boolean): string {
  return `${alone ? '' : '---\n'}${yaml(values(scenario))}`
}

/** The answers as Markdown for GitHub, with the chart and the way that was taken. */
export function forMarkdown({ name, title, answers }: DecidedScenario, alone: boolean): string {
  const heading = title === '' && !alone ? name : title
  const all = answers.map(({ trace, request, design, placeOf }) => {
    const { answer, because } = sentences(trace, request)
    const words = { answer, because: withPlaces(because, placeOf) }
    const inWords = (range: Parameters<typeof lineInWords>[0]) => placeOf({ source: range.source, line: range.line })
    return `${markdown(trace, design.graph, words, undefined, inWords)}\n`
  })
  return [...(heading === '' ? [] : [`## ${markdownText(heading)}\n`]), ...all].join('\n')
}
