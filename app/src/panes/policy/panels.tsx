import type { AuthorizationMode, Diagnostic, Span } from '@authz-playground/engine'
import { EXPORT_COMMAND } from '@authz-playground/engine/internal/kube'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { EditorFinding, QuickFix } from '../../editor/index.ts'
import {
  mend,
  openConstrain,
  playground,
  switchDefaultRolesOn,
  useMistakes,
  usePlayground,
  withMode,
  workerApi,
} from '../../session/index.ts'
import { CopyButton, LinkButton } from '../../ui/index.ts'
import type { AnswerView, ChangeText } from '../../worker/index.ts'
import { useKeepWhileStale } from './keep-while-stale.ts'
import { quickFixesFor } from './mistakes/quick-fixes.ts'
import styles from './PolicyPane.module.css'
import {
  objectsStatus,
  policyStatus,
  type ReadChanges,
  type StatusPart,
  schemaStatus,
  storedObjectStatus,
  webhookChangesStatus,
  webhookStatus,
} from './status.ts'
import {
  OBJECTS_BEGINNING,
  POLICY_BEGINNING,
  SCHEMA_BEGINNING,
  STORED_OBJECT_BEGINNING,
  WEBHOOK_BEGINNING,
  WEBHOOK_CHANGES_BEGINNING,
} from './templates.ts'
import { BeginWith, WrittenPanel } from './WrittenPanel.tsx'

const NONE: readonly never[] = []

/** The stored object that the request changes. */
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

/** The changes of mutating webhooks to the object that is sent. */
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

/** CustomResourceDefinitions, with markers that assign permissions to fields. */
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

/** The answer itself, so that the object is the same for the same answer. */
function readOf(answer: AnswerView): AnswerView {
  return answer
}

/**
 * The table that stands for an authorization webhook: reviews and answers, its status, and marks at the entries that
 * decided.
 */
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

/**
 * The stored objects that the Node authorizer knows, their status, and marks at those that relate something to a node.
 */
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

/** The policy: its text, its status, and marks at the rules that decided. */
export function PolicyPanel() {
  const unasked = usePlayground(
    ({ answer }) => answer?.policyDiagnostics.some(({ code }) => code === 'unused-access-rule') ?? false,
  )
  const { findings, quickFixes } = useFindings()
  const known = findings !== undefined
  const diagnosticsOf = useCallback(
    ({ policyDiagnostics }: AnswerView) => (known ? errorsIn(policyDiagnostics) : policyDiagnostics),
    [known],
  )
  const partsOf = useCallback(
    (answer: AnswerView) =>
      policyStatus(
        findings ? { ...answer, policyDiagnostics: [...errorsIn(answer.policyDiagnostics), ...findings] } : answer,
      ),
    [findings],
  )
  return (
    <WrittenPanel
      source="policy"
      label="Policy"
      readOf={(answer: AnswerView) => answer}
      diagnosticsOf={diagnosticsOf}
      partsOf={partsOf}
      {...(findings && { findings, quickFixes })}
      complete={(text, offset) => workerApi().complete(text, offset)}
      hover={(text, offset) => workerApi().hover(text, offset)}
      first={<FirstPolicy />}
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

function errorsIn(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error')
}

interface ModeOffProps {
  readonly mode: AuthorizationMode
  /** A clause about the authorizer that would read the text. */
  readonly children: ReactNode
}

/** Says that no authorizer reads the text, because a mode is missing, and offers to add it. */
function ModeOff({ mode, children }: ModeOffProps) {
  function switchOn(): void {
    const { scenario, edit } = playground.getState()
    const { cluster } = scenario
    edit({
      subject: 'modes',
      change: { cluster: { ...cluster, authorizationModes: withMode(cluster.authorizationModes, mode) } },
    })
  }
  return (
    <p>
      {children}, and <code>--authorization-mode</code> does not name it.{' '}
      <LinkButton onClick={switchOn}>Switch {mode} on</LinkButton>
    </p>
  )
}

/** The next step of a person who has no policy yet: to get the one of the cluster. */
function FirstPolicy() {
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

/** The warnings and notes for the editor, with their quick fixes. Undefined until the first are found. */
function useFindings(): {
  readonly findings: readonly EditorFinding[] | undefined
  quickFixes(value: string, lines: Span): readonly QuickFix[]
} {
  const { last, current } = useMistakes()
  const found = useMemo(() => last?.mistakes.filter(({ severity }) => severity !== 'error') ?? NONE, [last])
  const findings = useKeepWhileStale(found, current)
  return {
    findings: last && findings,
    quickFixes: (value, lines) =>
      last !== undefined && current && value === playground.getState().scenario.policy
        ? quickFixesFor(last, lines, {
            mend: (mending) => void mend(mending),
            switchDefaultRolesOn,
            constrain: () => openConstrain(),
          })
        : NONE,
  }
}
