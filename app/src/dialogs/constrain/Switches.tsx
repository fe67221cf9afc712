import { plainText } from '@authz-playground/engine'
import type { WideningRow } from '@authz-playground/engine/internal/answers'
import type { Widening } from '@authz-playground/engine/logs'
import { useId } from 'react'
import { useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { Words } from '../../ui/index.ts'
import styles from './Constrain.module.css'
import { useConstrainChoices } from './choices.ts'
import { type AskedPlan, known } from './usePlan.ts'

/** So many lines of a cost are shown. */
const FEW = 3

/** Switches that open more than was observed, each with what it costs. */
export function Switches({ of: { asked, current } }: { readonly of: AskedPlan }) {
  const view = usePlayground((now) => now.answer)
  const found = useLastAnswer(
    () => (current ? workerApi().constrainWidenings(asked).then(known) : undefined),
    [view, asked, current],
  )
  return (
    <fieldset className={styles.switches}>
      <legend>Allow more than was observed</legend>
      <p className={styles.soft}>Without a switch, the rules name just what was asked for.</p>
      {found === undefined ? (
        <p className={styles.soft}>What each opens is being computed …</p>
      ) : (
        found.map((one) => <Switch key={one.widening} one={one} />)
      )}
    </fieldset>
  )
}

function Switch({ one: { widening, name, adds, cost } }: { readonly one: WideningRow }) {
  const checked = useConstrainChoices((now) => now.widen.includes(widening))
  const id = useId()
  return (
    <div className={styles.switch}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={id}
          onChange={({ target }) =>
            useConstrainChoices.setState(({ widen }) => ({ widen: switched(widen, widening, target.checked) }))
          }
        />
        {name}
      </label>
      <div id={id} className={styles.soft}>
        <p>{adds}</p>
        {cost && (
          <>
            <p>{cost.adds ? <Words of={cost.sentence} /> : 'For what was observed it opens nothing.'}</p>
            {cost.list.length > 0 && (
              <ul>
                {cost.list.slice(0, FEW).map((line) => (
                  <li key={plainText(line)}>
                    <Words of={line} />
                  </li>
                ))}
                {cost.list.length > FEW && <li>and {cost.list.length - FEW} more</li>}
              </ul>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function switched(widen: readonly Widening[], widening: Widening, on: boolean): readonly Widening[] {
  const others = widen.filter((one) => one !== widening)
  return on ? [...others, widening] : others
}
