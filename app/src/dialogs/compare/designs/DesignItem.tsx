import { lineInWords } from '@authz-playground/engine/views'
import { counted, OUTCOME_MARKS, shortened } from '@authz-playground/pictures'
import { goTo, placeIn } from '../../../session/index.ts'
import { classes, DecisionMark, EntryButton, LinkButton, Words, withNouns } from '../../../ui/index.ts'
import type { DesignEntry, DesignRow } from '../../../worker/index.ts'
import styles from './DesignItem.module.css'

interface DesignItemProps {
  readonly entry: DesignEntry
  readonly row: DesignRow | undefined
  /** What the design on the page makes of the request. */
  readonly here: DesignRow | undefined
  /** It is the design on the page. */
  readonly current: boolean
  /** It answers otherwise than that. */
  readonly differs: boolean
  /** It is one of the two to be shown side by side. */
  readonly picked: boolean
  onPick(): void
  /** Opens its flowchart on the page. */
  onOpen(): void
  onClose(): void
}

/** A design and what it makes of the request. */
export function DesignItem({ entry, row, here, current, differs, picked, onPick, onOpen, onClose }: DesignItemProps) {
  return (
    <li className={classes(styles.item, differs && styles.differing)}>
      <label className={styles.tick}>
        <input type="checkbox" checked={picked} aria-label={`Side by side: ${entry.title}`} onChange={onPick} />
      </label>
      <EntryButton
        aria-current={current}
        mark={row && (row.outcome ? OUTCOME_MARKS[row.outcome.kind] : 'NotDecided')}
        code={row?.outcome?.code}
        title={
          <>
            <span>{entry.title}</span>
            {differs && <span className={styles.differs}> · differs</span>}
          </>
        }
        onClick={onOpen}
      >
        <Words of={withNouns(entry.summary)} />
      </EntryButton>
      {row?.outcome && (
        <div className={styles.facts}>
          <Facts row={row} otherCount={here !== undefined && here.checks !== row.checks} onClose={onClose} />
        </div>
      )}
    </li>
  )
}

interface FactsProps {
  readonly row: DesignRow
  /** It makes more or fewer checks than the design on the page. */
  readonly otherCount: boolean
  onClose(): void
}

/** How many checks a design made, which of them decided, what the client reads, and what the audit event says of it. */
function Facts({ row: { checks, decisive, message, constraint }, otherCount, onClose }: FactsProps) {
  const { rule, binding, entry } = decisive?.evidence ?? {}
  const { range } = rule ?? binding ?? entry ?? {}
  return (
    <>
      <p className={classes(otherCount && styles.otherCount)}>{counted(checks, 'check')}</p>
      {decisive && (
        <p className={styles.decisive}>
          <Words of={decisive.question} /> <DecisionMark decision={decisive.decision} withWord />
          {range && (
            <>
              {', '}
              <LinkButton
                onClick={() => {
                  onClose()
                  goTo(placeIn(range))
                }}
              >
                {lineInWords(range)}
              </LinkButton>
            </>
          )}
        </p>
      )}
      {message !== '' && <p className={styles.message}>{shortened(message, LONGEST_MESSAGE)}</p>}
      {constraint !== '' && (
        <p className={styles.constraint}>
          audit: <code>{constraint}</code>
        </p>
      )}
    </>
  )
}

/** A message names whatever was typed. In UTF-16 code units. */
const LONGEST_MESSAGE = 400
