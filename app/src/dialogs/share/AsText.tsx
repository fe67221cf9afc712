import type { Diagnostic } from '@authz-playground/engine'
import type { ReadScenarioDocument, ScenarioDocument } from '@authz-playground/engine/documents'
import { shortened } from '@authz-playground/pictures'
import { useId, useState } from 'react'
import { create } from 'zustand'
import { CodeEditor, type Reveal } from '../../editor/index.ts'
import { openDocument, useLastAnswer, workerApi } from '../../session/index.ts'
import { Button, Dialog, LinkButton } from '../../ui/index.ts'
import styles from './AsText.module.css'

interface Draft {
  /** The edited text of the scenario; undefined where nobody has edited it. */
  readonly text: string | undefined
  keep(text: string | undefined): void
}

/** The edited text that is not on the page yet, kept while the page is open. */
const useDraft = create<Draft>()((set) => ({ text: undefined, keep: (text) => set({ text }) }))

/** So many problems are listed; F8 goes to the others. */
const MOST = 4

const NONE: readonly Diagnostic[] = []

interface AsTextProps {
  /** The scenario on the page. */
  readonly document: ScenarioDocument
  onClose(): void
}

/**
 * The whole scenario as the text of a file, to edit. The edited scenario is put on the page when its text has no
 * errors.
 */
export function AsText({ document, onClose }: AsTextProps) {
  const { text: draft, keep } = useDraft()
  const onPage = useLastAnswer(() => workerApi().writeDocument(document), [document])
  const text = draft ?? onPage
  const reading = useReading(text)
  const diagnostics = reading?.diagnostics ?? NONE
  const [reveal, setReveal] = useState<Reveal>()
  const status = useId()
  const changed = draft !== undefined && draft !== onPage
  const read = reading?.text === text ? reading?.document : undefined

  return (
    <Dialog title="Scenario as text" size="full" onClose={onClose}>
      <div className={styles.editor}>
        {text !== undefined && (
          <CodeEditor
            value={text}
            onChange={keep}
            language="yaml"
            label="Scenario document"
            describedBy={status}
            size="fill"
            diagnostics={diagnostics}
            {...(reveal && { reveal })}
            complete={(value, offset) => workerApi().completeDocument(value, offset)}
            hover={(value, offset) => workerApi().hoverDocument(value, offset)}
          />
        )}
      </div>
      <div className={styles.foot}>
        <div id={status} className={styles.status} role="status">
          {diagnostics.length > 0 ? (
            <Problems
              diagnostics={diagnostics}
              onGo={({ range: { start, end } }) => setReveal({ start, end, focus: true })}
            />
          ) : (
            <p>{changed ? 'Not on the page yet.' : 'The page shows this scenario.'}</p>
          )}
        </div>
        <div className={styles.actions}>
          {changed && <Button onClick={() => keep(undefined)}>Discard changes</Button>}
          <Button
            look="primary"
            disabled={!changed || read === undefined}
            onClick={() => {
              if (read === undefined) return
              openDocument(read)
              keep(undefined)
              onClose()
            }}
          >
            Use this text
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ProblemsProps {
  readonly diagnostics: readonly Diagnostic[]
  onGo(diagnostic: Diagnostic): void
}

function Problems({ diagnostics, onGo }: ProblemsProps) {
  const more = diagnostics.length - MOST
  return (
    <ul className={styles.problems} aria-label="Errors">
      {diagnostics.slice(0, MOST).map((diagnostic) => (
        <li key={`${diagnostic.range.start} ${diagnostic.code}`}>
          <LinkButton onClick={() => onGo(diagnostic)}>
            Line {diagnostic.range.line}, column {diagnostic.range.column}
          </LinkButton>
          : {shortened([diagnostic.message, diagnostic.fix].join(' ').trim())}
        </li>
      ))}
      {more > 0 && <li>And {more} more: F8 goes to the next.</li>}
    </ul>
  )
}

/** The result of reading a text. */
interface Reading extends ReadScenarioDocument {
  readonly text: string
}

/** The result of reading the newest text; the result before until the new one is there. */
function useReading(text: string | undefined): Reading | undefined {
  return useLastAnswer(() => (text === undefined ? undefined : readText(text)), [text])
}

async function readText(text: string): Promise<Reading> {
  return { ...(await workerApi().readDocument(text)), text }
}
