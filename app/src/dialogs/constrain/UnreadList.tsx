import type { Unread } from '@authz-playground/engine/logs'
import { shortened } from '@authz-playground/pictures'
import styles from './Constrain.module.css'

/** What could not be read of a log: each reason with its count and first places. */
export function UnreadList({ of }: { readonly of: readonly Unread[] }) {
  const count = of.reduce((sum, one) => sum + one.count, 0)
  return (
    <div className={styles.unread}>
      <p>
        <strong>Not read: {count.toLocaleString('en')}.</strong> What these asked for is not in the rules.
      </p>
      <ul aria-label="Not read">
        {of.map(({ reason, count, seenAt }) => (
          <li key={reason}>
            {count.toLocaleString('en')} × {reason}
            {seenAt.length > 0 && (
              <>
                : <span className={styles.places}>{shortened(seenAt.join(', '))}</span>
                {count > seenAt.length && ' …'}
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
