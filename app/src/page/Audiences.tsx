import type { Audience } from '@authz-playground/examples/route'
import { AUDIENCES, chooseAudience, useAudience } from '../session/index.ts'
import styles from './Audiences.module.css'

const NAMES: Readonly<Record<Audience, { readonly name: string; readonly what: string }>> = {
  learn: { name: 'Learn', what: 'Constrained impersonation in six examples' },
  debug: { name: 'Debug', what: 'Your policy, your request: why it is allowed or refused' },
  designs: { name: 'Designs', what: 'Other designs of the same decision, from KEPs and reviews' },
}

/** The ways into the page. The browser remembers the last one. */
export function Audiences() {
  const present = useAudience()
  return (
    <nav className={styles.audiences} aria-label="Ways in">
      {AUDIENCES.map((audience) => (
        <button
          key={audience}
          type="button"
          className={styles.audience}
          title={NAMES[audience].what}
          aria-current={audience === present ? 'page' : undefined}
          onClick={() => chooseAudience(audience)}
        >
          {NAMES[audience].name}
        </button>
      ))}
    </nav>
  )
}
