import { OUTCOME_MARKS, shortened } from '@authz-playground/pictures'
import { type FormEvent, useId, useState } from 'react'
import { decider, openDocument, problemsInWords, usePlayground } from '../../session/index.ts'
import { Button, EntryButton, fileName, IconButton, saveFile, TextField, Words, withCode } from '../../ui/index.ts'
import { type Entry, nameOf } from '../../worker/index.ts'
import { ago } from './ago.ts'
import styles from './Library.module.css'
import { duplicate, remove, rename } from './library.ts'
import type { Known } from './useAnswers.ts'

/** More of a name, and of an explanation, than anybody reads in a list. Characters. */
const NAME = 200
const EXPLANATION = 200

interface EntryItemProps {
  readonly entry: Entry
  readonly known: Known | undefined
  /** It is called as what is on the page. */
  readonly current: boolean
  /** Gives the focus to another entry, once it is there. */
  onFocus(id: string): void
  onClose(): void
}

/** A scenario of the library: what it comes to, what it is called, and what can be done with it. */
export function EntryItem({ entry, known, current, onFocus, onClose }: EntryItemProps) {
  const [unfolded, setUnfolded] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const title = usePlayground(({ designs }) => designs?.find(({ id }) => id === known?.design)?.title)
  const id = useId()
  const name = shortened(entry.name, NAME)
  const row = known?.row
  const broken = known !== undefined && known.problems.length > 0
  const said = problems.length > 0 ? problems : (known?.problems ?? [])
  return (
    <li className={styles.item}>
      <EntryButton
        data-entry={entry.id}
        aria-current={current}
        mark={row?.outcome ? OUTCOME_MARKS[row.outcome.kind] : known && 'NotDecided'}
        code={row?.outcome?.code}
        title={name}
        onClick={() =>
          void openEntry(entry).then((found) => {
            if (found.length === 0) onClose()
            else setProblems(found)
          })
        }
      >
        {known?.explanation && (
          <span className={styles.explanation}>
            <Words of={withCode(shortened(known.explanation, EXPLANATION))} />
          </span>
        )}
        <span className={styles.facts}>
          {title !== undefined && `${title} · `}
          {broken && 'not readable · '}
          {ago(entry.changed, Date.now())}
        </span>
      </EntryButton>
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

interface ActionsProps {
  readonly entry: Entry
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
        onClick={async () => saveFile(fileName(entry.name), await decider().writeScenarios([entry]))}
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

function Renaming({ entry, onDone }: { readonly entry: Entry; onDone(): void }) {
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
        // Here it is the name that is left alone, not the dialog.
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
        // What was pressed gives way to this field.
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

/** Puts an entry on the page, as a file would be. What is wrong with it is returned, in sentences, and nothing is opened then. */
async function openEntry({ name, text }: Entry): Promise<readonly string[]> {
  const { document, diagnostics } = await decider().readDocument(text)
  if (document === undefined) return problemsInWords(diagnostics)
  openDocument({ ...document, title: name })
  return []
}
