import { RULE_SETS, type Stage } from '@authz-playground/examples/versions'
import type { WalkStop } from '../../../session/index.ts'
import type { VersionsTable } from '../../../worker/index.ts'
import styles from './Grid.module.css'
import { RULE_TITLES, serverInWords } from './stops.ts'
import { VersionCell } from './VersionCell.tsx'

interface GridProps {
  readonly label: string
  readonly stages: readonly Stage[]
  /** The cells from left to right, server by server. */
  readonly stops: readonly WalkStop[]
  /** Undefined while they are being decided. */
  readonly table: VersionsTable | undefined
  /** The cell that the page shows, if it is one of these. */
  readonly current: number | undefined
  onOpen(at: number): void
}

/** A table with a row for each server and a column for each set of rules. */
export function Grid({ label, stages, stops, table, current, onOpen }: GridProps) {
  return (
    <table className={styles.grid} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Server</th>
          {RULE_SETS.map((rules) => (
            <th key={rules} scope="col">
              {RULE_TITLES[rules]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stages.map(({ id, title, cluster }, line) => (
          <tr key={id}>
            <th scope="row">
              <span className={styles.stage}>{title}</span>
              <span className={styles.server}>{serverInWords(cluster)}</span>
            </th>
            {RULE_SETS.map((rules, column) => {
              const at = line * RULE_SETS.length + column
              const stop = stops[at]
              const found = table?.cells.find((cell) => cell.stage === id && cell.rules === rules)
              return (
                <td key={rules} data-rules={RULE_TITLES[rules]}>
                  {stop && (
                    <VersionCell stop={stop} row={found?.row} current={at === current} onOpen={() => onOpen(at)} />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
