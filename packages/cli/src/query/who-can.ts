import { attributesOf, visible } from '@authz-playground/engine'
import { objectName } from '@authz-playground/engine/explain'
import { customResources, type WhoCan, whoCan } from '@authz-playground/engine/query'
import type { CommandWorld } from '../command.ts'
import type { Files } from '../files.ts'
import { SCENARIO_FLAGS } from '../flag-input.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { outputOf } from '../output.ts'
import { paint, type TextStyle } from '../paint.ts'
import { refusedInput } from '../problem.ts'
import { SETTING_FLAGS } from '../settings.ts'
import {
  type AskedScenario,
  askScenarios,
  headOf,
  NOBODY_ASKS,
  namesOf,
  otherAuthorizers,
  withValues,
} from './clusters.ts'
import { NAMESPACE_FLAGS, type Question, questionOf, questionText, questionValue } from './question.ts'
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
    const questions = inWords ? [inWordsOf(words, asked)] : asked.answers.map((one) => questionOfRequest(one, asked))
    const remarks = [...otherAuthorizers(asked.cluster), ...questions.flatMap((question) => question.remarks)]
    const answers = questions.map((question, index) => {
      const found = withinLimit(asked.cluster, () => whoCan(asked.bound, question.attributes))
      if (form === 'text') return asText(question, found, asked, painted)
      return { ...(!inWords && namesOf(asked, index + 1)), ...answerValue(question, found, asked) }
    })
    return { answers, remarks }
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

function inWordsOf(words: CommandWords, { cluster: { policy, schema } }: AskedScenario): Question {
  return questionOf(words, customResources(`${policy.text}\n---\n${schema}`))
}

function questionOfRequest({ request, trace }: AskedScenario['answers'][number], { name }: AskedScenario): Question {
  const read = attributesOf(request, trace.requestor)
  if (!read.ok) throw refusedInput(name, 'The API server cannot tell what this request asks for.', read.message)
  return { attributes: read.attributes, remarks: [] }
}

function asText(
  { attributes }: Question,
  { subjects, errors }: WhoCan,
  asked: AskedScenario,
  painted: TextStyle,
): string {
  const { cluster } = asked
  const lines = subjects.flatMap(({ ways, ...subject }) => [
    painted.noun(visible(objectName(subject))),
    ...ways.map((way) => `  ${painted.quiet(wayText(way, cluster.placeOf))}`),
  ])
  return [
    ...headOf(asked),
    `who can ${visible(questionText(attributes))}`,
    '',
    ...lines,
    ...errors.map((one) => `error: ${visible(one)}`),
    '',
  ].join('\n')
}

function answerValue({ attributes }: Question, { subjects, errors }: WhoCan, { cluster }: AskedScenario) {
  return {
    question: questionValue(attributes),
    subjects: subjects.map(({ kind, namespace, name, ways }) => ({
      kind,
      ...(namespace !== '' && { namespace }),
      name,
      ways: ways.map((way) => wayValue(way, cluster.placeOf)),
    })),
    ...(errors.length > 0 && { errors }),
  }
}
