import { linkHash } from '@authz-playground/engine/documents'
import { LONG_LINK } from '@authz-playground/engine/internal/scenario-file'
import type { CommandWorld } from './command.ts'
import type { Files } from './files.ts'
import { SCENARIO_FLAGS } from './flag-input.ts'
import type { CommandWords, Flag } from './flags.ts'
import { inputsOf } from './inputs.ts'
import { Refused, refusedInput } from './problem.ts'
import { SETTING_FLAGS, withSettings } from './settings.ts'

export const LINK_FLAGS: readonly Flag[] = [
  { name: 'base', value: 'URL', help: 'the address of the playground, such as https://example.org/playground/' },
  ...SETTING_FLAGS,
  ...SCENARIO_FLAGS,
]

/** Prints the permalink of each scenario. */
export function linkCommand(words: CommandWords, files: Files, world: CommandWorld): number {
  const base = baseOf(words)
  const { inputs, settings, remarks } = inputsOf(words, files)
  world.remarks.add(remarks)
  for (const input of inputs) {
    if (input.kind === 'unread') throw new Refused(...input.problems)
    if (input.kind === 'vectors') {
      throw refusedInput(
        input.name,
        'This is a vectors file, and a link contains one scenario.',
        'Write a scenario document.',
      )
    }
    const { document } = input
    const hash = linkHash({ document: { ...document, scenario: withSettings(document.scenario, settings) } })
    world.out(`${base}${hash}\n`)
    world.remarks.add(input.notes?.(undefined) ?? [])
    if (hash.length > LONG_LINK) {
      const message = `The link has ${hash.length} characters, and programs cut off links of more than ${LONG_LINK}.`
      world.remarks.add([{ severity: 'warning', at: input.name, message, fix: 'Send the file instead.' }])
    }
  }
  return 0
}

/** The address of `--base`, without a hash. Throws `Refused` where there is none. */
export function baseOf(words: CommandWords): string {
  const base = words.one('base')
  const fix = 'Write --base https://example.org/playground/.'
  if (base === undefined) throw refusedInput('--base', 'The link needs the address of a playground.', fix)
  if (!URL.canParse(base) || !/^(https?|file):/i.test(base))
    throw refusedInput('--base', `“${base}” is not an address.`, fix)
  return base.replace(/#.*$/s, '')
}
