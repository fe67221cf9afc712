import type { Diagnostic } from '@authz-playground/engine'
import { useId } from 'react'
import { CodeEditor } from '../editor/index.ts'
import { goTo } from '../scenario/going.ts'
import { decider, playground, usePlayground } from '../scenario/playground.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useDecided } from './editing.ts'
import { useLastFresh } from './fresh.ts'
import styles from './PolicyPane.module.css'
import { Status } from './Status.tsx'
import { POLICY_BEGINNING } from './start.ts'
import { policyStatus } from './status.ts'

const NO_DIAGNOSTICS: readonly Diagnostic[] = []

/** The policy: what stands in it, how it was read, and which of its rules decided. */
export function PolicyPanel({ enhance }: { readonly enhance: boolean }) {
  const policy = usePlayground(({ scenario }) => scenario.policy)
  // Places in an answer are places in the policy that was answered, and in no other.
  const fresh = usePlayground(({ answered, scenario }) => answered?.policy === scenario.policy)
  const answer = useLastFresh(
    usePlayground((now) => now.answer),
    fresh,
  )
  const decided = useDecided('policy', fresh)
  const status = useId()
  return (
    <>
      <div className={styles.editor}>
        <CodeEditor
          {...decided}
          value={policy}
          onChange={(edited) => playground.getState().edit({ subject: 'policy', change: { policy: edited } })}
          language="yaml"
          label="Policy"
          describedBy={status}
          size="fill"
          enhance={enhance}
          diagnostics={answer?.policyDiagnostics ?? NO_DIAGNOSTICS}
          complete={(text, offset) => decider().complete(text, offset)}
          hover={(text, offset) => decider().hover(text, offset)}
        />
      </div>
      <Status
        id={status}
        read={answer}
        partsOf={policyStatus}
        onGo={(offset) => goTo({ kind: 'text', source: 'policy', offset })}
      >
        {policy.trim() === '' && (
          <p>
            Without a policy RBAC allows nothing. Paste YAML here, drop files, or{' '}
            <LinkButton
              onClick={() =>
                playground.getState().edit({ subject: 'policy begun', change: { policy: POLICY_BEGINNING } })
              }
            >
              begin with a role and a binding
            </LinkButton>
            .
          </p>
        )}
      </Status>
    </>
  )
}
