import {
  type ClusterSettings,
  identityInWords,
  type PlainUser,
  type RichText,
  type UserInfo,
  userInfo,
} from '@authz-playground/engine'
import {
  type BecomingTarget,
  BeyondLimit,
  becomerInWords,
  becoming,
  becomingInWords,
  becomingOf,
  equivalents,
  equivalentsOf,
  type Goal,
  notReadInWords,
  pathInWords,
  pathsTo,
  pathTo,
  rightsOf,
  type SubjectName,
  subjectInWords,
  subjectOfUser,
  userOfSubject,
  wayInWords,
} from '@authz-playground/engine/query'
import type { CommandWorld } from './command.ts'
import type { Files } from './files.ts'
import { extraIn } from './flag-input.ts'
import type { CommandWords, Flag } from './flags.ts'
import { outputOf } from './output.ts'
import { paint } from './paint.ts'
import { clusterAdmin, type PolicyInput, readPolicyInput } from './policy-input.ts'
import { type CommandProblem, refusedInput } from './problem.ts'
import { askScenarios, headOf, namesOf, withRBAC } from './query/clusters.ts'
import { diagnosticsValue } from './remarks.ts'
import { SETTING_FLAGS } from './settings.ts'
import { type Answered, answerValue, printAnswered, type WordedPath } from './whom-can-output.ts'

const FORMS = ['text', 'json', 'ndjson'] as const

export const WHOM_CAN_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  { name: 'policy', value: 'FILE,FOLDER/', many: true, help: 'RBAC objects; of a folder all YAML and JSON below it' },
  { name: 'group', value: 'NAME', many: true, help: 'a group of the user beside those that its name implies' },
  { name: 'extra', value: 'KEY=VALUE', many: true, help: 'an extra of the user, such as the node of its token' },
  { name: 'to', value: 'USERNAME', help: 'the other direction: who can become this user' },
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
  const question = questionOf(words)
  const input = readPolicyInput(words, files)
  const answered = answerWithin(question, input)
  const remarks = [...input.remarks, ...notesOn(input.cluster)]
  world.remarks.add(remarks)
  const indent = form === 'json' ? 2 : undefined
  world.out(
    form === 'text'
      ? printAnswered(answered, input.placeOf, paint(world.color.out))
      : `${JSON.stringify({ ...answerValue(answered, input.placeOf), ...diagnosticsValue(world.remarks.of(remarks)) }, undefined, indent)}\n`,
  )
  return 0
}

/** Asks the policy of each scenario: about its requestors, or the question of the flags. */
function inScenarios(
  words: CommandWords,
  files: Files,
  world: CommandWorld,
  form: (typeof FORMS)[number],
): Promise<number> {
  const asked = goalOf(words)
  const painted = paint(world.color.out)
  return askScenarios(words, files, world, (scenario) => {
    const { cluster, answers } = scenario
    const { settings, placeOf, defaultRoles = clusterAdmin() } = cluster
    const bound = rightsOf(withRBAC(cluster), defaultRoles)
    const questions = asked === undefined ? answers.map(({ trace }) => aboutUser(trace.requestor)) : [asked]
    return {
      answers: questions.map((question, index) => {
        const answered = answerWithin(question, { bound, cluster: settings, placeOf })
        return form === 'text'
          ? [...headOf(scenario), printAnswered(answered, placeOf, painted)].join('\n')
          : { ...namesOf(scenario, index + 1), ...answerValue(answered, placeOf) }
      }),
      remarks: notesOn(settings),
    }
  })
}

function aboutUser(user: UserInfo): Question {
  return { kind: 'subject', user, who: identityInWords(user) }
}

/** What the answers do not tell. */
function notesOn(cluster: ClusterSettings): readonly CommandProblem[] {
  return notReadInWords(cluster).map((words) => ({ severity: 'note', at: '', message: paint(false).words(words) }))
}

type SubjectGoal = Extract<Goal, { kind: 'subject' }>

type Question =
  | { readonly kind: 'subject'; readonly user: UserInfo; readonly who: RichText }
  | { readonly kind: 'to'; readonly target: BecomingTarget; readonly goal: SubjectGoal; readonly whom: RichText }
  | { readonly kind: 'cluster-admin' }

/** The one question of the flags. Throws `Refused` where there is none, or more than one. */
function questionOf(words: CommandWords): Question {
  const [username, other] = words.files
  const groups = words.all('group')
  if (other !== undefined) throw refusedInput(other, 'Two users are named.', 'Ask about one of them.')
  const goal = goalOf(words)
  const asksOf = username !== undefined || groups.length > 0
  const fix = 'Write one of USERNAME, --group NAME, --to USERNAME, --to-group NAME, --cluster-admin.'
  if (goal !== undefined && asksOf) throw refusedInput('', SEVERAL, fix)
  if (goal !== undefined) return goal
  if (!asksOf) throw refusedInput('', 'Nothing is asked.', fix)
  return askedOf(username, groups, extraIn('extra', words))
}

const SEVERAL = 'Several questions are asked at once.'

/** The question in the other direction, where a flag asks it. */
function goalOf(words: CommandWords): Question | undefined {
  const [to, toGroup] = [words.one('to'), words.one('to-group')]
  if ([to !== undefined, toGroup !== undefined, words.has('cluster-admin')].filter(Boolean).length > 1)
    throw refusedInput('', SEVERAL, 'Write one of --to USERNAME, --to-group NAME, --cluster-admin.')
  if (words.has('cluster-admin')) return { kind: 'cluster-admin' }
  if (to !== undefined) {
    const target: BecomingTarget = { kind: 'user', user: userInfo({ username: to }) }
    return {
      kind: 'to',
      target,
      goal: { kind: 'subject', subject: subjectOfUser(to) },
      whom: identityInWords({ username: to }),
    }
  }
  if (toGroup !== undefined) {
    const subject: SubjectName = { kind: 'Group', name: toGroup, namespace: '' }
    const whom: RichText = ['a user in group ', { code: toGroup }]
    return { kind: 'to', target: { kind: 'group', group: toGroup }, goal: { kind: 'subject', subject }, whom }
  }
  return undefined
}

/** The question about a user, or about the members of groups. */
function askedOf(username: string | undefined, groups: readonly string[], extra: PlainUser['extra']): Question {
  const [first = ''] = groups
  const subject: SubjectName =
    username === undefined ? { kind: 'Group', name: first, namespace: '' } : subjectOfUser(username)
  const known = userOfSubject(subject)
  const user = {
    ...known,
    groups: [...new Set([...known.groups, ...groups])],
    ...(extra && { extra: new Map(Object.entries(extra)) }),
  }
  return { kind: 'subject', user, who: subjectInWords(subject) }
}

type AskedPolicy = Pick<PolicyInput, 'bound' | 'cluster' | 'placeOf'>

/** Refuses a policy that takes too long. */
function answerWithin(question: Question, input: AskedPolicy): Answered {
  try {
    return answerTo(question, input)
  } catch (error) {
    if (!(error instanceof BeyondLimit)) throw error
    const { message, fix } = error.problem
    const at = error.range === undefined ? '' : input.placeOf(error.range)
    throw refusedInput(at, message, fix)
  }
}

const ADMIN: Goal = { kind: 'everything' }

function answerTo(question: Question, { bound, cluster }: AskedPolicy): Answered {
  const paths = (goal: Goal, to: RichText): readonly WordedPath[] =>
    pathsTo(goal, bound, cluster).map((path) => ({
      path,
      words: pathInWords(path, subjectInWords(path.subject), to),
    }))
  switch (question.kind) {
    case 'cluster-admin':
      return { kind: 'cluster-admin', paths: paths(ADMIN, ['do everything']) }
    case 'to': {
      const { target, goal, whom } = question
      return {
        kind: 'to',
        target,
        whom,
        becomers: becomingOf(bound, target, cluster).map((becomer) => ({
          becomer,
          words: becomerInWords(becomer, target),
        })),
        ways: equivalentsOf(bound, goal.subject, cluster).map((one) => ({
          ...one,
          words: wayInWords(one.way, subjectInWords(one.subject)),
        })),
        paths: paths(goal, ['become ', ...whom]).filter(({ path }) => path.steps.length > 1),
      }
    }
    case 'subject': {
      const { user, who } = question
      const from = becoming(bound, user, cluster)
      const path = pathTo(ADMIN, user, bound, cluster)
      return {
        kind: 'subject',
        user,
        who,
        modes: from.modes,
        rows: becomingInWords(from, who),
        ways: equivalents(bound, user, cluster).map((way) => ({ way, words: wayInWords(way, who) })),
        ...(path && { path: { path, words: pathInWords(path, who) } }),
      }
    }
  }
}
