import { EXPORT_COMMAND } from '@authz-playground/engine/internal/kube'
import { usePlayground } from '../../session/index.ts'
import { CopyButton } from '../../ui/index.ts'
import styles from './FirstPolicy.module.css'

/** The next step of a person who has no policy yet: to get the one of the cluster. */
export function FirstPolicy() {
  const wanted = usePlayground(
    ({ scenario: { policy, cluster }, lesson }) =>
      lesson === undefined && policy.trim() === '' && cluster.authorizationModes.includes('RBAC'),
  )
  const asks = usePlayground(({ scenario }) => scenario.request.text.trim() !== '')
  if (!wanted) return null
  return (
    <section className={styles.first} aria-label="The next step">
      <div className={styles.head}>
        <h3>No policy of yours yet</h3>
        <CopyButton text={EXPORT_COMMAND} label="the command" shown="Copy the command" />
      </div>
      <p>
        {asks
          ? 'The answer says nothing about your cluster yet. Run this there and paste its output:'
          : 'Run this on your cluster and paste its output:'}
      </p>
      <code className={styles.command} title={EXPORT_COMMAND}>
        {EXPORT_COMMAND}
      </code>
    </section>
  )
}
