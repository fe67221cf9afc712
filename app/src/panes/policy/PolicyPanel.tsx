import { decider, usePlayground } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { ModeOff } from './ModeOff.tsx'
import { policyStatus } from './status.ts'
import { POLICY_BEGINNING } from './templates.ts'
import { BeginWith, WrittenPanel } from './WrittenPanel.tsx'

/** The policy: what stands in it, how it was read, and which of its rules decided. */
export function PolicyPanel() {
  const unasked = usePlayground(
    ({ answer }) => answer?.policyDiagnostics.some(({ code }) => code === 'unused-access-rule') ?? false,
  )
  return (
    <WrittenPanel
      source="policy"
      label="Policy"
      readOf={(answer: AnswerView) => answer}
      diagnosticsOf={({ policyDiagnostics }) => policyDiagnostics}
      partsOf={policyStatus}
      complete={(text, offset) => decider().complete(text, offset)}
      hover={(text, offset) => decider().hover(text, offset)}
      besides={unasked && <ModeOff mode="AccessRules">Only the access rule authorizer reads access rules</ModeOff>}
      empty={
        <p>
          Without a policy RBAC allows nothing. Paste YAML here, drop files, or{' '}
          <BeginWith source="policy" beginning={POLICY_BEGINNING}>
            begin with a role and a binding
          </BeginWith>
          .
        </p>
      }
    />
  )
}
