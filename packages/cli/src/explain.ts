import { sentences } from '@authz-playground/engine'
import type { AllowingChangeRow } from '@authz-playground/engine/internal/answers'
import { visibleLine } from '@authz-playground/engine/internal/words'
import { refusalLines } from '@authz-playground/engine/questions'
import { explainedValues } from './change-values.ts'
import type { CommandWorld } from './command.ts'
import { type AnsweredRequest, type DecidedScenario, decideScenarios } from './decision.ts'
import type { Files } from './files.ts'
import { SCENARIO_FLAGS } from './flag-input.ts'
import type { CommandWords, Flag } from './flags.ts'
import { inputsOf } from './inputs.ts'
import { outputOf, printedJSON } from './output.ts'
import { paint, type TextStyle } from './paint.ts'
import { type CommandProblem, distinct, refusedInput } from './problem.ts'
import { SETTING_FLAGS } from './settings.ts'
import { withPlaces } from './text-output.ts'

const FORMS = ['text', 'json', 'ndjson'] as const

/** Flags of the input and the output. */
export const EXPLAINED_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  ...SETTING_FLAGS,
  ...SCENARIO_FLAGS,
]

export const EXPLAIN_FLAGS: readonly Flag[] = [
  { name: 'commands', help: 'print below each change the kubectl commands that do it on a cluster' },
  ...EXPLAINED_FLAGS,
]

/**
 * Prints why requests were refused, and which changes allow them. Returns 0 where all are decided, else 2: also where a role that
 * was not read may allow one.
 */
export async function explainCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const withCommands = words.has('commands')
  if (form !== 'text' && withCommands)
    throw refusedInput('--commands', `-o ${form} has the commands as a field.`, 'Leave it out.')
  const painted = paint(world.color.out)
  const { decided, many, isUnread } = decidedInputs(words, files, world)
  let printed = false
  let unjudged: readonly CommandProblem[] = []
  for await (const { name, id = name, title, answers } of decided) {
    for (const [index, answered] of answers.entries()) {
      const number = answers.length > 1 ? index + 1 : undefined
      if (form === 'text') {
        const head = [...(many && name !== '' ? [name] : []), ...(title === '' ? [] : [title])]
          .map(visibleLine)
          .join(': ')
        const heading = head === '' || index > 0 ? '' : `${painted.noun(head)}\n\n`
        world.out(`${printed ? '\n' : ''}${heading}${printExplained(answered, painted, withCommands)}`)
      } else {
        const alone = form === 'json' && !many && number === undefined
        world.out(printedJSON(explainedValues(id, number, answered, world.remarks), alone ? 2 : undefined))
      }
      unjudged = distinct([...unjudged, ...answered.unjudged()])
      printed = true
    }
  }
  world.remarks.add(unjudged)
  return isUnread() || unjudged.length > 0 ? 2 : 0
}

/** The scenarios of a command that are understood, one after the other. What there is to say of all is printed. */
interface DecidedInputs {
  readonly decided: AsyncIterable<DecidedScenario>
  /** Whether there are several. */
  readonly many: boolean
  /** Whether any was not understood, once all are decided. */
  readonly isUnread: () => boolean
}

/** Decides what a command names. Throws `Refused` where it names nothing. */
export function decidedInputs(words: CommandWords, files: Files, world: CommandWorld): DecidedInputs {
  const { inputs, settings, remarks } = inputsOf(words, files)
  world.remarks.add(remarks)
  let unread = false
  async function* decided(): AsyncGenerator<DecidedScenario> {
    for (const input of inputs) {
      if (input.kind === 'unread') {
        world.remarks.add(input.problems)
        unread = true
        continue
      }
      for await (const scenario of decideScenarios(input, settings)) {
        world.remarks.add(scenario.problems)
        if (scenario.problems.some(({ severity }) => severity === 'error')) unread = true
        else yield scenario
      }
    }
  }
  const many = inputs.length > 1 || inputs.some((one) => one.kind === 'vectors' && one.vectors.length > 1)
  return { decided: decided(), many, isUnread: () => unread }
}

function printExplained(answered: AnsweredRequest, painted: TextStyle, withCommands: boolean): string {
  const { request, trace, placeOf } = answered
  const { answer, because } = sentences(trace, request)
  const why = painted.words(withPlaces(because, placeOf))
  const explanation = answered.explanation()
  const lines = [
    painted.quiet(visibleLine(`${request.method} ${request.target}`)),
    painted.words(answer),
    ...(why === '' ? [] : [why]),
    ...(explanation === undefined
      ? []
      : refusalLines(explanation, 'Nearly: ').map((line) => painted.words(withPlaces(line, placeOf)))),
  ]
  const found = answered.changes()
  if (explanation === undefined || found === undefined) return `${lines.join('\n')}\n`
  const head =
    found.length > 0
      ? 'What would do it:'
      : explanation.meaning === undefined
        ? 'No change of the policy allows it.'
        : 'No change of the policy is offered.'
  const listed = found.map((change, index) => {
    // Each line of a here-document counts, so they are not indented.
    const commands = withCommands ? change.commands : []
    const printed = printChange(change, index + 1, placeOf, painted)
    return commands.length === 0 ? printed : `${printed}\n${commands.map((one) => `${one}\n`).join('')}`
  })
  return `${lines.join('\n')}\n\n${painted.noun(head)}\n${listed.map((one) => `\n${one}`).join('')}`
}

/** A change in words: its parts, and what it opens beside. */
function printChange(
  { parts, change, extra, dangers }: AllowingChangeRow,
  number: number,
  placeOf: AnsweredRequest['placeOf'],
  painted: TextStyle,
): string {
  const indent = ' '.repeat(`${number}. `.length)
  const access = change.policy === undefined ? [] : [extra.sentence, ...extra.list]
  const lines = [
    ...parts.map((words, at) => `${at === 0 ? `${number}. ` : indent}${painted.words(withPlaces(words, placeOf))}`),
    ...access.map((words, at) => `${indent}${at === 0 ? '' : '- '}${painted.words(words)}`),
    ...dangers.map(({ words }) => `${indent}${painted.bad('Danger')}: ${words}`),
  ]
  return `${lines.join('\n')}\n`
}
