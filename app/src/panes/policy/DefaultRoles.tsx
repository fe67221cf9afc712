import { releasedVersion } from '@authz-playground/engine/internal/kube'
import { useId } from 'react'
import { CodeEditor } from '../../editor/index.ts'
import { useAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { useDecided } from './editing.ts'
import styles from './PolicyPane.module.css'
import status from './StatusLine.module.css'

/**
 * The roles and bindings that kube-apiserver creates itself, to read. Links from decisions lead into this text as into
 * the policy.
 */
export function DefaultRoles() {
  const version = usePlayground(({ scenario }) => scenario.cluster.version)
  const text = useAnswer(() => workerApi().defaultRoles(version), [version])
  const decided = useDecided('default-roles', true)
  const about = useId()
  return (
    <>
      <div className={styles.editor}>
        {text !== undefined && (
          <CodeEditor
            {...decided}
            value={text}
            onChange={nothingChanges}
            language="yaml"
            label="Default roles"
            describedBy={about}
            size="fill"
            readOnly
          />
        )}
      </div>
      <div id={about} className={status.status}>
        <p>
          What kube-apiserver {releasedVersion(version)} makes itself when it starts, to read. It counts beside the
          policy for as long as “Default roles” is switched on.
        </p>
      </div>
    </>
  )
}

const nothingChanges = (): undefined => undefined
