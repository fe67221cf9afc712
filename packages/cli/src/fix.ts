import { plainText } from '@authz-playground/engine'
import type { AllowingChangeRow } from '@authz-playground/engine/internal/answers'
import { explainedValues } from './change-values.ts'
import type { CommandWorld } from './command.ts'
import type { AnsweredRequest } from './decision.ts'
import { decidedInputs, EXPLAINED_FLAGS } from './explain.ts'
import type { Files, InputFile } from './files.ts'
import type { CommandWords, Flag } from './flags.ts'
import { outputOf, printedJSON } from './output.ts'
import { type CommandProblem, distinct, refusedInput } from './problem.ts'
import type { Remarks } from './remarks.ts'
import { diffOfFiles, fileText } from './unified-diff.ts'

const FORMS = ['text', 'json', 'ndjson'] as const

export const FIX_FLAGS: readonly Flag[] = [
  { name: 'variant', value: 'N', help: 'the change to make, as explain numbers them; 1 by default' },
  { name: 'diff', help: 'print the difference as a unified diff, file by file' },
  { name: 'commands', help: 'print the kubectl commands that do the same on a cluster' },
  ...EXPLAINED_FLAGS,
]

/**
 * Prints the policy after a change that allows the request. Returns 0 where it was printed, or where nothing is to be
 * changed; 1 where no change of the policy allows the request, or none that is made unasked; 2 where anything was not understood, or a role that was not read may
 * allow the request.
 */
export async function fixCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const variant = variantOf(words.one('variant'))
  const as = printedAs(words)
  if (form !== 'text' && as !== 'policy') {
    throw refusedInput(`--${as}`, `-o ${form} has the policy and the commands as fields.`, 'Keep one of them.')
  }
  const { decided, many, isUnread } = decidedInputs(words, files, world)
  if (form === 'text' && many) {
    throw refusedInput(
      '',
      'These are several scenarios, and fix prints one policy.',
      'Use -o ndjson, or name one of them.',
    )
  }
  let last: { readonly name: string; readonly answered: AnsweredRequest; readonly of: number } | undefined
  let unfixed = false
  let unjudged: readonly CommandProblem[] = []
  for await (const { name, id = name, answers } of decided) {
    for (const [index, answered] of answers.entries()) {
      last = { name, answered, of: answers.length }
      unjudged = distinct([...unjudged, ...answered.unjudged()])
      if (form === 'text') continue
      const number = answers.length > 1 ? index + 1 : undefined
      const alone = form === 'json' && !many && number === undefined
      const values = fixedValues(id, number, answered, variant, world.remarks)
      unfixed ||= !values.fixed && answered.explanation() !== undefined && answered.changes() !== undefined
      world.out(printedJSON(values, alone ? 2 : undefined))
    }
  }
  if (isUnread()) return 2
  world.remarks.add(unjudged)
  if (form !== 'text' || last === undefined) return unjudged.length > 0 ? 2 : unfixed ? 1 : 0
  if (last.of > 1) {
    const message = `Of ${last.of} requests, the last is allowed by the change; -o ndjson has each.`
    world.remarks.add([{ severity: 'note', at: last.name, message }])
  }
  const status = printFixed(last.answered, last.name, variant, as, world)
  return unjudged.length > 0 ? 2 : status
}

type PrintedAs = 'policy' | 'diff' | 'commands'

function printedAs(words: CommandWords): PrintedAs {
  const [as = 'policy', other] = (['diff', 'commands'] as const).filter((flag) => words.has(flag))
  if (other !== undefined) throw refusedInput(`--${other}`, '--diff prints something else.', 'Keep one of them.')
  return as
}

/** What explain says of a request, and the policy after the chosen change. */
function fixedValues(
  id: string,
  number: number | undefined,
  answered: AnsweredRequest,
  variant: number | undefined,
  remarks: Remarks,
) {
  const values = explainedValues(id, number, answered, remarks)
  const chosen = chosenOf(answered.changes() ?? [], variant)
  return { ...values, fixed: chosen !== undefined, policy: chosen?.of.policy ?? answered.policy }
}

/**
 * The variant with a number, else the first. Undefined where it changes a setting, which no policy can, and where it gives a
 * right to somebody who should not be bound, and nobody asked for it by its number.
 */
function chosenOf(changes: readonly AllowingChangeRow[], variant: number | undefined): AllowingChangeRow | undefined {
  const chosen = changes[(variant ?? 1) - 1]
  const isUnasked = variant === undefined && chosen !== undefined && chosen.of.unsafe.length > 0
  return isUnasked || chosen?.kind === 'setting' ? undefined : chosen
}

function printFixed(
  answered: AnsweredRequest,
  name: string,
  variant: number | undefined,
  as: PrintedAs,
  world: CommandWorld,
): number {
  const { policy, policyFiles, trace } = answered
  const explanation = answered.explanation()
  const say = (problem: Omit<CommandProblem, 'at'>) => world.remarks.add([{ at: name, ...problem }])
  if (explanation === undefined) {
    say({ severity: 'note', message: `The request gets ${trace.outcome.code}: the policy stays as it is.` })
    if (as === 'policy') world.out(withMark(policy, policyFiles))
    return 0
  }
  const found = answered.changes() ?? []
  const isOfPolicy = ({ change }: AllowingChangeRow) => change.policy !== undefined
  const ofPolicy = found.filter(isOfPolicy)
  const chosen = chosenOf(found, variant)
  if (chosen === undefined) {
    const [unsafe] = variant === undefined ? (found[0]?.of.unsafe ?? []) : []
    if (unsafe !== undefined) {
      const message = `The policy stays as it is: nobody should make this change unasked. ${unsafe.danger}`
      say({
        severity: 'error',
        message,
        fix: 'See authz-playground explain; --variant 1 makes the change all the same.',
      })
      return 1
    }
    const [setting] = found
    if (setting?.kind === 'setting' && (variant ?? 1) === 1) {
      const other = found.findIndex(isOfPolicy) + 1
      const instead = other > 0 ? ` --variant ${other} changes the policy.` : ''
      const message = `The policy stays as it is: a setting is the cause. ${setting.parts.map(plainText).join(' ')}`
      say({ severity: 'error', message, fix: `See authz-playground explain.${instead}` })
      return 1
    }
    const message =
      ofPolicy.length === 0
        ? explanation.meaning === undefined
          ? 'No change of the policy allows the request.'
          : `No change of the policy is offered. ${plainText(explanation.meaning)}`
        : `There is no variant ${variant ?? 1}: ${ofPolicy.length} changes of the policy allow the request.`
    say({ severity: 'error', message, fix: 'See authz-playground explain.' })
    return 1
  }
  if (chosen.of.scenario !== undefined) say(changedRequest(chosen, found.findIndex(isOfPolicy) + 1))
  switch (as) {
    case 'policy':
      world.out(fileText(withMark(chosen.of.policy, policyFiles), world))
      break
    case 'diff':
      world.out(
        fileText(diffOfFiles(policyFiles ?? [{ name: 'policy.yaml', text: policy }], policy, chosen.of.policy), world),
      )
      break
    case 'commands':
      world.out(chosen.commands.map((command) => `${command}\n`).join(''))
  }
  return 0
}

/** What a variant changes beside the policy, or in its place. `ofPolicy`: the number of the first that changes the policy. */
function changedRequest({ kind, parts: [part = []] }: AllowingChangeRow, ofPolicy: number): Omit<CommandProblem, 'at'> {
  const said = plainText(part)
  if (kind !== 'request') return { severity: 'note', message: `The request changes, too. ${said}` }
  return {
    severity: 'note',
    message: `The request changes, and the policy stays as it is. ${said}`,
    ...(ofPolicy > 0 && { fix: `--variant ${ofPolicy} changes the policy.` }),
  }
}

/** A policy with the byte order mark of its first file. */
function withMark(policy: string, files: readonly InputFile[] | undefined): string {
  return `${files?.[0]?.mark ?? ''}${policy}`
}

/** Undefined where none is named: then the first one that is safe is meant. */
function variantOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const number = Number(word)
  if (!/^[1-9]\d*$/.test(word))
    throw refusedInput('--variant', `“${word}” is not the number of a variant.`, 'Write 1, 2, ….')
  return number
}
