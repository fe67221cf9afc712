import { assumptionsOf, loadDesigns, type Policy, readPolicy, type Severity } from '@authz-playground/engine'
import {
  type Finding,
  isRuleName,
  LINT_RULES,
  type LintContext,
  lintDesign,
  lintPolicies,
  type RuleName,
} from '@authz-playground/engine/lint'
import type { Files, InputFile } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { nearestOf } from '../nearest.ts'
import { outputOf } from '../output.ts'
import { paint, printProblems } from '../paint.ts'
import { refusedInput } from '../problem.ts'
import { knownDesign } from '../settings.ts'
import { unifiedDiff } from '../unified-diff.ts'
import type { World } from '../world.ts'
import { lintJSON, lintJUnit, lintText } from './lint-output.ts'
import { errorsIn, type LintedFile } from './linted-file.ts'
import { mended } from './mend.ts'
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
  { name: 'fix', help: 'mend the files in place, where no decision is needed, and print what is left' },
  { name: 'diff', help: 'print what --fix would change, and change nothing' },
]

/**
 * Prints the mistakes in policies. Returns 0 where there are none but notes, 1 where there are warnings or errors, 2 where a file
 * cannot be read or the API server refuses it.
 */
export async function lintCommand(words: CommandWords, files: Files, world: World): Promise<number> {
  const form = outputOf(words, FORMS)
  const levels = levelsOf(words.all('rule'))
  const context = await contextOf(words.one('design'))
  const [fix, diff] = [words.has('fix'), words.has('diff')]
  if (words.files.length === 0) {
    throw refusedInput('', 'No file or folder is named.', 'Name them, or - for standard input: lint rbac/')
  }
  if (fix && diff) throw refusedInput('--diff', '--fix changes the files, and --diff does not.', 'Keep one of them.')
  if (fix && words.files.includes('-')) {
    throw refusedInput('--fix', 'Standard input cannot be changed.', 'Use --diff, or name a file.')
  }
  const { texts, remarks } = files.texts(words.files)
  if (remarks.length > 0) world.err(printProblems(remarks, paint(world.color.err)))
  const lint = (all: readonly InputFile[]) => lintFiles(all, levels, context)
  const before = lint(texts)
  if (diff) {
    const after = mended(before, lint)
    for (const [index, { file }] of before.entries()) {
      const text = after[index]?.file.text ?? file.text
      if (text !== file.text) world.out(unifiedDiff(file.text, text, file.name))
    }
    return statusOf(before)
  }
  const left = fix ? mended(before, lint) : before
  if (fix) writeChanged(before, left, world)
  world.out(
    form === 'json'
      ? lintJSON(left)
      : form === 'sarif'
        ? lintSARIF(left)
        : form === 'junit'
          ? lintJUnit(left)
          : lintText(left, paint(world.color.out)),
  )
  return statusOf(left)
}

async function contextOf(id: string | undefined): Promise<LintContext> {
  const known = id === undefined ? undefined : knownDesign('--design', id)
  const design = known === undefined ? undefined : (await loadDesigns()).find((one) => one.id === known)
  return design === undefined ? {} : { design: lintDesign(design, assumptionsOf(design, undefined)) }
}

function lintFiles(
  texts: readonly InputFile[],
  levels: ReadonlyMap<RuleName, Level>,
  context: LintContext,
): readonly LintedFile[] {
  const policies = texts.map(({ text }) => readPolicy(text))
  const found = lintPolicies(policies, context)
  return texts.map((file, index) => ({
    file,
    policy: policies[index] as Policy,
    findings: (found[index] ?? []).flatMap((finding): readonly Finding[] => {
      const level = levels.get(finding.code)
      if (level === 'off') return []
      return [level === undefined ? finding : { ...finding, severity: level }]
    }),
  }))
}

function levelsOf(given: readonly string[]): ReadonlyMap<RuleName, Level> {
  return new Map(
    given.map((word): readonly [RuleName, Level] => {
      const [name = '', level = ''] = word.split('=')
      if (!isRuleName(name)) {
        const near = nearestOf(name, Object.keys(LINT_RULES))
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

function writeChanged(before: readonly LintedFile[], after: readonly LintedFile[], world: World): void {
  let changed = 0
  for (const [index, { file }] of before.entries()) {
    const text = after[index]?.file.text
    if (text === undefined || text === file.text) continue
    world.writeFile(file.name, text)
    changed++
  }
  world.err(`${changed} ${changed === 1 ? 'file was' : 'files were'} changed.\n`)
}

function statusOf(linted: readonly LintedFile[]): number {
  if (linted.some((one) => errorsIn(one).length > 0)) return 2
  const counts: readonly Severity[] = ['warning', 'error']
  return linted.some(({ findings }) => findings.some(({ severity }) => counts.includes(severity))) ? 1 : 0
}
