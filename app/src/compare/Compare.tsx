import { useId } from 'react'
import type { DesignEntry, DesignRow } from '../scenario/answer.ts'
import { playground, usePlayground } from '../scenario/playground.ts'
import { DecisionMark } from '../ui/DecisionMark.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { OUTCOME_MARKS } from '../ui/marks.ts'
import { withNouns } from '../ui/nouns.ts'
import { Words } from '../ui/Words.tsx'
import styles from './Compare.module.css'
import { byFamily } from './families.ts'
import { useComparison } from './useComparison.ts'

/** One request under every design: what each answers, and by how many checks. A row opens its flowchart. */
export function Compare({ onClose }: { onClose(): void }) {
  const designs = usePlayground((now) => now.answer?.designs) ?? []
  const chosen = usePlayground((now) => now.scenario.design)
  const rows = useComparison()
  const rowOf = new Map(rows?.map((row) => [row.design, row]))
  const here = rowOf.get(chosen)
  const base = useId()

  function open(id: string): void {
    playground.getState().edit({ subject: 'design', change: { design: id } })
    onClose()
  }

  return (
    <Dialog title="All designs, one request" wide onClose={onClose}>
      <p className={styles.lead}>{summaryOf(rows, here)}</p>
      {byFamily(designs).map(({ family, title, entries }) => (
        <section key={family} aria-labelledby={`${base}-${family}`}>
          <h3 id={`${base}-${family}`} className={styles.family}>
            {title}
          </h3>
          <ul>
            {entries.map((entry) => (
              <Row
                key={entry.id}
                entry={entry}
                row={rowOf.get(entry.id)}
                current={entry.id === chosen}
                differs={differ(rowOf.get(entry.id), here)}
                onOpen={() => open(entry.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}

function differ(row: DesignRow | undefined, here: DesignRow | undefined): boolean {
  return row !== undefined && here !== undefined && row.outcome?.code !== here.outcome?.code
}

/** "5 of the 6 other designs answer 200 as well; 1 differs." */
function summaryOf(rows: readonly DesignRow[] | undefined, here: DesignRow | undefined): string {
  if (rows === undefined) return '…'
  if (here?.outcome === undefined) return 'The scenario is not fully understood, so no design decides it.'
  const { code } = here.outcome
  const others = rows.filter((row) => row !== here)
  const apart = others.filter((row) => differ(row, here)).length
  if (apart === 0) return `All ${rows.length} designs answer ${code}.`
  if (apart === others.length) return `No other design answers ${code}.`
  const alike = others.length - apart
  return `${alike} of the ${others.length} other designs ${alike === 1 ? 'answers' : 'answer'} ${code} as well; ${apart} ${apart === 1 ? 'differs' : 'differ'}.`
}

interface RowProps {
  readonly entry: DesignEntry
  readonly row: DesignRow | undefined
  readonly current: boolean
  readonly differs: boolean
  onOpen(): void
}

function Row({ entry, row, current, differs, onOpen }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={current}
        data-first-focus={current || undefined}
        data-differs={differs}
        onClick={onOpen}
      >
        <span className={styles.outcome}>
          {row === undefined ? (
            '…'
          ) : (
            <>
              <DecisionMark decision={row.outcome ? OUTCOME_MARKS[row.outcome.kind] : 'NotDecided'} />
              <span className={styles.code}>{row.outcome?.code}</span>
            </>
          )}
        </span>
        <span className={styles.design}>
          <span className={styles.title}>
            {entry.title}
            {differs && <span className={styles.differs}> · differs</span>}
          </span>
          <span className={styles.summary}>
            <Words of={withNouns(entry.summary)} />
          </span>
        </span>
        <span className={styles.checks}>
          {row?.outcome && (
            <>
              <span className={styles.count}>{row.checks === 1 ? '1 check' : `${row.checks} checks`}</span>
              {row.decisive && (
                <span className={styles.decisive}>
                  <Words of={row.decisive.question} /> <DecisionMark decision={row.decisive.decision} withWord />
                </span>
              )}
              {row.constraint !== '' && <code className={styles.constraint}>{row.constraint}</code>}
            </>
          )}
        </span>
      </button>
    </li>
  )
}
