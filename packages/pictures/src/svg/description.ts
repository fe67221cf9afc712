import { plainText, questionInWords, sentences } from '@authz-playground/engine'
import { narrated, type Story, storyOf } from '../playing/narration.ts'
import { counted } from '../words/counted.ts'
import type { PictureInput } from './picture-input.ts'

/** So many steps are told; a request with many groups makes thousands. */
const TOLD = 100

/** The story of a picture’s request. */
export function storyOfInput({ design, trace }: Pick<PictureInput, 'design' | 'trace'>): Story {
  const checks = trace.steps.flatMap(({ check }, step) => (check ? [{ step, question: questionInWords(check) }] : []))
  return storyOf({ trace, checks, design })
}

/** The picture in words, for whoever does not see it: the answer in full, the request, and every step. */
export function description(input: PictureInput): string {
  const { design, trace, request, title, caveat } = input
  const { answer, because } = sentences(trace, request)
  const { steps } = trace
  const story = storyOfInput(input)
  const told = steps.slice(0, TOLD).map((_, at) => `${at + 1}. ${plainText(narrated(story, at))}`)
  return [
    ...(title === undefined ? [] : [title]),
    ...(caveat === undefined ? [] : [caveat]),
    `${plainText(answer)} ${plainText(because)}`,
    `Request: ${request.method} ${request.target}`,
    `Design: ${design.title}`,
    'Steps:',
    ...told,
    ...(steps.length > TOLD ? [`and ${counted(steps.length - TOLD, 'step')} more.`] : []),
  ].join('\n')
}
