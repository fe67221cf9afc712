import type { Cluster, PlainUser, UserInfo } from '@authz-playground/engine'
import { ofOtherDesign } from '@authz-playground/engine/internal/answers'
import { aboutDesign } from '@authz-playground/engine/internal/designs'
import { identityInWords, subjectInWords, subjectOfUsername } from '@authz-playground/engine/internal/rights'
import { type WhomCanQuestion, whomCanAnswer, whomCanSections } from '@authz-playground/engine/questions'
import type { CommandWorld } from '../command.ts'
import type { Files } from '../files.ts'
import { extraIn } from '../flag-input.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { outputOf, printedJSON } from '../output.ts'
import { paint } from '../paint.ts'
import { readPolicyInput } from '../policy-input.ts'
import { refusedInput } from '../problem.ts'
import { diagnosticsValue } from '../remarks.ts'
import { SETTING_FLAGS } from '../settings.ts'
import { printSections } from '../text-output.ts'
import { askScenarios, headOf, namesOf } from './clusters.ts'
import { placedRemark, subjectOfWord } from './question.ts'
import { withinLimit } from './ways.ts'
import { answerValue } from './whom-can-value.ts'

const FORMS = ['text', 'json', 'ndjson'] as const

export const WHOM_CAN_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  { name: 'policy', value: 'FILE,FOLDER/', many: true, help: 'RBAC objects; of a folder all YAML and JSON below it' },
  { name: 'group', value: 'NAME', many: true, help: 'a group of the user beside those that its name implies' },
  { name: 'extra', value: 'KEY=VALUE', many: true, help: 'an extra of the user, such as the node of its token' },
  { name: 'to', value: 'SUBJECT', help: 'the other direction: who can become this subject' },
  { name: 'to-group', value: 'NAME', help: 'who can be in this group' },
  { name: 'cluster-admin', help: 'who can do everything, and by which path' },
  ...SETTING_FLAGS.filter(({ name }) => name !== 'design' && name !== 'assume'),
]

/**
 * Prints whom a user can become, or who can become somebody. Returns 0, or 2 where anything was not understood. Without
 * `--policy` the arguments are scenarios, and the users are their requestors.
 */
export function whomCanCommand(words: CommandWords, files: Files, world: CommandWorld): number | Promise<number> {
  const form = outputOf(words, FORMS)
  if (words.all('policy').length === 0 && words.files.length > 0) return inScenarios(words, files, world, form)
  const { placeOf, remarks: ofPolicy, cluster } = readPolicyInput(words, files)
  const question = questionOf(words, cluster)
  const answer = withinLimit({ placeOf }, () => whomCanAnswer(question, cluster))
  const remarks = [...ofPolicy, ...answer.remarks.map((one) => placedRemark(one, placeOf))]
  world.remarks.add(remarks)
  const indent = form === 'json' ? 2 : undefined
  const value = () => ({ ...answerValue(answer, placeOf), ...diagnosticsValue(world.remarks.of(remarks)) })
  world.out(
    form === 'text'
      ? printSections(whomCanSections(answer), placeOf, paint(world.color.out))
      : printedJSON(value(), indent),
  )
  return remarks.some(({ severity }) => severity === 'error') ? 2 : 0
}

/** Asks the policy of each scenario: about its requestors, or the question of the flags. */
function inScenarios(
  words: CommandWords,
  files: Files,
  world: CommandWorld,
  form: (typeof FORMS)[number],
): Promise<number> {
  const painted = paint(world.color.out)
  return askScenarios(words, files, world, (scenario) => {
    const { cluster, placeOf } = scenario
    const asked = goalOf(words, cluster)
    const questions = asked === undefined ? scenario.answers.map(({ trace }) => aboutUser(trace.requestor)) : [asked]
    const answers = questions.map((question) => withinLimit({ placeOf }, () => whomCanAnswer(question, cluster)))
    return {
      answers: answers.map((answer, index) =>
        form === 'text'
          ? [...headOf(scenario), printSections(whomCanSections(answer), placeOf, painted)].join('\n')
          : { ...namesOf(scenario, index + 1), ...answerValue(answer, placeOf) },
      ),
      remarks: [
        ...scenario.answers.slice(0, 1).flatMap(({ trace }) => ofOtherDesign(aboutDesign(trace.design))),
        ...answers.flatMap(({ remarks }) => remarks),
      ],
    }
  })
}

function aboutUser(user: UserInfo): WhomCanQuestion {
  return { kind: 'subject', subject: subjectOfUsername(user.username), user, who: identityInWords(user) }
}

/** The one question of the flags. Throws `Refused` where there is none, or more than one. */
function questionOf(words: CommandWords, cluster: Cluster): WhomCanQuestion {
  const [word, other] = words.files
  const groups = words.all('group')
  if (other !== undefined) throw refusedInput(other, 'Two subjects are named.', 'Ask about one of them.')
  const goal = goalOf(words, cluster)
  const asksOf = word !== undefined || groups.length > 0
  const fix = 'Write one of SUBJECT, --group NAME, --to SUBJECT, --to-group NAME, --cluster-admin.'
  if (goal !== undefined && asksOf) throw refusedInput('', SEVERAL, fix)
  if (goal !== undefined) return goal
  if (!asksOf) throw refusedInput('', 'Nothing is asked.', fix)
  return askedOf(word, groups, extraIn('extra', words), cluster)
}

const SEVERAL = 'Several questions are asked at once.'

/** The question in the other direction, where a flag asks it. */
function goalOf(words: CommandWords, cluster: Cluster): WhomCanQuestion | undefined {
  const [to, toGroup] = [words.one('to'), words.one('to-group')]
  if ([to !== undefined, toGroup !== undefined, words.has('cluster-admin')].filter(Boolean).length > 1)
    throw refusedInput('', SEVERAL, 'Write one of --to SUBJECT, --to-group NAME, --cluster-admin.')
  if (words.has('cluster-admin')) return { kind: 'cluster-admin' }
  if (to !== undefined) return { kind: 'to', target: subjectOfWord(to, [], cluster).subject }
  return toGroup === undefined ? undefined : { kind: 'to', target: { kind: 'Group', name: toGroup, namespace: '' } }
}

/** The question about a subject, or about the members of groups. */
function askedOf(
  word: string | undefined,
  groups: readonly string[],
  extra: PlainUser['extra'],
  cluster: Cluster,
): WhomCanQuestion {
  const [first = ''] = groups
  const { subject, user: known } = subjectOfWord(word ?? `Group/${first}`, groups, cluster)
  const user = { ...known, ...(extra && { extra: new Map(Object.entries(extra)) }) }
  return { kind: 'subject', subject, user, who: subjectInWords(subject, 'members of group') }
}
