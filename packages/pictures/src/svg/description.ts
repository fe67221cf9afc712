import { plainText, questionInWords, sentences } from '@authz-playground/engine'
import { visibleLine } from '@authz-playground/engine/internal/words'
import { narrated, type Story, storyOf } from '../playing/narration.ts'
import { counted } from '../words/counted.ts'
import type { PictureInput } from './picture-input.ts'

/** The most steps in the description; a request with many groups makes thousands. */
const MOST_STEPS = 100

/** The story of a picture’s request. */
export function storyOfInput({ design, trace }: Pick<PictureInput, 'design' | 'trace'>): Story {
  const checks = trace.steps.flatMap(({ check }, step) => (check ? [{ step, question: questionInWords(check) }] : []))
  return storyOf({ trace, checks, design })
}

/** The picture in words, for people who do not see it: the whole answer, the request, and the steps. */
export function description(input: PictureInput): string {
  const { design, trace, request, title, caveat } = input
  const { answer, because } = sentences(trace, request)
  const { steps } = trace
  const story = storyOfInput(input)
  const sentencesOfSteps = steps.slice(0, MOST_STEPS).map((_, at) => `${at + 1}. ${plainText(narrated(story, at))}`)
  const lines = [
    ...(title === undefined ? [] : [title]),
    ...(caveat === undefined ? [] : [caveat]),
    `${plainText(answer)} ${plainText(because)}`,
    `Request: ${request.method} ${request.target}`,
    `Design: ${design.title}`,
    'Steps:',
    ...sentencesOfSteps,
    ...(steps.length > MOST_STEPS ? [`and ${counted(steps.length - MOST_STEPS, 'step')} more.`] : []),
  ]
  return lines.map(visibleLine).join('\n')
}
