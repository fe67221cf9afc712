import type { Diagnostic, RequestForm, SourceRange } from '@authz-playground/engine'
import { useId } from 'react'
import { CodeEditor, type CodeEditorProps, type Reveal } from '../../editor/index.ts'
import { currentHighlights, playground, usePlayground } from '../../session/index.ts'
import { CopyButton } from '../../ui/index.ts'
import styles from './TextPanel.module.css'
import { type Copied, FORM_NAMES, type TabText } from './tabs.ts'

interface TextPanelProps {
  readonly form: RequestForm
  readonly shown: TabText
  /** What is copied of the written text, and the words about it. */
  readonly copied: Copied
  /** The diagnostics of the written request. */
  readonly diagnostics: readonly Diagnostic[]
  /** The shown text is of an older request, so it is read-only. */
  readonly outdated: boolean
  readonly reveal: Reveal | undefined
  onPin(offset: number): void
}

const NO_DIAGNOSTICS: readonly Diagnostic[] = []
const NO_RANGES: readonly SourceRange[] = []

const LANGUAGES: Readonly<Record<RequestForm, CodeEditorProps['language']>> = {
  http: 'http',
  kubectl: 'shell',
  curl: 'shell',
  review: 'yaml',
}

/**
 * The request as text: the written one, or one that is printed from it. Once a printed text is edited it is the written
 * one.
 */
export function TextPanel({ form, shown, copied, diagnostics, outdated, reveal, onPin }: TextPanelProps) {
  const { text, gap, written } = shown
  const status = useId()
  // Ranges belong to the text that was answered. An answer to another form has none for this text.
  const ours = usePlayground(({ answered }) => written && answered?.request.form === form)
  const highlighted = usePlayground((now) => currentHighlights(now).request)

  return (
    <div className={styles.panel}>
      {gap !== undefined && <p className={styles.gap}>{gap}</p>}
      <CodeEditor
        value={text}
        onChange={(edited) =>
          playground.getState().edit({ subject: 'request', change: { request: { form, text: edited } } })
        }
        language={LANGUAGES[form]}
        label={FORM_NAMES[form]}
        describedBy={status}
        size={{ minLines: 5, maxLines: 18 }}
        lineNumbers={false}
        readOnly={outdated}
        diagnostics={ours ? diagnostics : NO_DIAGNOSTICS}
        highlighted={ours ? highlighted : NO_RANGES}
        {...(written && { onPoint: pointAt, onPin })}
        {...(reveal && { reveal })}
      />
      <div className={styles.foot}>
        <p id={status}>{written ? copied.words : outdated ? OUTDATED : MADE}</p>
        <CopyButton text={written ? (copied.text ?? nothing) : text} label={FORM_NAMES[form]} />
      </div>
    </div>
  )
}

const OUTDATED = 'The last request that could be read.'
const MADE = 'Made from the written form. You can edit it here, too.'

function nothing(): Promise<undefined> {
  return Promise.resolve(undefined)
}

function pointAt(offset: number | undefined): void {
  const { point, pointed } = playground.getState()
  if (offset !== undefined) point({ kind: 'request', offset })
  // A fast pointer may enter the next element before it leaves this one.
  else if (pointed?.kind === 'request') point(undefined)
}
