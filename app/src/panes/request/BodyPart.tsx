import type { Diagnostic } from '@authz-playground/engine'
import type { BodyFields } from '@authz-playground/engine/internal/http'
import { useId } from 'react'
import { CodeEditor, type Reveal } from '../../editor/index.ts'
import fields from '../../ui/fields.module.css'
import { bodyTypes } from './body-types.ts'
import styles from './FieldsForm.module.css'
import { Below } from './FormRow.tsx'
import type { FormRows } from './form-rows.ts'
import { SelectRow } from './SelectRow.tsx'

/** What the form shows of a body besides the text. */
export interface BodyView {
  /** Its diagnostics, with places in the body. */
  readonly diagnostics: readonly Diagnostic[]
  readonly reveal: Reveal | undefined
}

interface BodyPartProps extends BodyView {
  readonly sends: BodyFields
  /** The verb, or the method of a request about a path. */
  readonly verb: string
  readonly rows: FormRows
}

const WHAT = { kind: 'what' } as const

/** The body of the request: an object or a patch, and its type. */
export function BodyPart({ sends, verb, rows, diagnostics, reveal }: BodyPartProps) {
  const { readOnly, row, change, refusedOf } = rows
  const contentType = rows.value('contentType', sends.contentType)
  const below = useId()
  const { onHold } = row('body', WHAT)
  return (
    <section className={styles.sends} aria-label="What they send">
      <SelectRow
        {...row('contentType', WHAT)}
        name="Content-Type"
        label={<code>Content-Type</code>}
        value={contentType}
        options={bodyTypes(verb, contentType)}
        readOnly={readOnly}
        onChange={(value) => change('contentType', { contentType: value })}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only learns where the focus is; the editor inside has the name */}
      <div className={styles.body} onFocus={() => onHold?.(true)} onBlur={() => onHold?.(false)}>
        <p className={fields.label} aria-hidden="true">
          Body
        </p>
        <CodeEditor
          value={rows.value('body', sends.body)}
          onChange={(body) => change('body', { body })}
          language="yaml"
          label="Body"
          describedBy={below}
          size={{ minLines: 4, maxLines: 16 }}
          lineNumbers={false}
          readOnly={readOnly}
          diagnostics={diagnostics}
          {...(reveal && { reveal })}
        />
        <Below id={below} problem={refusedOf('body')} />
      </div>
    </section>
  )
}
