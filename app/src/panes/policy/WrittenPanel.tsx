import type { Diagnostic } from '@authz-playground/engine'
import { type ReactNode, useId, useMemo } from 'react'
import { CodeEditor, type CodeEditorProps } from '../../editor/index.ts'
import { goTo, isLocked, playground, usePlayground } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { useDecided } from './editing.ts'
import { useKeepWhileStale } from './keep-while-stale.ts'
import styles from './PolicyPane.module.css'
import { StatusLine } from './StatusLine.tsx'
import type { StatusPart } from './status.ts'
import type { WrittenText } from './written.ts'

const NO_DIAGNOSTICS: readonly Diagnostic[] = []

interface WrittenPanelProps<Read> extends Pick<CodeEditorProps, 'complete' | 'hover' | 'findings' | 'quickFixes'> {
  readonly source: WrittenText
  /** The accessible name of the editor, a noun. */
  readonly label: string
  /** What was read of the text, from an answer; the same object for the same answer. */
  readOf(answer: AnswerView): Read | undefined
  diagnosticsOf(read: Read): readonly Diagnostic[]
  /** The same in words. */
  partsOf(read: Read): readonly StatusPart[]
  /** Shown where the text is empty. */
  readonly empty: ReactNode
  /** Shown instead of the status where no authorizer reads the text: why, and how to change that. */
  readonly unread?: ReactNode
  /** Shown after the status. */
  readonly besides?: ReactNode
  /** What to do first where the text is empty, above the editor. */
  readonly first?: ReactNode
}

/** A text of the cluster that people write: the editor, its status, and marks at the places that decided. */
export function WrittenPanel<Read>(props: WrittenPanelProps<Read>) {
  const {
    source,
    label,
    readOf,
    diagnosticsOf,
    partsOf,
    empty,
    unread,
    besides,
    first,
    complete,
    hover,
    findings,
    quickFixes,
  } = props
  const text = usePlayground(({ scenario }) => scenario[source] ?? '')
  // Places in an answer are valid only in the text that was answered.
  const fresh = usePlayground(({ answered, scenario }) => (answered?.[source] ?? '') === (scenario[source] ?? ''))
  const last = useKeepWhileStale(
    usePlayground(({ answer }) => answer && readOf(answer)),
    fresh,
  )
  const read = unread ? undefined : last
  const decided = useDecided(source, fresh)
  const diagnostics = useMemo(() => (read === undefined ? NO_DIAGNOSTICS : diagnosticsOf(read)), [read, diagnosticsOf])
  const locked = usePlayground(
    ({ lesson }) => lesson !== undefined && (source !== 'policy' || isLocked(lesson.edit, 'policy')),
  )
  const status = useId()
  return (
    <>
      {first}
      <div className={styles.editor}>
        <CodeEditor
          {...decided}
          value={text}
          onChange={(edited) => playground.getState().edit({ subject: source, change: { [source]: edited } })}
          language="yaml"
          label={label}
          describedBy={status}
          size="fill"
          readOnly={locked}
          diagnostics={diagnostics}
          {...(findings && { findings })}
          {...(quickFixes && !locked && { quickFixes })}
          {...(complete && { complete })}
          {...(hover && { hover })}
        />
      </div>
      <StatusLine
        id={status}
        read={read}
        partsOf={partsOf}
        onGo={(offset) => goTo({ kind: 'text', source, offset })}
        besides={
          <>
            {besides}
            {locked && <p>This lesson leaves it as it is.</p>}
          </>
        }
      >
        {unread || (text.trim() === '' && !locked && empty)}
      </StatusLine>
    </>
  )
}

interface BeginWithProps {
  readonly source: WrittenText
  readonly beginning: string
  readonly children: ReactNode
}

/** Offers a template where the text is empty. */
export function BeginWith({ source, beginning, children }: BeginWithProps) {
  const begin = (): void => playground.getState().edit({ subject: `${source} begun`, change: { [source]: beginning } })
  return <LinkButton onClick={begin}>{children}</LinkButton>
}
