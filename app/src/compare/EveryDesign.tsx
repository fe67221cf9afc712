import { useId } from 'react'
import type { DesignEntry, DesignRow } from '../scenario/answer.ts'
import { playground, usePlayground } from '../scenario/playground.ts'
import { DecisionMark } from '../ui/DecisionMark.tsx'
import { EntryButton } from '../ui/EntryButton.tsx'
import { OUTCOME_MARKS } from '../ui/marks.ts'
import { withNouns } from '../ui/nouns.ts'
import { Words } from '../ui/Words.tsx'
import styles from './EveryDesign.module.css'
import { byFamily } from './families.ts'
import { useComparison } from './useComparison.ts'
import type { ViewProps } from './views.ts'

/** One request under every design: what each answers, and by how many checks. A row opens its flowchart. */
export function EveryDesign({ onClose }: ViewProps) {
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
    <>
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
    </>
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
      <EntryButton
        aria-current={current}
        data-first-focus={current || undefined}
        mark={row && (row.outcome ? OUTCOME_MARKS[row.outcome.kind] : 'NotDecided')}
        code={row?.outcome?.code}
        title={
          <>
            <span>{entry.title}</span>
            {differs && <span className={styles.differs}> · differs</span>}
          </>
        }
        beside={row?.outcome ? <Checks row={row} /> : ''}
        onClick={onOpen}
      >
        <Words of={withNouns(entry.summary)} />
      </EntryButton>
    </li>
  )
}

/** How many checks a design made, which of them decided, and what the audit event says of it. */
function Checks({ row: { checks, decisive, constraint } }: { readonly row: DesignRow }) {
  return (
    <>
      <span>{checks === 1 ? '1 check' : `${checks} checks`}</span>
      {decisive && (
        <span className={styles.decisive}>
          <Words of={decisive.question} /> <DecisionMark decision={decisive.decision} withWord />
        </span>
      )}
      {constraint !== '' && <code className={styles.constraint}>{constraint}</code>}
    </>
  )
}
