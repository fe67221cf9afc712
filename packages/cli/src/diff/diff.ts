import type { ClusterSettings } from '@authz-playground/engine'
import { diffAnswer } from '@authz-playground/engine/internal/answers'
import { gatesOf } from '@authz-playground/engine/internal/cluster'
import { NEWEST_VERSION } from '@authz-playground/engine/internal/kube'
import { requestsDiff } from '@authz-playground/engine/internal/policy-diff'
import { finished } from '@authz-playground/engine/internal/text'
import { diffMarkdown } from '@authz-playground/engine/policy'
import type { CommandWorld } from '../command.ts'
import type { Files } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { unreadProblems } from '../logs/observe.ts'
import { readLogs } from '../logs/read-logs.ts'
import { outputOf, printedJSON } from '../output.ts'
import { paint } from '../paint.ts'
import { type CommandProblem, distinct, refusedInput } from '../problem.ts'
import { placedRemark } from '../query/question.ts'
import { withinLimit } from '../query/ways.ts'
import { diagnosticsValue, withRemarks } from '../remarks.ts'
import { type ComparedSide, readCommandSettings, SETTING_FLAGS, SIDE_FLAGS } from '../settings.ts'
import type { World } from '../world.ts'
import {
  authorizationModesIn,
  type ComparedPolicies,
  comparedCluster,
  comparedTexts,
  defaultRolesIn,
} from './compared-policy.ts'
import { diffText } from './diff-text.ts'
import { diffValue } from './diff-value.ts'

const FORMS = ['text', 'markdown', 'json'] as const

export const DIFF_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  {
    name: 'log',
    value: 'FILE',
    many: true,
    help: 'audit logs or observations: which of their requests are answered otherwise',
  },
  {
    name: 'requests',
    value: 'FILE',
    many: true,
    help: 'scenario documents or vectors files, of which only the requests count',
  },
  ...SETTING_FLAGS.filter(({ name }) => !['design', 'assume'].includes(name)),
  ...SIDE_FLAGS,
]

/**
 * Prints what a change of policy changes. Returns 0 where no request is answered otherwise, 1 where one is, 2 where anything
 * was not understood.
 */
export async function diffCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const [old, now] = comparedPolicies(words)
  const [oldTexts, newTexts] = [comparedTexts(old, files), comparedTexts(now, files)]
  const defaultRoles = defaultRolesIn(oldTexts, newTexts)
  const [oldModes, newModes] = [authorizationModesIn(oldTexts, old), authorizationModesIn(newTexts, now)]
  const before = comparedCluster(
    oldTexts,
    sideSettings(words, 'from', { defaultRoles, authorizationModes: oldModes ?? newModes }),
  )
  const after = comparedCluster(
    newTexts,
    sideSettings(words, 'to', { defaultRoles, authorizationModes: newModes ?? oldModes }),
  )
  const answer = withinLimit(after, () => finished(diffAnswer(before.cluster, after.cluster)))
  const logs = [...words.all('log'), ...words.all('requests')]
  const observation = logs.length === 0 ? undefined : await readLogs(logs, files, world)
  const requests = observation && requestsDiff(observation.requests, before.cluster, after.cluster)
  const problems = [
    ...before.remarks,
    ...after.remarks,
    ...answer.unjudged.before.map((one) => placedRemark(one, before.placeOf)),
    ...answer.unjudged.after.map((one) => placedRemark(one, after.placeOf)),
    ...answer.notCompared.map((one) => placedRemark(one, after.placeOf)),
    ...(observation ? unreadProblems(observation, 'error') : []),
  ]
  if (observation?.requests.length === 0) problems.push(NO_REQUESTS)
  world.remarks.add(problems)
  const compared: ComparedPolicies = { answer, before, after, ...(requests && { requests }) }
  world.out(printed(compared, form, world.remarks.of(distinct(problems)), world))
  const isUnread = problems.some(({ severity }) => severity === 'error')
  if (isUnread) return 2
  const rulesDiffer = answer.objects.some(({ kind }) => kind === 'ClusterAccessRule')
  return !answer.changes && !rulesDiffer && (requests?.changed.length ?? 0) === 0 ? 0 : 1
}

/** Two policies; or one, twice, where the two clusters have flags of their own. */
function comparedPolicies(words: CommandWords): readonly [old: string, now: string] {
  const [old, now, more] = words.files
  const hasSides = SIDE_FLAGS.some(({ name }) => words.one(name) !== undefined)
  if (old !== undefined && more === undefined && (now !== undefined || hasSides)) return [old, now ?? old]
  throw refusedInput(
    more ?? '',
    'Two policies are expected, or one and two versions.',
    'Write diff OLD NEW, or diff POLICY --from-version 1.34 --to-version 1.36; several files of one policy have commas.',
  )
}

/** @param usual what the scenario documents say, where no flag says otherwise */
function sideSettings(
  words: CommandWords,
  side: ComparedSide,
  usual: { readonly [Name in 'defaultRoles' | 'authorizationModes']: ClusterSettings[Name] | undefined },
): ClusterSettings {
  const {
    version = NEWEST_VERSION,
    defaultRoles = usual.defaultRoles,
    authorizationModes = usual.authorizationModes ?? ['RBAC'],
    ...given
  } = readCommandSettings(words, side)
  return {
    version,
    authorizationModes,
    ...gatesOf(given),
    ...(defaultRoles !== undefined && { defaultRoles }),
  }
}

const NO_REQUESTS: CommandProblem = { severity: 'error', at: '', message: 'The logs have no request.' }

function printed(
  compared: ComparedPolicies,
  form: (typeof FORMS)[number],
  remarks: readonly CommandProblem[],
  world: World,
): string {
  const { answer, before, after, requests } = compared
  if (form === 'json') return printedJSON({ ...diffValue(compared), ...diagnosticsValue(remarks) }, 2)
  if (form === 'text') return diffText(compared, paint(world.color.out))
  const markdown = diffMarkdown(answer.diff, {
    placeOf: (range, side) => (side === 'before' ? before : after).placeOf(range),
    ...(requests && { requests }),
  })
  return withRemarks(markdown, remarks)
}
