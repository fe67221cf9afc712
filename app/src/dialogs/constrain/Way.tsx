import { plainText } from '@authz-playground/engine'
import { differentRequests } from '@authz-playground/engine/internal/constrain'
import { shortened } from '@authz-playground/pictures'
import { usePlayground } from '../../session/index.ts'
import { Code, Words } from '../../ui/index.ts'
import type { PlanView } from '../../worker/index.ts'
import styles from './Constrain.module.css'
import { LogBar } from './LogBar.tsx'
import type { AskedPlan } from './usePlan.ts'

/** The steps to constrained impersonation, and the second log that says when the legacy rules can go. */
export function Way({ of }: { readonly of: AskedPlan }) {
  const { plan, current } = of
  const version = usePlayground(({ scenario }) => scenario.cluster.version)
  if (plan === undefined) return <p role="status">The rules are being made …</p>
  return (
    <div className={styles.page} aria-busy={!current}>
      <p className={styles.lead}>
        {plan.isSafe
          ? 'The legacy rules can go: nothing in both logs needs them.'
          : plan.breaks > 0
            ? `Not yet: ${differentRequests(plan.breaks)} would fail without the legacy rules.`
            : 'Nothing that was observed would fail without the legacy rules. A second log shows whether that holds.'}
      </p>
      <section className={styles.section} aria-labelledby="constrain-second">
        <h3 id="constrain-second">Who still falls through</h3>
        <p className={styles.soft}>
          Bring a second log, from after the new rules were added. It shows who still needs the legacy verb.
        </p>
        <LogBar which="second" asked={of} />
        {plan.second && <Fallen of={plan.second} />}
      </section>
      <ol className={styles.steps}>
        {plan.way.map(({ title, words, commands }) => (
          <li key={title}>
            <h3>{title}</h3>
            {words.map((each) => (
              <p key={plainText(each)}>
                <Words of={each} />
              </p>
            ))}
            {commands.map((command) => (
              <Code key={command} text={command} label="command" copy wrap />
            ))}
          </li>
        ))}
      </ol>
      <table className={styles.gates}>
        <caption>
          The feature gate <code>ConstrainedImpersonation</code> by default
        </caption>
        <thead>
          <tr>
            {plan.gates.map((row) => (
              <th key={row.version} scope="col" aria-current={row.version === version ? 'true' : undefined}>
                {row.version}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {plan.gates.map((row) => (
              <td key={row.version}>{row.gate}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function Fallen({ of: { fallen, total } }: { readonly of: NonNullable<PlanView['second']> }) {
  if (total === 0) return <p>Nothing in it fell through to the legacy verb.</p>
  return (
    <>
      <p>{differentRequests(total)} fell through to the legacy verb.</p>
      <ul aria-label="Fell through" className={styles.requests}>
        {fallen.map(({ words, because, near, count, seenAt }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
          <li key={at} className={styles.request}>
            <p>
              <Words of={words} />{' '}
              <strong>{because === 'missing' ? 'needs the legacy verb' : 'is allowed by the new rules'}</strong>
            </p>
            <p>
              {because === 'remembered' ? (
                'The server tried first what had worked for this user before, which was the legacy verb.'
              ) : near ? (
                <Words of={near} />
              ) : (
                'No rule comes close.'
              )}
            </p>
            <p className={styles.soft}>
              {count.toLocaleString('en')} ×{seenAt.length > 0 && `, ${shortened(seenAt.join(', '))}`}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
