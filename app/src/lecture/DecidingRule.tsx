import type { Check, Scenario } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import styles from './DecidingRule.module.css'
import { decidingRule } from './deciding-rule.ts'

interface DecidingRuleProps {
  readonly check: Check
  /** The scenario that the check is of. */
  readonly scenario: Scenario
}

/** The rule that decided a check, as it is written, with the numbers of its lines. */
export function DecidingRule({ check, scenario }: DecidingRuleProps) {
  const written = decidingRule(check, scenario)
  if (written === undefined) return null
  const { first, lines, cut } = written
  return (
    <figure className={styles.rule} aria-label="The rule that decided">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its number
        <div key={first + at} className={styles.line}>
          <span className={styles.number}>{first + at}</span>
          <code>{shortened(line)}</code>
        </div>
      ))}
      {cut && <div className={styles.number}>…</div>}
    </figure>
  )
}
