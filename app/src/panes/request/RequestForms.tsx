import type { Diagnostic } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { useMemo } from 'react'
import { goTo, sourceOf, usePlayground } from '../../session/index.ts'
import { LinkButton, Tabs, VisuallyHidden } from '../../ui/index.ts'
import { inBody } from './body-place.ts'
import { ClientPanel, SentBody } from './ClientPanel.tsx'
import { FieldsForm } from './FieldsForm.tsx'
import type { Printed, Readable } from './printed-request.ts'
import styles from './RequestPane.module.css'
import { RequestProblems } from './RequestProblems.tsx'
import { TextPanel } from './TextPanel.tsx'
import type { ShownTab } from './tab.ts'
import { copiedOf, isWritable, shownIn, TABS, unreadIn } from './tabs.ts'

interface RequestFormsProps extends Omit<ShownTab, 'show'> {
  readonly readable: Readable
  readonly printed: Printed
  /** Of the written request. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The request in each form that it can be written in, one a tab, with its problems. */
export function RequestForms({ readable, printed, diagnostics, ...shownTab }: RequestFormsProps) {
  const { tab, reveal, bodyReveal, select, pinHere } = shownTab
  const request = usePlayground(({ scenario }) => scenario.request)
  const ofBody = usePlayground(({ answer }) => answer?.change?.body) ?? NOTHING
  const answered = usePlayground((now) => now.answered?.request)
  const remainder = readable.present ? 'rest' : readable.view ? 'last' : 'nothing'
  const unread = unreadIn(tab, request.form, diagnostics, remainder)
  const body = readable.view?.fields.sends.body ?? ''
  const inForm = useMemo(() => (answered ? inBody(ofBody, answered, body) : NOTHING), [ofBody, answered, body])
  const all = useMemo(() => [...diagnostics, ...ofBody], [diagnostics, ofBody])
  const source = usePlayground(({ came }) => sourceOf(request, came))
  const isPrinted = readable.present && printed.present
  const copied = copiedOf(
    request,
    source,
    readable.present && readable.view?.isPart === false,
    isPrinted ? printed.forms?.forms[request.form] : undefined,
  )
  const shown = isWritable(tab) ? shownIn(tab, request, printed.forms) : undefined
  return (
    <Tabs
      label="Forms of the request"
      tabs={TABS.map((one) => (one.id === request.form ? { ...one, mark: <Written /> } : one))}
      selected={tab}
      onSelect={select}
    >
      {unread !== undefined && (
        <p className={styles.unread}>
          {shortened(unread.words)}{' '}
          <LinkButton onClick={() => goTo({ kind: 'request', offset: unread.offset })}>
            Go to line {unread.line}
          </LinkButton>
        </p>
      )}
      {tab === 'form' && readable.view && (
        <FieldsForm
          fields={readable.view.fields}
          readOnly={!readable.present}
          body={{ diagnostics: inForm, reveal: bodyReveal }}
        />
      )}
      {shown && isWritable(tab) && (
        <TextPanel
          form={tab}
          shown={shown}
          copied={copied}
          diagnostics={all}
          outdated={!shown.written && !isPrinted}
          reveal={reveal}
          onPin={pinHere}
        />
      )}
      {tab === 'kubectl' && body !== '' && <SentBody body={body} />}
      {tab === 'more' && printed.forms && <ClientPanel printed={printed.forms} />}
      {(tab === request.form || (tab === 'form' && unread === undefined)) && (
        <RequestProblems form={request.form} diagnostics={all} />
      )}
    </Tabs>
  )
}

const NOTHING: readonly never[] = []

/** Marks the form in which the request is written. */
function Written() {
  return (
    <span className={styles.written}>
      <VisuallyHidden>, written here</VisuallyHidden>
    </span>
  )
}
