import { attributesOf, plainText, type ReadAction } from '@authz-playground/engine'
import { visibleLine } from '@authz-playground/engine/internal/words'
import { discoveryOf, type WhoCanAnswer, whoCanAnswer } from '@authz-playground/engine/questions'
import type { CommandWorld } from '../command.ts'
import type { Files } from '../files.ts'
import { SCENARIO_FLAGS } from '../flag-input.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { outputOf } from '../output.ts'
import { paint, type TextStyle } from '../paint.ts'
import { refusedInput } from '../problem.ts'
import { SETTING_FLAGS } from '../settings.ts'
import { type AskedScenario, askScenarios, headOf, NOBODY_ASKS, namesOf, withValues } from './clusters.ts'
import { NAMESPACE_FLAGS, questionOf, questionValue } from './question.ts'
import { wayText, wayValue, withinLimit } from './ways.ts'

const FORMS = ['text', 'json', 'ndjson'] as const

export const WHO_CAN_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  ...NAMESPACE_FLAGS,
  { name: 'subresource', value: 'NAME', help: 'a subresource, such as log' },
  ...SETTING_FLAGS,
  ...SCENARIO_FLAGS,
]

/** Prints the subjects that may do something, with every binding that allows it. Returns 0, or 2 where anything was not read. */
export function whoCanCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const painted = paint(world.color.out)
  const inWords = asksInWords(words)
  return askScenarios(inWords ? inRequest(words) : requestOf(words), files, world, (asked) => {
    const questions = inWords
      ? [questionOf(words, discoveryOf(asked.cluster))]
      : asked.answers.map((one) => questionOfRequest(one, asked))
    const found = questions.map((question) => withinLimit(asked, () => whoCanAnswer(question, asked.cluster)))
    const answers = found.map((answer, index) => {
      if (form === 'text') return asText(answer, asked, painted)
      return { ...(!inWords && namesOf(asked, index + 1)), ...answerValue(answer, asked) }
    })
    return { answers, remarks: found.flatMap(({ remarks }) => remarks) }
  })
}

/** Whether the words are `VERB RESOURCE`: then the policy comes from flags, and no request does. */
function asksInWords(words: CommandWords): boolean {
  const requests = ['request', 'from'].some((flag) => words.one(flag) !== undefined) || words.command !== undefined
  const asks = words.all('policy').length > 0 && !requests
  const misplaced = ['namespace', 'all-namespaces', 'subresource'].find((flag) => words.all(flag).length > 0)
  if (!asks && misplaced !== undefined) {
    const fix = 'Write who-can VERB RESOURCE --policy FILE, or leave the flag out.'
    throw refusedInput(`--${misplaced}`, 'This flag belongs to a question in words.', fix)
  }
  return asks
}

/** The user of the request does not count, so it need not be named. */
function requestOf(words: CommandWords): CommandWords {
  const describes = words.one('request') !== undefined || words.command !== undefined
  return describes && words.one('user') === undefined ? withValues(words, NOBODY_ASKS) : words
}

/** The policy of the flags with some request, which is not the question. */
function inRequest(words: CommandWords): CommandWords {
  return { ...withValues(words, { ...NOBODY_ASKS, request: ['GET /version'] }), files: [] }
}

function questionOfRequest({ request, trace }: AskedScenario['answers'][number], { name }: AskedScenario): ReadAction {
  const read = attributesOf(request, trace.requestor)
  if (!read.ok) throw refusedInput(name, 'The API server cannot tell what this request asks for.', read.message)
  return { attributes: read.attributes, remarks: [] }
}

function asText({ sections, errors }: WhoCanAnswer, asked: AskedScenario, painted: TextStyle): string {
  const [{ heading, rows }] = sections
  const lines = rows.flatMap(({ words, evidence }) => [
    painted.words(words),
    ...evidence.map((way) => `  ${painted.quiet(wayText(way, asked.placeOf))}`),
  ])
  return [
    ...headOf(asked),
    visibleLine(plainText(heading)),
    '',
    ...lines,
    ...errors.map((one) => `error: ${visibleLine(one)}`),
    '',
  ].join('\n')
}

function answerValue({ attributes, sections: [{ rows }], errors }: WhoCanAnswer, { placeOf }: AskedScenario) {
  return {
    question: questionValue(attributes),
    subjects: rows.map(({ subject: { kind, namespace, name }, evidence }) => ({
      kind,
      ...(namespace !== '' && { namespace }),
      name,
      ways: evidence.map((way) => wayValue(way, placeOf)),
    })),
    ...(errors.length > 0 && { errors }),
  }
}
