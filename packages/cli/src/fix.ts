import type { Change } from '@authz-playground/engine/explain'
import { explainedValues } from './change-values.ts'
import type { AnsweredRequest } from './decision.ts'
import { decidedInputs, EXPLAIN_FLAGS } from './explain.ts'
import type { Files } from './files.ts'
import type { CommandWords, Flag } from './flags.ts'
import { outputOf } from './output.ts'
import { paint, printProblems } from './paint.ts'
import { type CommandProblem, refusedInput } from './problem.ts'
import { unifiedDiff } from './unified-diff.ts'
import type { World } from './world.ts'

const FORMS = ['text', 'json', 'ndjson'] as const

export const FIX_FLAGS: readonly Flag[] = [
  { name: 'variant', value: 'N', help: 'the change to make, as explain numbers them; 1, the narrowest, by default' },
  { name: 'diff', help: 'print the difference as a unified diff' },
  ...EXPLAIN_FLAGS,
]

/**
 * Prints the policy after a change that allows the request. Returns 0 where it was printed, or where nothing is to be
 * changed; 1 where no change of the policy allows the request; 2 where anything was not understood.
 */
export async function fixCommand(words: CommandWords, files: Files, world: World): Promise<number> {
  const form = outputOf(words, FORMS)
  const variant = variantOf(words.one('variant'))
  const { decided, many, isUnread } = decidedInputs(words, files, world)
  if (form === 'text' && many) {
    throw refusedInput(
      '',
      'These are several scenarios, and fix prints one policy.',
      'Use -o ndjson, or name one of them.',
    )
  }
  let last: { readonly name: string; readonly answered: AnsweredRequest } | undefined
  for await (const { name, id = name, answers } of decided) {
    for (const [index, answered] of answers.entries()) {
      last = { name, answered }
      const number = answers.length > 1 ? index + 1 : undefined
      const alone = form === 'json' && !many && number === undefined
      if (form !== 'text')
        world.out(`${JSON.stringify(fixedValues(id, number, answered, variant), undefined, alone ? 2 : undefined)}\n`)
    }
  }
  if (isUnread()) return 2
  return form === 'text' && last ? printFixed(last.answered, last.name, variant, words.has('diff'), world) : 0
}

/** What explain says of a request, and the policy after the chosen change. */
function fixedValues(id: string, number: number | undefined, answered: AnsweredRequest, variant: number) {
  const values = explainedValues(id, number, answered)
  const chosen = values.variants.filter(isOfPolicy)[variant - 1]
  return { ...values, fixed: chosen !== undefined, policy: chosen?.policy ?? answered.policy }
}

function isOfPolicy({ kind }: Pick<Change, 'kind'>): boolean {
  return kind !== 'request' && kind !== 'setting'
}

function printFixed(answered: AnsweredRequest, name: string, variant: number, diff: boolean, world: World): number {
  const { policy, trace } = answered
  const say = (problem: Omit<CommandProblem, 'at'>) =>
    world.err(printProblems([{ at: name, ...problem }], paint(world.color.err)))
  if (answered.explanation() === undefined) {
    say({ severity: 'note', message: `The request gets ${trace.outcome.code}: the policy stays as it is.` })
    if (!diff) world.out(policy)
    return 0
  }
  const found = answered.changes()
  const ofPolicy = found.filter(isOfPolicy)
  const chosen = ofPolicy[variant - 1]
  if (chosen === undefined) {
    const message =
      ofPolicy.length === 0
        ? 'No change of the policy allows the request.'
        : `There is no variant ${variant}: ${ofPolicy.length} changes of the policy allow the request.`
    say({ severity: 'error', message, fix: 'See authz-playground explain.' })
    return 1
  }
  world.out(diff ? unifiedDiff(policy, chosen.policy) : chosen.policy)
  return 0
}

function variantOf(word = '1'): number {
  const number = Number(word)
  if (!/^[1-9]\d*$/.test(word))
    throw refusedInput('--variant', `“${word}” is not the number of a variant.`, 'Write 1, 2, ….')
  return number
}
