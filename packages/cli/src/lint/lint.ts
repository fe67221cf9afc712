import {
  assumptionsOf,
  defaultRoles,
  loadDesigns,
  type Policy,
  readPolicy,
  type Severity,
} from '@authz-playground/engine'
import { unreadRemarks } from '@authz-playground/engine/internal/answers'
import { gatesOf, mayNeedDefaultRoles, readingIn } from '@authz-playground/engine/internal/cluster'
import { NEWEST_VERSION } from '@authz-playground/engine/internal/kube'
import { isRuleName, lintDesign, RULE_NAMES } from '@authz-playground/engine/internal/lint'
import { visibleLine } from '@authz-playground/engine/internal/words'
import { type Finding, type LintContext, lintPolicies, lintPolicy } from '@authz-playground/engine/policy'
import type { Remark } from '@authz-playground/engine/questions'
import type { CommandWorld } from '../command.ts'
import { type Files, written } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { nearestOf } from '../nearest.ts'
import { outputOf } from '../output.ts'
import { paint } from '../paint.ts'
import { type CommandProblem, problemOf, refusedInput } from '../problem.ts'
import { type CommandSettings, readCommandSettings, SETTING_FLAGS } from '../settings.ts'
import { fileText, unifiedDiff } from '../unified-diff.ts'
import type { World } from '../world.ts'
import { lintJSON, lintJUnit, lintText } from './lint-output.ts'
import { errorsIn, type LintedFile, lineIn, placeIn } from './linted-file.ts'
import { mended } from './mend.ts'
import { type LintedText, policiesAt } from './policies.ts'
import { lintSARIF } from './sarif.ts'

const FORMS = ['text', 'json', 'sarif', 'junit'] as const
const SEVERITIES = ['off', 'note', 'warning', 'error'] as const
type Level = (typeof SEVERITIES)[number]

export const LINT_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  {
    name: 'rule',
    value: `NAME=${SEVERITIES.join('|')}`,
    many: true,
    help: 'another severity for a rule; “off” leaves it out. May be given several times',
  },
  { name: 'design', value: 'ID', help: 'the design whose verbs of impersonation count; constrained by default' },
  ...SETTING_FLAGS.filter(({ name }) => ['kubernetes-version', 'feature-gates'].includes(name)),
  { name: 'fix', help: 'mend the files in place, where no decision is needed, and print what is left' },
  { name: 'diff', help: 'print what --fix would change, and change nothing' },
]

/**
 * Prints the mistakes in policies. Returns 0 where there are none but notes, 1 where there are warnings or errors, 2 where a file
 * cannot be read or the API server refuses it.
 */
export async function lintCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const levels = levelsOf(words.all('rule'))
  const settings = readCommandSettings(words)
  const [fix, diff] = [words.has('fix'), words.has('diff')]
  if (words.files.length === 0) {
    throw refusedInput('', 'No file or folder is named.', 'Name them, or - for standard input: lint rbac/')
  }
  if (fix && diff) throw refusedInput('--diff', '--fix changes the files, and --diff does not.', 'Keep one of them.')
  if (fix && words.files.includes('-')) {
    throw refusedInput('--fix', 'Standard input cannot be changed.', 'Use --diff, or name a file.')
  }
  const { texts, problems } = policiesAt(words.files, files, settings)
  world.remarks.add(problems)
  const isUnread = problems.some(({ severity }) => severity === 'error')
  if (isUnread && texts.length === 0) return 2
  const inside = texts.find(({ within }) => within !== undefined)
  if (fix && inside !== undefined) {
    throw refusedInput(
      inside.name,
      '--fix changes files that are policies; this one has its policy inside.',
      'Use --diff.',
    )
  }
  const packed = texts.find(({ compressed }) => compressed)
  if (fix && packed !== undefined) {
    throw refusedInput(
      packed.name,
      '--fix changes texts, and this file is compressed.',
      'Use --diff, or uncompress it.',
    )
  }
  const piped = texts.find(({ name }) => fix && world.size(name) === undefined)
  if (piped !== undefined) {
    throw refusedInput(piped.name, '--fix changes files, and this is a pipe or a device.', 'Use --diff.')
  }
  const contexts = await contextsOf(texts, settings)
  const lint = (all: readonly LintedText[]) => lintFiles(all, levels, contexts)
  const before = lint(texts)
  if (diff) {
    const after = mended(before, lint)
    for (const [index, { file }] of before.entries()) {
      const text = after[index]?.file.text ?? file.text
      if (text === file.text) continue
      const diff = unifiedDiff(file.text, text, file.within ? `${file.name}: policy` : file.name)
      world.out(fileText(diff, world))
    }
    world.remarks.add(after.flatMap(errorsIn))
    return isUnread ? 2 : statusOf(before)
  }
  const { left, unwritten } = fix ? writeChanged(before, mended(before, lint), world) : { left: before, unwritten: [] }
  world.remarks.add(unwritten)
  const notRead = remarksOnFiles(left)
  world.remarks.add(notRead)
  world.out(printed(left, form, world.remarks.of([...problems, ...unwritten, ...notRead]), world))
  return isUnread || unwritten.length > 0 ? 2 : statusOf(left)
}

function printed(
  linted: readonly LintedFile[],
  form: (typeof FORMS)[number],
  remarks: readonly CommandProblem[],
  world: World,
): string {
  switch (form) {
    case 'text':
      return lintText(linted, paint(world.color.out))
    case 'json':
      return lintJSON(linted, remarks)
    case 'sarif':
      return lintSARIF(linted, remarks)
    case 'junit':
      return lintJUnit(linted, remarks)
  }
}

/** What was not read of files. Each policy inside a file is on its own. */
function remarksOnFiles(linted: readonly LintedFile[]): readonly CommandProblem[] {
  const files = linted.filter(({ file }) => file.within === undefined)
  const inside = linted.filter(({ file }) => file.within !== undefined)
  return [files, ...inside.map((one) => [one])].flatMap((together) =>
    // A file that is linted is expected to have a policy; a scenario may do without one.
    unreadRemarks(
      together.map(({ policy }) => policy),
      { expectsPolicy: together === files && files.length > 0 },
    ).map(({ index, ...remark }) => problemOf(remark, placeOfRemark(together[index], remark))),
  )
}

function placeOfRemark(linted: LintedFile | undefined, { range, fromHere }: Remark): string {
  if (linted === undefined || range === undefined) return linted?.file.name ?? ''
  return fromHere ? lineIn(linted.file, range) : placeIn(linted.file, range)
}

async function contextOf(id: string): Promise<LintContext> {
  const design = (await loadDesigns()).find((one) => one.id === id)
  return design === undefined ? {} : { design: lintDesign(design, assumptionsOf(design, undefined)) }
}

/** What counts for each policy: the design and the cluster of its scenario or, for a file, of the flags. */
async function contextsOf(
  texts: readonly LintedText[],
  { design: chosen, version, ...given }: CommandSettings,
): Promise<Contexts> {
  const designs = new Map<string, LintContext>()
  for (const id of [chosen, ...texts.map(({ within }) => within?.design)]) {
    if (id !== undefined && !designs.has(id)) designs.set(id, await contextOf(id))
  }
  const cluster = {
    version: version ?? NEWEST_VERSION,
    ...gatesOf(given),
  }
  return {
    files: { ...designs.get(chosen ?? ''), cluster, defaults: defaultRoles(cluster.version) },
    of: ({ design = '', cluster }) => ({
      ...designs.get(design),
      cluster,
      ...(cluster.defaultRoles !== false && { defaults: defaultRoles(cluster.version) }),
    }),
  }
}

interface Contexts {
  /** Of files that are policies, which may refer to each other. */
  readonly files: LintContext
  readonly of: (within: NonNullable<LintedText['within']>) => LintContext
}

function lintFiles(
  texts: readonly LintedText[],
  levels: ReadonlyMap<string, Level>,
  contexts: Contexts,
): readonly LintedFile[] {
  const policies = texts.map(({ text, within }) => {
    const settings = within?.cluster ?? { version: contexts.files.cluster?.version ?? NEWEST_VERSION }
    const needed = mayNeedDefaultRoles(settings, text) ? defaultRoles(settings.version) : undefined
    return readPolicy(text, readingIn(settings, needed))
  })
  const files = policies.filter((_, index) => texts[index]?.within === undefined)
  const together = new Map(lintPolicies(files, contexts.files).map((found, index) => [files[index], found]))
  return texts.map((file, index) => ({
    file,
    policy: policies[index] as Policy,
    findings: (file.within === undefined
      ? (together.get(policies[index]) ?? [])
      : lintPolicy(policies[index] as Policy, contexts.of(file.within))
    ).flatMap((finding): readonly Finding[] => {
      const level = levels.get(finding.code)
      if (level === 'off') return []
      return [level === undefined ? finding : { ...finding, severity: level }]
    }),
  }))
}

function levelsOf(given: readonly string[]): ReadonlyMap<string, Level> {
  return new Map(
    given.map((word): readonly [string, Level] => {
      const [name = '', level = ''] = word.split('=')
      if (!isRuleName(name)) {
        const near = nearestOf(name, RULE_NAMES)
        const fix = near === undefined ? 'docs/lint/README.md lists them.' : `Did you mean “${near}”?`
        throw refusedInput('--rule', `There is no rule “${name}”.`, fix)
      }
      const wanted = SEVERITIES.find((one) => one === level)
      if (wanted === undefined) {
        throw refusedInput('--rule', `“${word}” names no severity.`, `Write ${name}=off, =note, =warning or =error.`)
      }
      return [name, wanted]
    }),
  )
}

/** Writes the files that are mended, and prints which. `left`: what there is now, with the files that could not be written as they were. */
function writeChanged(
  before: readonly LintedFile[],
  after: readonly LintedFile[],
  world: World,
): { readonly left: readonly LintedFile[]; readonly unwritten: readonly CommandProblem[] } {
  const unwritten: CommandProblem[] = []
  const changed: string[] = []
  const left = before.map((old, index) => {
    const mended = after[index] ?? old
    if (mended.file.text === old.file.text) return mended
    const { name, mark = '' } = old.file
    const now = contentOf(name, world)
    // The file may be named twice.
    if (now === mark + mended.file.text) return mended
    const problem =
      now === mark + old.file.text ? written(name, [mark + mended.file.text], world) : CHANGED_MEANWHILE(name)
    if (problem === undefined) changed.push(name)
    else unwritten.push(problem)
    return problem === undefined ? mended : old
  })
  const names = changed.length === 0 ? '' : `: ${changed.map(visibleLine).join(', ')}`
  world.err(`${changed.length} ${changed.length === 1 ? 'file was' : 'files were'} changed${names}.\n`)
  return { left, unwritten }
}

const CHANGED_MEANWHILE = (at: string): CommandProblem => ({
  severity: 'error',
  at,
  message: 'This has changed since it was read, and is left as it is.',
  fix: 'Run the command again.',
})

/** The text of a file, with its mark; undefined where it cannot be read any more. */
function contentOf(name: string, world: World): string | undefined {
  try {
    return Buffer.from(world.readFile(name)).toString()
  } catch {
    return undefined
  }
}

function statusOf(linted: readonly LintedFile[]): number {
  if (linted.some((one) => errorsIn(one).length > 0)) return 2
  const counts: readonly Severity[] = ['warning', 'error']
  return linted.some(({ findings }) => findings.some(({ severity }) => counts.includes(severity))) ? 1 : 0
}
