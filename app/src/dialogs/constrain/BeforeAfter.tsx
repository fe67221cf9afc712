import type { Scenario } from '@authz-playground/engine'
import { useEffect, useMemo } from 'react'
import { ChartPair } from '../../chart/index.ts'
import { playground, useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { announce, LinkButton, Words } from '../../ui/index.ts'
import styles from './Constrain.module.css'
import { useConstrainChoices } from './choices.ts'
import { type AskedPlan, known } from './usePlan.ts'

const TITLES = ['Today', 'With the new rules'] as const

/** Each request is a step of undo of its own. */
let opened = 0

/** One observed request on two flowcharts: under the policy as it is, and under the new one. */
export function BeforeAfter({ of: { asked, plan, current }, onClose }: { readonly of: AskedPlan; onClose(): void }) {
  const shown = useConstrainChoices((now) => now.shown)
  const scenario = usePlayground((now) => now.scenario)
  const view = usePlayground((now) => now.answer)
  // The player of the page stops, because two players at once are hard to follow.
  useEffect(() => playground.getState().pause(), [])
  const found = useLastAnswer(() => (shown && plan && current ? pairOf() : undefined), [shown, view, asked, current])

  async function pairOf() {
    const whole = await workerApi().constrainText(asked, 'whole').then(known)
    if (whole === undefined || shown === undefined || plan === undefined) return undefined
    const { earlier: _, later: __, after: ___, showsReview: ____, ...rest } = scenario
    const before: Scenario = { ...rest, ...shown.sent, design: 'constrained' }
    const after: Scenario = { ...before, policy: whole, cluster: plan.cluster }
    const [left, right] = await Promise.all([workerApi().answer(before), workerApi().answer(after)])
    return { scenarios: [before, after] as const, answers: [left, right] as const }
  }

  const answers = useMemo(() => found?.answers, [found])
  if (shown === undefined)
    return (
      <p>
        Choose a request of an impersonator to see it here under both policies, step by step.{' '}
        <LinkButton onClick={() => useConstrainChoices.setState({ tab: 'who' })}>To the impersonators</LinkButton>
      </p>
    )
  return (
    <div className={styles.sides}>
      <p className={styles.lead}>
        <Words of={shown.words} />
      </p>
      {answers && found && (
        <ChartPair
          answers={answers}
          titles={TITLES}
          outdated={[!current, !current]}
          onOpen={(side) => {
            opened += 1
            const { version: _, ...change } = found.scenarios[side]
            playground.getState().edit({ subject: `before and after ${opened}`, change })
            onClose()
            announce('On the flowchart')
          }}
        />
      )}
    </div>
  )
}
