import { openConstrain } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import styles from './ByLegacy.module.css'

/** Beside an answer that the verb `impersonate` allowed: the way to rules for just what was asked. */
export function ByLegacy() {
  return (
    <p className={styles.legacy}>
      The verb <code>impersonate</code> allowed this, and everything else as that user.{' '}
      <LinkButton aria-haspopup="dialog" onClick={() => openConstrain()}>
        Constrain it
      </LinkButton>
    </p>
  )
}
