import { OWN_INTENT } from '@authz-playground/examples/intents'
import { OUTCOME_MARKS } from '@authz-playground/pictures'
import { useId } from 'react'
import {
  byOrigin,
  choose,
  openDialog,
  playground,
  useChoices,
  usePlayground,
  useScreenTitle,
} from '../../../session/index.ts'
import { Button, DecisionMark, Select } from '../../../ui/index.ts'
import type { DesignEntry } from '../../../worker/index.ts'
import { useOwnIntent } from '../intents/useOwnIntent.ts'
import { pick, repicked, usePicked } from '../side-by-side/pair.ts'
import type { ViewProps } from '../view-props.ts'
import { DesignItem } from './DesignItem.tsx'
import styles from './EveryDesign.module.css'
import { byAnswer, differ, type GroupOfDesigns } from './groups.ts'
import { summaryOf } from './summary.ts'
import { useComparison } from './useComparison.ts'

/** How the list is grouped. */
type Grouping = 'answer' | 'document'

const GROUPINGS: readonly { readonly value: Grouping; readonly title: string }[] = [
  { value: 'answer', title: 'answer' },
  { value: 'document', title: 'document' },
]

const LIST = 'compare/designs'
/** The choice that leaves out designs whose answer is that of the design on the page. */
const DIFFERING = 'differing'

function useList(): { readonly grouping: Grouping; readonly onlyDiffering: boolean } {
  const { grouped, only } = useChoices(LIST)
  return { grouping: grouped === 'document' ? 'document' : 'answer', onlyDiffering: only === DIFFERING }
}

/** One request under every design: the answer, the number of checks, and the check that decided. */
export function EveryDesign({ onClose }: ViewProps) {
  const designs = usePlayground((now) => now.designs) ?? []
  const chosen = usePlayground((now) => now.scenario.design)
  const picked = usePicked()
  const { grouping, onlyDiffering } = useList()
  const rows = useComparison()
  const rowOf = new Map(rows?.map((row) => [row.design, row]))
  const here = rowOf.get(chosen)
  const shown = designs.filter(({ id }) => !onlyDiffering || differ(rowOf.get(id), here))
  const groups: readonly GroupOfDesigns[] =
    rows === undefined || grouping === 'document' ? byOrigin(shown) : byAnswer(shown, rows, chosen)
  const base = useId()
  const own = useOwnIntent()
  const impersonates = own !== undefined && 'intent' in own
  useScreenTitle('Every design', true)

  function open(design: string): void {
    playground.getState().edit({ subject: 'design', change: { design } })
    onClose()
  }

  function sayIt(): void {
    choose('compare/intents', { of: OWN_INTENT, design: undefined })
    openDialog('compare/intents')
  }

  return (
    <>
      <p className={styles.lead}>{summaryOf(rows, here)}</p>
      {impersonates && (
        <p className={styles.say}>
          <Button onClick={sayIt}>Say this permission in the words of each design</Button>
        </p>
      )}
      <Choices title={designs.find(({ id }) => id === chosen)?.title ?? chosen} />
      {groups.map(({ id, title, outcome, entries }, at) => (
        // A place, because an id with spaces would be several names.
        <section key={id} aria-labelledby={`${base}-${at}`}>
          <h3 id={`${base}-${at}`} className={styles.group}>
            {outcome && <DecisionMark decision={OUTCOME_MARKS[outcome.kind]} />} {title}
          </h3>
          <ul>
            {entries.map((entry: DesignEntry) => (
              <DesignItem
                key={entry.id}
                entry={entry}
                row={rowOf.get(entry.id)}
                here={here}
                current={entry.id === chosen}
                differs={differ(rowOf.get(entry.id), here)}
                picked={picked.includes(entry.id)}
                onPick={() => pick(repicked(picked, entry.id))}
                onOpen={() => open(entry.id)}
                onClose={onClose}
              />
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && designs.length > 0 && (
        <p className={styles.none}>
          No design answers otherwise. Those in whose words the policy grants nothing are left out.
        </p>
      )}
    </>
  )
}

/** The filter of the list, and the button that shows two designs side by side. `title`: of the design on the page. */
function Choices({ title }: { readonly title: string }) {
  const picked = usePicked()
  const { grouping, onlyDiffering } = useList()
  const hint = useId()
  const two = picked.length === 2
  return (
    <div className={styles.choices}>
      <Select
        inline
        label="Grouped by"
        value={grouping}
        options={GROUPINGS}
        onChange={(by) => choose(LIST, { grouped: by === 'document' ? by : undefined })}
      />
      <label className={styles.only}>
        <input
          type="checkbox"
          checked={onlyDiffering}
          onChange={({ target }) => choose(LIST, { only: target.checked ? DIFFERING : undefined })}
        />
        Only those that answer otherwise than “{title}”
      </label>
      <div className={styles.beside}>
        <p id={hint} className={styles.hint}>
          {two ? 'Two designs are ticked.' : 'Tick two designs to see their flowcharts next to each other.'}
        </p>
        <Button
          aria-disabled={!two}
          aria-describedby={hint}
          onClick={() => {
            if (two) openDialog('compare/side-by-side')
          }}
        >
          Show side by side
        </Button>
      </div>
    </div>
  )
}
