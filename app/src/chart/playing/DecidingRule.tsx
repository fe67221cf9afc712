import type { Check } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { usePlayground } from '../../session/index.ts'
import styles from './DecidingRule.module.css'
import { decidingRule } from './deciding-rule.ts'

/** The rule that decided a check, as it is written, with the numbers of its lines. */
export function DecidingRule({ check }: { readonly check: Check }) {
  const rule = usePlayground(({ answered }) => answered)
  const written = rule && decidingRule(check, rule)
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
