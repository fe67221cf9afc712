import { usePlayground } from '../../session/index.ts'
import { ModeOff } from './ModeOff.tsx'
import { webhookStatus } from './status.ts'
import { WEBHOOK_BEGINNING } from './templates.ts'
import { BeginWith, WrittenPanel } from './WrittenPanel.tsx'

/** The table that plays an authorization webhook: reviews and answers, how they were read, and which of them decided. */
export function WebhookPanel() {
  const asked = usePlayground(({ scenario }) => scenario.cluster.authorizationModes.includes('Webhook'))
  return (
    <WrittenPanel
      source="webhook"
      label="Webhook"
      readOf={({ webhook }) => webhook}
      diagnosticsOf={({ diagnostics }) => diagnostics}
      partsOf={webhookStatus}
      empty={
        <p>
          Without a table the webhook has no opinion on anything. Write reviews and answers here, drop files, or{' '}
          <BeginWith source="webhook" beginning={WEBHOOK_BEGINNING}>
            begin with a review that it denies
          </BeginWith>
          .
        </p>
      }
      unread={!asked && <ModeOff mode="Webhook">Only a webhook answers by this table</ModeOff>}
    />
  )
}
