import { lineInWords } from '@authz-playground/engine/internal/words'
import type { DesignRow } from '@authz-playground/pictures'
import { counted, OUTCOME_MARKS, shortened } from '@authz-playground/pictures'
import { addressOf, goTo, placeIn, playground, workerApi } from '../../../session/index.ts'
import { classes, DecisionMark, EntryButton, LinkButton, Words, withNouns } from '../../../ui/index.ts'
import type { DesignEntry } from '../../../worker/index.ts'
import { CopyVerdict } from '../CopyVerdict.tsx'
import styles from './DesignItem.module.css'

interface DesignItemProps {
  readonly entry: DesignEntry
  readonly row: DesignRow | undefined
  /** The answer of the design on the page. */
  readonly here: DesignRow | undefined
  /** It is the design on the page. */
  readonly current: boolean
  /** Its answer differs from that. */
  readonly differs: boolean
  /** It is one of the two that are shown side by side. */
  readonly picked: boolean
  onPick(): void
  /** Opens its flowchart on the page. */
  onOpen(): void
  onClose(): void
}

/** A design and its answer to the request. */
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
            {row?.notInItsWords && <span className={styles.words}> · not granted in its words</span>}
          </>
        }
        onClick={onOpen}
      >
        <Words of={withNouns(entry.summary)} />
      </EntryButton>
      {row?.outcome && (
        <div className={styles.facts}>
          <Facts row={row} otherCount={here !== undefined && here.checks !== row.checks} onClose={onClose} />
          <CopyVerdict
            name={`answer of ${entry.title}`}
            link={() => linkUnder(entry)}
            markdown={(link) => workerApi().markdownFor({ ...playground.getState().scenario, design: entry.id }, link)}
          />
        </div>
      )}
    </li>
  )
}

/** The link of the page’s scenario under a design. */
async function linkUnder({ id, title }: DesignEntry): Promise<string> {
  const { scenario, about } = playground.getState()
  const document = {
    title: [about?.title, title].filter(Boolean).join(': '),
    explanation: about?.explanation ?? '',
    expect: [],
    scenario: { ...scenario, design: id },
  }
  return addressOf(location.href, await workerApi().link({ document }))
}

interface FactsProps {
  readonly row: DesignRow
  /** It makes another number of checks than the design on the page. */
  readonly otherCount: boolean
  onClose(): void
}

/**
 * The number of checks of a design, the check that decided, the client's message, and the constraint in the audit
 * event.
 */
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

/** The most of a message that is shown: it has names from the input. UTF-16 code units. */
const LONGEST_MESSAGE = 400
