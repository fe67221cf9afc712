import { OUTCOME_MARKS, shortened } from '@authz-playground/pictures'
import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import { openDocument, problemsInWords, usePlayground, workerApi } from '../../session/index.ts'
import {
  ago,
  Button,
  EntryButton,
  fileName,
  IconButton,
  reportLoadFailure,
  saveFile,
  TextField,
  Words,
  withCode,
} from '../../ui/index.ts'
import { type LibraryEntry, nameOf } from '../../worker/index.ts'
import styles from './Library.module.css'
import { duplicate, remove, rename } from './library.ts'
import type { Known } from './useAnswers.ts'

/** The most of a name, and of an explanation, in the list. Characters. */
export const NAME = 200
const EXPLANATION = 200

interface EntryItemProps {
  readonly entry: LibraryEntry
  readonly known: Known | undefined
  /** It has the title of the scenario on the page. */
  readonly current: boolean
  /** Moves the focus to another entry, once it is rendered. */
  onFocus(id: string): void
  onClose(): void
}

/** A scenario of the library: its outcome, its name, and its actions. */
export function EntryItem({ entry, known, current, onFocus, onClose }: EntryItemProps) {
  const [unfolded, setUnfolded] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const id = useId()
  const name = shortened(entry.name, NAME)
  async function open(): Promise<void> {
    try {
      const found = await openEntry(entry)
      if (found.length === 0) onClose()
      else setProblems(found)
    } catch {
      reportLoadFailure('What reads a scenario', () => void open())
    }
  }
  const said = problems.length > 0 ? problems : (known?.problems ?? [])
  return (
    <li className={styles.item}>
      <AnsweredButton
        data-entry={entry.id}
        aria-current={current}
        name={name}
        at={entry.changed}
        known={known}
        onClick={() => void open()}
      />
      <IconButton
        icon="more"
        label={`More about “${name}”`}
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!unfolded)}
      />
      {said.length > 0 && (
        <div role="alert" className={styles.problems}>
          <p>It cannot be opened here, and is kept as it is.</p>
          {said.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <div id={id} className={styles.unfolded} hidden={!unfolded}>
        {unfolded && <Actions entry={entry} onFocus={onFocus} onDone={() => setUnfolded(false)} />}
      </div>
    </li>
  )
}

interface AnsweredButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'title' | 'className'> {
  readonly name: string
  /** When it was changed. Milliseconds since 1970. */
  readonly at: number
  readonly known: Known | undefined
}

/** The button of a scenario: its outcome, its name, and when it was changed. */
export function AnsweredButton({ name, at, known, ...button }: AnsweredButtonProps) {
  const title = usePlayground(({ designs }) => designs?.find(({ id }) => id === known?.design)?.title)
  const outcome = known?.row?.outcome
  const broken = known !== undefined && known.problems.length > 0
  return (
    <EntryButton
      {...button}
      mark={outcome ? OUTCOME_MARKS[outcome.kind] : known && 'NotDecided'}
      code={outcome?.code}
      title={name}
    >
      {known?.explanation && (
        <span className={styles.explanation}>
          <Words of={withCode(shortened(known.explanation, EXPLANATION))} />
        </span>
      )}
      <span className={styles.facts}>
        {title !== undefined && `${title} · `}
        {broken && 'not readable · '}
        {ago(at, Date.now())}
      </span>
    </EntryButton>
  )
}

interface ActionsProps {
  readonly entry: LibraryEntry
  onFocus(id: string): void
  onDone(): void
}

function Actions({ entry, onFocus, onDone }: ActionsProps) {
  const [renaming, setRenaming] = useState(false)
  if (renaming) {
    return (
      <Renaming
        entry={entry}
        onDone={() => {
          onDone()
          onFocus(entry.id)
        }}
      />
    )
  }
  return (
    <>
      <Button look="quiet" onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <Button
        look="quiet"
        onClick={async () => {
          const copy = await duplicate(entry)
          onDone()
          if (copy) onFocus(copy.id)
        }}
      >
        Duplicate
      </Button>
      <Button
        look="quiet"
        onClick={async () => saveFile(fileName(entry.name), await workerApi().writeScenarios([entry]))}
      >
        Save as file
      </Button>
      <Button
        look="quiet"
        onClick={async () => {
          await remove(entry)
          onFocus(entry.id)
        }}
      >
        Delete
      </Button>
    </>
  )
}

function Renaming({ entry, onDone }: { readonly entry: LibraryEntry; onDone(): void }) {
  const [typed, setTyped] = useState(entry.name)
  const [problem, setProblem] = useState<string>()
  const name = nameOf(typed)

  async function finish(): Promise<void> {
    if (name === '') {
      setProblem('Type a name first.')
      return
    }
    const came = await rename(entry, name)
    if (came === 'taken') setProblem('Another scenario has this name. Type another one.')
    else if (came === 'gone') setProblem('Another page has deleted this scenario.')
    else if (came === 'renamed') onDone()
  }

  return (
    <form
      className={styles.renaming}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void finish()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Escape cancels the renaming, not the dialog.
        event.preventDefault()
        event.stopPropagation()
        onDone()
      }}
    >
      <TextField
        prose
        label="New name"
        value={typed}
        onChange={(next) => {
          setTyped(next)
          setProblem(undefined)
        }}
        // The field replaces the pressed button, so it takes the focus.
        autoFocus
        {...(problem !== undefined && { problem })}
      />
      <Button type="submit">Rename</Button>
      <Button look="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

/** Opens an entry on the page, like a file. Returns its errors as sentences; where there is one, nothing is opened. */
async function openEntry({ name, text }: LibraryEntry): Promise<readonly string[]> {
  const { document, diagnostics } = await workerApi().readDocument(text)
  if (document === undefined) return problemsInWords(diagnostics)
  openDocument({ ...document, title: name })
  return []
}
