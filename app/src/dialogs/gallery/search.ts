import type { Example } from '@authz-playground/examples'
import { FIRST_STEPS } from '@authz-playground/examples/first-steps'

/** What the page suggests to search for. */
export const SEARCHED: readonly string[] = ['four modes', 'associated-node', 'legacy', '403', 'Impersonate-Group']

/** Examples of one group, in the order of the gallery. */
export interface Group {
  readonly title: string
  readonly examples: readonly Example[]
}

/** The groups with the examples that have all typed words, in their words or their request. */
export function matchingExamples(examples: readonly Example[], typed: string): readonly Group[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, Example[]>()
  for (const example of examples) {
    if (!words.every((word) => textOf(example).includes(word))) continue
    const group = groups.get(example.group)
    if (group === undefined) groups.set(example.group, [example])
    else group.push(example)
  }
  return [...groups].map(([title, examples]) => ({ title, examples }))
}

/** Examples that people find as “the four modes”: one for each, and what is left where no mode applies. */
const FOUR_MODES = new Set(FIRST_STEPS.map(({ example }) => example))

/** What people may search for, with the decision, verb and resource of each check, so that each mode finds its examples. */
function textOf({ id, title, sentence, group, note, expected, expect, scenario }: Example): string {
  const { code, checks } = expect
  const route = FOUR_MODES.has(id) ? 'first steps: the four modes' : ''
  return [title, sentence, group, note, expected?.words, code, ...checks, route, scenario.request.text, scenario.design]
    .join('\n')
    .replaceAll('`', '')
    .toLowerCase()
}
