import type { RequestFields } from '@authz-playground/engine/internal/http'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentHighlights, playground, usePlayground, workerApi } from '../../session/index.ts'
import { AsWhom } from './AsWhom.tsx'
import { BodyPart, type BodyView } from './BodyPart.tsx'
import { sendsBody } from './body-types.ts'
import styles from './FieldsForm.module.css'
import type { FieldName, FieldValues } from './field-drafts.ts'
import { type FieldEdits, type FieldState, fieldEdits } from './field-edits.ts'
import type { FormRows } from './form-rows.ts'
import { PathPart } from './PathPart.tsx'
import { isHighlighted, placeOfPart, type RequestPart } from './pointing.ts'
import { ResourcePart } from './ResourcePart.tsx'
import { SelectRow } from './SelectRow.tsx'

interface FieldsProps {
  readonly fields: RequestFields
  /** The fields are of an older request, so they are read-only. */
  readonly readOnly: boolean
  readonly body: BodyView
}

const SUBJECTS = [
  { value: 'resource', title: 'A resource' },
  { value: 'path', title: 'A path' },
] as const

/** The form of the request: its attributes, and the user to impersonate. A change writes the request as raw HTTP. */
export function FieldsForm({ fields, readOnly, body }: FieldsProps) {
  const { drafts, refused, change, hold } = useEditing()
  const answer = usePlayground((now) => now.answer)
  const highlights = usePlayground(currentHighlights)

  const rows: FormRows = {
    readOnly,
    change,
    value: (name, otherwise) => (drafts[name] ?? otherwise) as typeof otherwise,
    refusedOf: (name) => (refused !== undefined && Object.hasOwn(drafts, name) ? refused : undefined),
    isHighlighted: (part) => isHighlighted(part, highlights, answer),
    point: (part) => playground.getState().point(part && placeOfPart(part, answer)),
    hold,
    row: (name: FieldName, part: RequestPart) => ({
      highlighted: isHighlighted(part, highlights, answer),
      onPoint: (pointed) => playground.getState().point(pointed ? placeOfPart(part, answer) : undefined),
      onHold: (held) => hold(held ? name : undefined),
    }),
  }

  const subject = 'path' in drafts ? 'path' : fields.resource || 'verb' in drafts ? 'resource' : 'path'
  const what: RequestPart = { kind: 'what' }
  const verb = fields.resource ? rows.value('verb', fields.resource.verb) : rows.value('method', fields.method)

  function turnTo(wanted: 'resource' | 'path'): void {
    if (wanted === 'path') change('path', { path: '/healthz' })
    else change('verb', { verb: 'list' } satisfies Partial<FieldValues>)
  }

  return (
    <div className={styles.fields}>
      {fields.unshown.length > 0 && (
        <p className={styles.unshown}>
          These fields do not say all of it. {fields.unshown.join(' ')} That stays as it is.
        </p>
      )}
      <section aria-label="What they ask">
        <SelectRow
          {...rows.row('path', what)}
          label="Asks about"
          value={subject}
          options={SUBJECTS}
          readOnly={readOnly}
          onChange={turnTo}
        />
        {fields.resource ? (
          <ResourcePart resource={fields.resource} sends={fields.sends} rows={rows} />
        ) : (
          <PathPart method={fields.method} path={fields.path} rows={rows} />
        )}
      </section>
      {(sendsBody(verb) || fields.sends.body !== '') && (
        <BodyPart {...body} sends={fields.sends} verb={verb} rows={rows} />
      )}
      <AsWhom impersonate={fields.impersonate} rows={rows} />
    </div>
  )
}

interface Editing extends Pick<FieldEdits, 'change' | 'hold'>, FieldState {}

/** Edits of the present request by its fields. */
function useEditing(): Editing {
  const [edits] = useState(() =>
    fieldEdits({
      written: () => playground.getState().scenario.request,
      rewrite: (written, changes) => workerApi().rewrite(written, changes),
      write: (request, field) => playground.getState().edit({ subject: `request ${field}`, change: { request } }),
    }),
  )
  useEffect(() => {
    const settle = (): void => edits.settle(playground.getState().answered?.request)
    settle()
    return playground.subscribe((now, before) => {
      if (now.answered !== before.answered || now.scenario !== before.scenario) settle()
    })
  }, [edits])
  const { change, hold } = edits
  return { ...useSyncExternalStore(edits.subscribe, edits.state), change, hold }
}
