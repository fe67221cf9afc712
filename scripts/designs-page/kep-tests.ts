import { EXAMPLES } from '@authz-playground/examples'
import { outcomeOf } from './decided.ts'
import { table } from './markdown.ts'

/** The integration tests that KEP-5284 lists, with its expectations and the computed results. */
export function integrationTests(): string {
  const rows = EXAMPLES.flatMap(({ title, expected, scenario }) => {
    if (expected === undefined) return []
    const { code } = outcomeOf(scenario)
    return [[title, `“${expected.words}”`, `${expected.code}`, code === expected.code ? `${code}` : `**${code}**`]]
  })
  return [
    '## The integration tests of KEP-5284',
    'Under `proposal`. The rule that prints `pod/exec` also names no API group, which the API server refuses; the core group is added. As printed it then matches no request, for the resource is `pods`.',
    table(['', 'the KEP', 'expects', 'computed'], rows),
  ].join('\n\n')
}
