import { changes, explain } from '@authz-playground/engine/questions'
import { OF_ACCESS } from './access-makers.ts'
import { type Fact, requestOf } from './fact.ts'
import { OF_ACCESS_AS, OF_IDENTITY } from './impersonation-makers.ts'
import { OF_LINT } from './lint-makers.ts'
import type { Maker } from './maker.ts'

/** Explains a refusal, and asks again after the narrowest change. */
const fix: Maker = {
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

/** What every command says of each kind of fact, beside `run`. */
export const MAKERS: Readonly<Record<Fact['kind'], readonly Maker[]>> = {
  access: [...OF_ACCESS, fix, ...OF_LINT],
  'access-as': [...OF_ACCESS_AS, fix, ...OF_LINT],
  identity: [...OF_IDENTITY, ...OF_LINT],
}
