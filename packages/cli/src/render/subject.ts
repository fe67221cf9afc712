import { type Scenario, sentRequests } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { showing } from '@authz-playground/engine/internal/decide'
import { type AnsweredRequest, decideScenarios } from '../decision.ts'
import type { InputFile } from '../files.ts'
import type { Input } from '../input.ts'
import type { CommandProblem } from '../problem.ts'
import { type CommandSettings, withSettings } from '../settings.ts'
import { plainText } from './destination.ts'
import type { CourseInput } from './inputs.ts'
import { hashedText, lessonOf, type RenderedLesson, startOf } from './lesson.ts'

/** One request that is rendered, and the file that it comes from. */
export interface RenderSubject {
  readonly file: InputFile
  /** Shows the request that is rendered, under the settings of the command line. */
  readonly document: ScenarioDocument
  readonly answered: AnsweredRequest
  /** The lesson whose start it is; absent for a scenario. */
  readonly lesson?: RenderedLesson
}

/** The result of an input: a subject, unless a part was not understood. */
export interface ReadSubject {
  readonly subject?: RenderSubject
  readonly problems: readonly CommandProblem[]
}

/** The start of a lesson. Its settings are those of the course. Throws `Refused` where the course is not understood. */
export async function lessonSubject(
  input: CourseInput,
  settings: CommandSettings,
  number: number | undefined,
): Promise<ReadSubject> {
  const lesson = lessonOf(input)
  const { subject, problems } = await renderSubject(startOf(lesson), settings, number)
  if (subject === undefined) return { problems }
  const file = { name: subject.file.name, text: hashedText(input, plainText) }
  return { subject: { ...subject, file, lesson }, problems }
}

/** The subject of an input. `number`: the number of the request, from 1; by default the one that the file shows. */
export async function renderSubject(
  input: Input,
  settings: CommandSettings,
  number: number | undefined,
): Promise<ReadSubject> {
  const { name } = input
  const wrong = (message: string, fix: string): ReadSubject => ({
    problems: [{ severity: 'error', at: name, message, fix }],
  })
  if (input.kind === 'vectors') {
    return wrong('This is a vectors file, and a picture shows one scenario.', 'Write a scenario document.')
  }
  const scenario: Scenario = withSettings(input.document.scenario, settings)
  const count = sentRequests(scenario).length
  const index = number === undefined ? (scenario.earlier?.length ?? 0) : number - 1
  const shown = showing(scenario, index)
  if (shown === undefined) {
    return wrong(`There is no request ${number}: there ${count === 1 ? 'is 1' : `are ${count}`}.`, `Write --request 1.`)
  }
  const { value: decided } = await decideScenarios(input, settings).next()
  const answered = decided?.answers[index]
  const problems = decided?.problems ?? []
  if (answered === undefined) return { problems }
  const { title, explanation } = input.document
  return {
    subject: {
      file: { name, text: input.text },
      // The expectations and the first shown step belong to the request and the design of the file.
      document: { title, explanation, scenario: shown, expect: [] },
      answered,
    },
    problems,
  }
}
