import { EXPORT_COMMAND } from '@authz-playground/engine/internal/kube'
import { usePlayground } from '../../session/index.ts'
import { CopyButton } from '../../ui/index.ts'
import styles from './FirstPolicy.module.css'

/** The next step of a person who has no policy yet: to get the one of the cluster. */
export function FirstPolicy() {
  const wanted = usePlayground(({ scenario, lesson }) => lesson === undefined && scenario.policy.trim() === '')
  const asks = usePlayground(({ scenario }) => scenario.request.text.trim() !== '')
  if (!wanted) return null
  return (
    <section className={styles.first} aria-label="The next step">
      <h3 className={styles.title}>No policy of yours yet</h3>
      <p>
        {asks && 'Without one RBAC allows nothing, so the answer says nothing about your cluster. '}
        Where you have access to the cluster, run:
      </p>
      <div className={styles.command}>
        <code>{EXPORT_COMMAND}</code>
        <CopyButton text={EXPORT_COMMAND} label="the command" />
      </div>
      <p>Then paste its output here, or drop it as a file.</p>
    </section>
  )
}
