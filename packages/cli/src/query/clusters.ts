import { visibleLine } from '@authz-playground/engine/internal/words'
import type { Remark } from '@authz-playground/engine/questions'
import type { CommandWorld } from '../command.ts'
import type { DecidedScenario } from '../decision.ts'
import { decidedInputs } from '../explain.ts'
import type { Files } from '../files.ts'
import type { CommandWords } from '../flags.ts'
import { printedJSON } from '../output.ts'
import { distinct, Refused } from '../problem.ts'
import { diagnosticsValue } from '../remarks.ts'
import { placedRemark } from './question.ts'

/** A scenario whose roles and bindings can be asked. */
export type AskedScenario = DecidedScenario & Required<Pick<DecidedScenario, 'cluster'>>

/** The printed answers to questions about one scenario, and what there is to say about them. */
export interface PrintedAnswers {
  /** As text, one for each question; or the values of the questions. */
  readonly answers: readonly (string | object)[]
  readonly remarks: readonly Remark[]
}

/**
 * Asks something of every scenario of a command, and prints the answers: texts with an empty line between them, values as
 * JSON, a line each unless there is only one, with what there is to say about them. A scenario with errors is not asked. Returns
 * 0 where all were asked, else 2.
 */
export async function askScenarios(
  words: CommandWords,
  files: Files,
  world: CommandWorld,
  ask: (asked: AskedScenario) => PrintedAnswers,
): Promise<number> {
  const { decided, many, isUnread } = decidedInputs(words, files, world)
  let printed = false
  let refused = false
  for await (const scenario of decided) {
    const { cluster, placeOf, problems } = scenario
    if (cluster === undefined) continue
    try {
      const { answers, remarks: beside } = ask({ ...scenario, cluster })
      const remarks = beside.map((one) => placedRemark(one, placeOf))
      refused ||= remarks.some(({ severity }) => severity === 'error')
      world.remarks.add(remarks)
      const said = words.has('list') ? {} : diagnosticsValue(world.remarks.of(distinct([...problems, ...remarks])))
      const indent = !many && answers.length === 1 && words.one('output') === 'json' ? 2 : undefined
      for (const answer of answers) {
        if (typeof answer === 'string') world.out(`${printed && !words.has('list') ? '\n' : ''}${answer}`)
        else world.out(printedJSON({ ...answer, ...said }, indent))
        printed = true
      }
    } catch (error) {
      if (!(error instanceof Refused) || !many) throw error
      world.remarks.add(error.problems)
      refused = true
    }
  }
  return refused || isUnread() ? 2 : 0
}

/** The names of a scenario, for the values of its answers; `request`: the number of the request, of several. */
export function namesOf({ name, id = name, title, answers }: AskedScenario, request: number) {
  return {
    ...(id !== '' && { id }),
    ...(title !== '' && { title }),
    ...(answers.length > 1 && { request }),
  }
}

/** The name of a scenario, as the first lines of a text. */
export function headOf({ name, title }: AskedScenario): readonly string[] {
  return [name, title].filter((text) => text !== '').map((text) => visibleLine(text))
}

/** The words with other values for some flags. */
export function withValues(words: CommandWords, values: Readonly<Record<string, readonly string[]>>): CommandWords {
  const valuesOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  return {
    ...words,
    one: (name) => valuesOf(name)?.[0] ?? words.one(name),
    all: (name) => valuesOf(name) ?? words.all(name),
  }
}

/** A user whose requests are all allowed, so that nothing is said about them. */
export const NOBODY_ASKS = { user: ['nobody'], group: ['system:masters'] } as const
