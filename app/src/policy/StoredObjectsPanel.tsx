import type { Diagnostic } from '@authz-playground/engine'
import { useId } from 'react'
import { CodeEditor } from '../editor/index.ts'
import { goTo } from '../scenario/going.ts'
import { playground, usePlayground } from '../scenario/playground.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useDecided } from './editing.ts'
import { useLastFresh } from './fresh.ts'
import styles from './PolicyPane.module.css'
import { Status } from './Status.tsx'
import { OBJECTS_BEGINNING } from './start.ts'
import { objectsStatus } from './status.ts'

const NO_DIAGNOSTICS: readonly Diagnostic[] = []

/** What the Node authorizer knows of the cluster: what stands there, how it was read, and what ties things to a node. */
export function StoredObjectsPanel({ enhance }: { readonly enhance: boolean }) {
  const text = usePlayground(({ scenario }) => scenario.objects ?? '')
  const asked = usePlayground(({ scenario }) => scenario.cluster.authorizationModes.includes('Node'))
  const fresh = usePlayground(({ answered, scenario }) => (answered?.objects ?? '') === (scenario.objects ?? ''))
  const last = useLastFresh(
    usePlayground(({ answer }) => answer?.objects),
    fresh,
  )
  const read = asked ? last : undefined
  const decided = useDecided('objects', fresh)
  const status = useId()
  return (
    <>
      <div className={styles.editor}>
        <CodeEditor
          {...decided}
          value={text}
          onChange={(objects) => playground.getState().edit({ subject: 'objects', change: { objects } })}
          language="yaml"
          label="Stored objects"
          describedBy={status}
          size="fill"
          enhance={enhance}
          diagnostics={read?.diagnostics ?? NO_DIAGNOSTICS}
        />
      </div>
      <Status
        id={status}
        read={read}
        partsOf={objectsStatus}
        onGo={(offset) => goTo({ kind: 'text', source: 'objects', offset })}
      >
        {asked ? text.trim() === '' && <Empty /> : <NotAsked />}
      </Status>
    </>
  )
}

function Empty() {
  const begin = (): void =>
    playground.getState().edit({ subject: 'objects begun', change: { objects: OBJECTS_BEGINNING } })
  return (
    <p>
      Without objects the Node authorizer ties nothing to a node. Paste pods, persistent volumes, volume attachments and
      resource slices here, drop files, or <LinkButton onClick={begin}>begin with a pod on a node</LinkButton>.
    </p>
  )
}

function NotAsked() {
  function ask(): void {
    const { scenario, edit } = playground.getState()
    const { cluster } = scenario
    const authorizationModes = ['Node', ...cluster.authorizationModes] as const
    edit({ subject: 'modes', change: { cluster: { ...cluster, authorizationModes } } })
  }
  return (
    <p>
      Only the Node authorizer reads these, and <code>--authorization-mode</code> does not name it.{' '}
      <LinkButton onClick={ask}>Switch Node on</LinkButton>
    </p>
  )
}
