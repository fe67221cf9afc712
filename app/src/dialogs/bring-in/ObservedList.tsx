import { placeInWords } from '@authz-playground/engine/internal/logs'
import type { ObservedRequest } from '@authz-playground/engine/logs'
import type { Marked } from '@authz-playground/pictures'
import { EntryButton, Words } from '../../ui/index.ts'
import type { ObservedView } from '../../worker/index.ts'
import styles from './BringIn.module.css'

interface ObservedListProps {
  readonly read: ObservedView
  readonly refusedOnly: boolean
  onRefusedOnly(only: boolean): void
  onChoose(one: ObservedView['shown'][number]): void
}

/** The requests in the output of a cluster, to choose one. */
export function ObservedList({ read, refusedOnly, onRefusedOnly, onChoose }: ObservedListProps) {
  const { shown, total, refused } = read
  return (
    <div className={styles.choose}>
      <label className={styles.filter}>
        <input type="checkbox" checked={refusedOnly} onChange={({ target }) => onRefusedOnly(target.checked)} />
        Only refused requests
      </label>
      <ul className={styles.list} aria-label="Requests">
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole, and its entries hold no state
          <li key={index}>
            <EntryButton
              mark={markOf(one.observed)}
              code={one.observed.answer.code}
              title={<Words of={one.words} />}
              onClick={() => onChoose(one)}
            >
              {placeOf(one.observed)}
            </EntryButton>
          </li>
        ))}
      </ul>
      {shown.length < (refusedOnly ? refused : total) && (
        <p className={styles.soft}>
          The first {shown.length} are listed. Paste the lines that matter to choose among the others.
        </p>
      )}
    </div>
  )
}

function markOf({ answer: { authorization } }: ObservedRequest): Marked {
  if (authorization === undefined) return 'NotDecided'
  return authorization === 'allowed' ? 'Allowed' : 'Refused'
}

function placeOf(observed: ObservedRequest): string {
  return [placeInWords(observed), observed.at].filter(Boolean).join(', ')
}
