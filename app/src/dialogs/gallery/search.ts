import type { Example } from '@authz-playground/examples'

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

function textOf({ title, sentence, group, note, expected, expect, scenario }: Example): string {
  return [title, sentence, group, note, expected?.words, expect.code, scenario.request.text, scenario.design]
    .join('\n')
    .replaceAll('`', '')
    .toLowerCase()
}
