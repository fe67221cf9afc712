import { writeScenarioDocument } from '@authz-playground/engine/documents'
import { unjudged, type WideningRow, wideningRows } from '@authz-playground/engine/internal/answers'
import { withFeature } from '@authz-playground/engine/internal/cluster'
import { fallenThrough, Migration, planScenario, readiness } from '@authz-playground/engine/internal/constrain'
import {
  type ConstrainPlan,
  type FallenThrough,
  planMarkdown,
  WIDENINGS,
  type Widening,
} from '@authz-playground/engine/logs'
import type { CommandWorld } from '../command.ts'
import type { Files } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { unreadProblems } from '../logs/observe.ts'
import { logReader } from '../logs/read-logs.ts'
import { nearestOf } from '../nearest.ts'
import { outputOf, printedJSON } from '../output.ts'
import { paint } from '../paint.ts'
import { readPolicyInput } from '../policy-input.ts'
import { type CommandProblem, refusedInput } from '../problem.ts'
import { placedRemark, subjectOfWord } from '../query/question.ts'
import { diagnosticsValue, withRemarks } from '../remarks.ts'
import { SETTING_FLAGS } from '../settings.ts'
import { diffOfFiles, fileText } from '../unified-diff.ts'
import type { World } from '../world.ts'
import { type PlanOutput, planText } from './plan-text.ts'
import { planValue } from './plan-value.ts'

const FORMS = ['text', 'yaml', 'json', 'markdown', 'diff', 'scenario'] as const

export const CONSTRAIN_FLAGS: readonly Flag[] = [
  { name: 'policy', value: 'FILE,FOLDER/', many: true, help: 'RBAC objects; of a folder all YAML and JSON below it' },
  {
    name: 'log',
    value: 'FILE',
    many: true,
    help: 'audit logs, observations, or scenario documents; of a folder all files',
  },
  { name: 'second-log', value: 'FILE', many: true, help: 'a log from after the new rules were added' },
  { name: 'for', value: 'SUBJECT', many: true, help: 'only for this impersonator; all others keep what they have' },
  {
    name: 'open',
    value: WIDENINGS.join('|'),
    many: true,
    help: 'what to open beyond the log; also a list with commas',
  },
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  { name: 'whole', help: 'with -o yaml: the whole policy with the new rules, and without the legacy ones' },
  ...SETTING_FLAGS.filter(({ name }) => name !== 'design' && name !== 'assume' && name !== 'authorization-mode'),
]

/**
 * Prints the rules of constrained impersonation that a log needs. Returns 0 where everything that passed goes over, 1 where
 * something cannot or would break, 2 where anything was not understood.
 */
export async function constrainCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  if (words.has('whole') && form !== 'yaml')
    throw refusedInput('--whole', `-o ${form} does not print a policy.`, 'Write -o yaml, or leave it out.')
  const [file] = words.files
  if (file !== undefined) throw refusedInput(file, 'This is neither --policy nor --log.', `Write --log ${file}.`)
  const logs = words.all('log')
  if (logs.length === 0)
    throw refusedInput('--log', 'There is no log.', 'Write --log FILE; observe lists what is read.')
  // What a log shows was asked of a whole cluster, of which the default bindings are a part.
  const input = readPolicyInput(words, files, { defaultRoles: true })
  const widen = words.all('open').flatMap((list) => list.split(',').map(widening))
  const only = words.all('for').map((word) => subjectOfWord(word, [], input.cluster).subject)
  const reader = await logReader(logs, files, world)
  const observation = reader.impersonations()
  const second = words.all('second-log')
  const later = second.length === 0 ? undefined : (await logReader(second, files, world)).impersonations()
  const { cluster } = input
  const migration = new Migration(cluster, observation)
  const options = { widen, ...(only.length > 0 && { for: only }) }
  const plan = migration.plan(options)
  const costs = () => wideningRows(migration, options)
  const fallen = later && fallenThrough(plan, later)
  const unread = unjudged(cluster.unread, cluster.rights).map((one) => placedRemark(one, input.placeOf))
  const problems: readonly CommandProblem[] = [
    ...input.remarks,
    ...unread,
    ...unreadProblems(observation, 'warning'),
    ...(later ? unreadProblems(later, 'warning') : []),
    ...notesAbout(plan),
  ]
  world.remarks.add(problems)
  const remarks = world.remarks.of(problems)
  world.out(printed(plan, form, { words, input, fallen, costs, remarks, world }))
  if (reader.distinct === 0 || unread.length > 0) return 2
  const { breaks, fallen: missing } = readiness(plan, fallen)
  const differs = plan.impersonators.some(({ requests }) => requests.some(({ verdict }) => verdict === 'differs'))
  return breaks.length > 0 || missing.length > 0 || differs ? 1 : 0
}

interface Printing {
  readonly words: CommandWords
  readonly input: ReturnType<typeof readPolicyInput>
  readonly fallen: readonly FallenThrough[] | undefined
  readonly costs: () => readonly WideningRow[]
  readonly remarks: readonly CommandProblem[]
  readonly world: World
}

function printed(
  plan: ConstrainPlan,
  form: (typeof FORMS)[number],
  { words, input, fallen, costs, remarks, world }: Printing,
): string {
  const { cluster } = input
  const output = (): PlanOutput => ({ fallen, costs: costs(), placeOf: input.placeOf })
  const diff = (): string => diffOfFiles(input.files, cluster.policy.text, plan.whole)
  switch (form) {
    case 'text':
      return planText(plan, cluster, { ...output(), painted: paint(world.color.out) })
    case 'yaml':
      return fileText(words.has('whole') ? `${input.files[0]?.mark ?? ''}${plan.whole}` : plan.added, world)
    case 'json':
      return printedJSON({ ...planValue(plan, cluster, output()), ...diagnosticsValue(remarks) }, 2)
    case 'markdown':
      return withRemarks(planMarkdown(plan, cluster, { diff: diff(), ...(fallen && { second: fallen }) }), remarks)
    case 'diff':
      return fileText(diff(), world)
    case 'scenario': {
      const written = planScenario(plan, withFeature(cluster.settings))
      if (written === undefined)
        throw refusedInput('--log', 'No request of the log goes over, so there is nothing to expect.')
      return writeScenarioDocument(written.document)
    }
  }
}

function widening(word: string): Widening {
  const found = WIDENINGS.find((one) => one === word.trim())
  if (found !== undefined) return found
  const near = nearestOf(word, WIDENINGS)
  throw refusedInput(
    '--open',
    `“${word}” cannot be opened.`,
    near === undefined ? `There are ${WIDENINGS.join(', ')}.` : `Did you mean “${near}”?`,
  )
}

/** Names that are probably generated: their rules are out of date soon. */
const GENERATED = /-[bcdfghjklmnpqrstvwxz2456789]{5}$|[0-9a-f]{8}-[0-9a-f]{4}-/
const FEW = 20

function notesAbout({ impersonators }: ConstrainPlan): readonly CommandProblem[] {
  const names = new Set(
    impersonators.flatMap(({ roles }) =>
      roles.flatMap(({ part, rules }) => (part === 'action' ? rules.flatMap((rule) => rule.resourceNames) : [])),
    ),
  )
  const generated = [...names].filter((name) => GENERATED.test(name))
  const [example] = generated
  if (example === undefined && names.size <= FEW) return []
  const message =
    example === undefined
      ? `The rules name ${names.size} objects, and no others are allowed.`
      : `The rules name ${generated.length} objects with generated names, such as ${example}; tomorrow there are others.`
  return [{ severity: 'note', at: '', message, fix: 'Write --open names to allow any object of these resources.' }]
}
