import { changes, explain } from '@authz-playground/engine/questions'
import { requestOf } from './fact.ts'
import type { Maker } from './maker.ts'

/** Explains a refusal, and asks again after the narrowest change. */
export const fix: Maker = {
  name: 'explain, fix and run',
  slow: true,
  says: (fact, asked) => {
    const scenario = asked.scenario(fact.sender, requestOf(fact))
    const decided = asked.decided(fact)
    if (explain(decided) === undefined) return 'yes'
    const [change] = changes(decided, scenario, asked.decide).filter(({ kind }) => kind !== 'setting')
    if (change === undefined) throw new Error('fix finds no change')
    const { trace } = asked.decide(change.scenario ?? { ...scenario, policy: change.policy })
    if (trace?.outcome.kind !== 'allowed')
      throw new Error(`after fix, run says ${trace?.outcome.kind}:\n${change.policy}`)
    return 'no'
  },
}
