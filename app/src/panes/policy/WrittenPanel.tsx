import type { Diagnostic } from '@authz-playground/engine'
import { type ReactNode, useId } from 'react'
import { CodeEditor, type CodeEditorProps } from '../../editor/index.ts'
import { goTo, playground, usePlayground } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { useDecided } from './editing.ts'
import { useKeepWhileStale } from './keep-while-stale.ts'
import styles from './PolicyPane.module.css'
import { StatusLine } from './StatusLine.tsx'
import type { StatusPart } from './status.ts'
import type { WrittenText } from './written.ts'

const NO_DIAGNOSTICS: readonly Diagnostic[] = []

interface WrittenPanelProps<Read> extends Pick<CodeEditorProps, 'complete' | 'hover'> {
  readonly source: WrittenText
  /** The accessible name of the editor, a noun. */
  readonly label: string
  /** What an answer says of how the text was read; the same object for as long as the answer is. */
  readOf(answer: AnswerView): Read | undefined
  diagnosticsOf(read: Read): readonly Diagnostic[]
  /** How the text was read, in words. */
  partsOf(read: Read): readonly StatusPart[]
  /** What is said where nothing is written. */
  readonly empty: ReactNode
  /** What is said instead of anything else where nobody reads the text: why, and how to change that. */
  readonly unread?: ReactNode
  /** What is said besides how the text was read. */
  readonly besides?: ReactNode
}

/** A text of the cluster that people write: what stands there, how it was read, and what of it decided. */
export function WrittenPanel<Read>(props: WrittenPanelProps<Read>) {
  const { source, label, readOf, diagnosticsOf, partsOf, empty, unread, besides, complete, hover } = props
  const text = usePlayground(({ scenario }) => scenario[source] ?? '')
  // Places in an answer are places in the text that was answered, and in no other.
  const fresh = usePlayground(({ answered, scenario }) => (answered?.[source] ?? '') === (scenario[source] ?? ''))
  const last = useKeepWhileStale(
    usePlayground(({ answer }) => answer && readOf(answer)),
    fresh,
  )
  const read = unread ? undefined : last
  const decided = useDecided(source, fresh)
  const status = useId()
  return (
    <>
      <div className={styles.editor}>
        <CodeEditor
          {...decided}
          value={text}
          onChange={(edited) => playground.getState().edit({ subject: source, change: { [source]: edited } })}
          language="yaml"
          label={label}
          describedBy={status}
          size="fill"
          diagnostics={read === undefined ? NO_DIAGNOSTICS : diagnosticsOf(read)}
          {...(complete && { complete })}
          {...(hover && { hover })}
        />
      </div>
      <StatusLine
        id={status}
        read={read}
        partsOf={partsOf}
        onGo={(offset) => goTo({ kind: 'text', source, offset })}
        besides={besides}
      >
        {unread || (text.trim() === '' && empty)}
      </StatusLine>
    </>
  )
}

interface BeginWithProps {
  readonly source: WrittenText
  readonly beginning: string
  readonly children: ReactNode
}

/** Puts something to begin with where nothing is written. */
export function BeginWith({ source, beginning, children }: BeginWithProps) {
  const begin = (): void => playground.getState().edit({ subject: `${source} begun`, change: { [source]: beginning } })
  return <LinkButton onClick={begin}>{children}</LinkButton>
}
