import type { CommandWorld } from './command.ts'
import { printJSON, printMarkdown, printYAML } from './data-output.ts'
import { type AnsweredScenario, decideScenarios } from './decision.ts'
import type { Files } from './files.ts'
import { SCENARIO_FLAGS } from './flag-input.ts'
import type { CommandWords, Flag } from './flags.ts'
import { inputsOf } from './inputs.ts'
import { outputOf } from './output.ts'
import { paint } from './paint.ts'
import { SETTING_FLAGS } from './settings.ts'
import { printText } from './text-output.ts'

const FORMS = ['text', 'json', 'yaml', 'markdown'] as const

export const RUN_FLAGS: readonly Flag[] = [
  { name: 'output', short: 'o', value: FORMS.join('|'), help: 'the output format; text by default' },
  ...SETTING_FLAGS,
  ...SCENARIO_FLAGS,
]

/** Prints the answers of scenarios. Returns 0 where all are decided, allowed or not, else 2. */
export async function runScenarios(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const form = outputOf(words, FORMS)
  const { inputs, settings, remarks } = inputsOf(words, files)
  world.remarks.add(remarks)
  const painted = paint(world.color.out)
  const many = inputs.length > 1 || inputs.some((one) => one.kind === 'vectors' && one.vectors.length > 1)
  let unread = false
  let printed = false
  const print = (scenario: AnsweredScenario): void => {
    const { answers, problems } = scenario
    world.remarks.add(problems)
    if (problems.some(({ severity }) => severity === 'error')) {
      unread = true
      return
    }
    if (answers.length === 0) return
    const between = printed && (form === 'text' || form === 'markdown') ? '\n' : ''
    world.out(between + PRINTERS[form]({ ...scenario, problems: world.remarks.of(problems) }))
    printed = true
  }
  const PRINTERS: Readonly<Record<(typeof FORMS)[number], (scenario: AnsweredScenario) => string>> = {
    text: (scenario) => printText(scenario, painted, many),
    json: (scenario) => printJSON(scenario, !many),
    yaml: (scenario) => printYAML(scenario, !many),
    markdown: (scenario) => printMarkdown(scenario, !many),
  }
  for (const input of inputs) {
    if (input.kind === 'unread') print({ name: input.name, title: '', answers: [], problems: input.problems })
    else for await (const scenario of decideScenarios(input, settings)) print(scenario)
  }
  return unread ? 2 : 0
}
