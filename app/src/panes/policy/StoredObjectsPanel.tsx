import { usePlayground } from '../../session/index.ts'
import { ModeOff } from './ModeOff.tsx'
import { objectsStatus } from './status.ts'
import { OBJECTS_BEGINNING } from './templates.ts'
import { BeginWith, WrittenPanel } from './WrittenPanel.tsx'

/** What the Node authorizer knows of the cluster: what stands there, how it was read, and what ties things to a node. */
export function StoredObjectsPanel() {
  const asked = usePlayground(({ scenario }) => scenario.cluster.authorizationModes.includes('Node'))
  return (
    <WrittenPanel
      source="objects"
      label="Stored objects"
      readOf={({ objects }) => objects}
      diagnosticsOf={({ diagnostics }) => diagnostics}
      partsOf={objectsStatus}
      empty={
        <p>
          Without objects the Node authorizer ties nothing to a node. Paste pods, persistent volumes, volume attachments
          and resource slices here, drop files, or{' '}
          <BeginWith source="objects" beginning={OBJECTS_BEGINNING}>
            begin with a pod on a node
          </BeginWith>
          .
        </p>
      }
      unread={!asked && <ModeOff mode="Node">Only the Node authorizer reads these</ModeOff>}
    />
  )
}
