import { decider, needsConditions, plainText } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { GoalJudgeWithAllParts, goalsOf } from '@authz-playground/engine/internal/goals'
import { expect, it } from 'vitest'
import { EXAMPLES } from './index.ts'

const decide = await decider()

it.each(EXAMPLES.map((example) => [example.id, example.scenario] as const))(
  'the goals that say what %s does hold on it, or there is a reason why none can',
  (_, scenario) => {
    const options = needsConditions(scenario) ? { cel: CEL } : {}
    const { goals, no } = goalsOf(scenario, decide(scenario, options))
    if (goals === undefined) return expect(plainText(no)).toMatch(/\.$/)
    const judge = new GoalJudgeWithAllParts({ scenario, goals }, (one) => decide(one, options))
    const results = [...judge.results()].map(({ text, state, words }) => ({ text, state, words: plainText(words) }))
    expect(results).toEqual(results.map((result) => ({ ...result, state: 'holds' })))
  },
)
