import type { ReactNode } from 'react'
import type { AnswerView, ChangeText } from '../../worker/index.ts'
import { type ReadChanges, type StatusPart, schemaStatus, storedObjectStatus, webhookChangesStatus } from './status.ts'
import { SCHEMA_BEGINNING, STORED_OBJECT_BEGINNING, WEBHOOK_CHANGES_BEGINNING } from './templates.ts'
import { BeginWith, WrittenPanel } from './WrittenPanel.tsx'

/** The object that the request changes, as it is stored. */
export function StoredObjectPanel() {
  return (
    <ChangePanel
      source="storedObject"
      label="Stored object"
      partsOf={storedObjectStatus}
      empty={
        <>
          Nothing is stored: an update or an apply makes every field of its object, and a patch has nothing to change.
          Paste the object here, or{' '}
          <BeginWith source="storedObject" beginning={STORED_OBJECT_BEGINNING}>
            begin with a pod
          </BeginWith>
          .
        </>
      }
    />
  )
}

/** What mutating webhooks make of the object that is sent. */
export function WebhookChangesPanel() {
  return (
    <ChangePanel
      source="webhookChanges"
      label="Webhook changes"
      partsOf={webhookChangesStatus}
      empty={
        <>
          No webhook changes anything. Write a JSON patch or a merge patch here, or{' '}
          <BeginWith source="webhookChanges" beginning={WEBHOOK_CHANGES_BEGINNING}>
            begin with an annotation
          </BeginWith>
          .
        </>
      }
    />
  )
}

/** CustomResourceDefinitions, with the markers that say which field has which permission. */
export function SchemaPanel() {
  return (
    <ChangePanel
      source="schema"
      label="Schema"
      partsOf={schemaStatus}
      empty={
        <>
          The fields that KEP-3617 lists for Kubernetes’ own types have their permissions. For a custom resource paste
          its CustomResourceDefinition, or{' '}
          <BeginWith source="schema" beginning={SCHEMA_BEGINNING}>
            begin with one
          </BeginWith>
          .
        </>
      }
    />
  )
}

interface ChangePanelProps {
  readonly source: ChangeText
  readonly label: string
  partsOf(read: ReadChanges): readonly StatusPart[]
  readonly empty: ReactNode
}

function ChangePanel({ source, label, partsOf, empty }: ChangePanelProps) {
  return (
    <WrittenPanel
      source={source}
      label={label}
      readOf={readOf}
      diagnosticsOf={({ change }) => change?.[source] ?? NOTHING}
      partsOf={({ change, changes }) =>
        partsOf({ diagnostics: change?.[source] ?? NOTHING, ...(changes && { changes }) })
      }
      empty={<p>{empty}</p>}
    />
  )
}

const NOTHING: readonly never[] = []

/** The answer itself, which is the same object for as long as it is there. */
function readOf(answer: AnswerView): AnswerView {
  return answer
}
