import { AS_RELEASED, UPGRADE_EXPECTED, upgradeScenario } from '@authz-playground/examples/versions'
import { expect, it } from 'vitest'
import { walkStops } from './stops.ts'
import { versionsMarkdown } from './versions-markdown.ts'

const scenario = upgradeScenario('constrained')
const policies = { old: 'a', new: 'b', both: 'c' }
const row = {
  design: 'constrained',
  outcome: { kind: 'allowed', code: 200 },
  checks: 3,
  message: '',
  constraint: 'impersonate:user-info',
} as const

it('has a line for each cell, which links to its request and says what the KEP expects of it', async () => {
  const [stop] = walkStops(scenario, AS_RELEASED, policies, UPGRADE_EXPECTED)
  if (stop === undefined) throw new Error('a table with a cell')
  const text = await versionsMarkdown(
    'Upgrade',
    [{ stop, row }],
    'https://a.example/#v',
    async ({ title }) => `#${title.length}`,
  )
  expect(text.split('\n')).toEqual([
    '**[Upgrade](https://a.example/#v)**',
    '',
    '| Request | Server | Answer | Checks | Constraint | KEP-5284 |',
    '| --- | --- | --- | --- | --- | --- |',
    expect.stringMatching(
      /^\| \[Old server, old rules\]\(#21\) \| Kubernetes 1\.34 \| 200 \| 3 \| `impersonate:user-info` \| 200, /,
    ),
  ])
})

it('says nothing of the KEP where it expects nothing', async () => {
  const [stop] = walkStops(scenario, AS_RELEASED, policies)
  if (stop === undefined) throw new Error('a table with a cell')
  const text = await versionsMarkdown('This request', [{ stop, row }], '#v', async () => '#z1/a')
  expect(text).not.toContain('KEP')
})
