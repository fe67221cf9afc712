import { decider } from '@authz-playground/engine'
import { endingWith } from '@authz-playground/engine/internal/decide'
import { expect, test } from 'vitest'
import { EXAMPLES } from './index.ts'

const decide = await decider()
const several = EXAMPLES.filter(({ scenario }) => scenario.earlier)

test.each(several.map((example) => [example.id, example] as const))(
  'the answers of %s that come with the last one are those of each request on its own',
  (_, { scenario }) => {
    const { sent } = decide(scenario)
    const alone = sent.requests.map((_, index) => decide(endingWith(scenario, index) as typeof scenario).trace)
    expect(alone.length).toBeGreaterThan(1)
    for (const [index, { trace }] of sent.requests.entries()) expect(trace ?? alone[index]).toEqual(alone[index])
    expect(sent.requests.some(({ trace }) => trace !== undefined)).toBe(true)
  },
)
