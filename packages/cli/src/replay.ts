import { replayOf, replayScript } from '@authz-playground/engine/report'
import type { CommandWorld } from './command.ts'
import { errorsOf, loadDecide } from './decision.ts'
import type { Files } from './files.ts'
import { SCENARIO_FLAGS } from './flag-input.ts'
import type { CommandWords, Flag } from './flags.ts'
import { inputsOf } from './inputs.ts'
import { placedRemarks } from './placed-remarks.ts'
import { Refused, refusedInput } from './problem.ts'
import { SETTING_FLAGS, withSettings } from './settings.ts'

export const REPLAY_FLAGS: readonly Flag[] = [...SETTING_FLAGS, ...SCENARIO_FLAGS]

/** Prints the script that runs the checks of a scenario's request on a cluster. */
export async function replayCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  const { inputs, settings, remarks } = inputsOf(words, files)
  world.remarks.add(remarks)
  const [input, other] = inputs
  if (input === undefined || other !== undefined) {
    throw refusedInput(other?.name ?? '', 'A script replays one scenario.', 'Name one file.')
  }
  if (input.kind === 'unread') throw new Refused(...input.problems)
  if (input.kind === 'vectors') {
    throw refusedInput(
      input.name,
      'This is a vectors file, and a script replays one scenario.',
      'Write a scenario document.',
    )
  }
  const { document, name, placeOf, policyNamed, notes } = input
  const scenario = withSettings(document.scenario, settings)
  const decide = await loadDecide()
  const result = decide(scenario)
  const found = replayOf(result, scenario, document.title)
  if (found === undefined)
    throw new Refused(...errorsOf(result.errors, (place) => placeOf(place, result.sent.here), name))
  world.remarks.add([
    ...placedRemarks(result, { placeOf: (place) => placeOf(place, result.sent.here), policyNamed }),
    ...(notes?.(result.trace) ?? []),
  ])
  world.out(replayScript(found))
  return 0
}
