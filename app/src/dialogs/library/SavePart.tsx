import type { Example } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { type FormEvent, useMemo, useState } from 'react'
import { editedAbout, playground, sharedOf, usePlayground, workerApi } from '../../session/index.ts'
import { ago, Button, LinkButton, TextField, useMediaQuery } from '../../ui/index.ts'
import { freeName, type LibraryEntry, nameOf } from '../../worker/index.ts'
import type { Saved } from './changes.ts'
import styles from './Library.module.css'
import { save, takeBack, useLibrary } from './library.ts'

/** A longer name is cut in a message. Characters. */
const NAME = 80

type Outcome = Saved | { readonly kind: 'unnamed' } | { readonly kind: 'back' }

/** Saves the scenario on the page under a name. Where the name is taken, it asks before it replaces anything. */
export function SavePart({ example }: { readonly example: Example | undefined }) {
  const scenario = usePlayground((now) => now.scenario)
  const about = usePlayground((now) => now.about)
  const goals = usePlayground((now) => now.goals)
  const position = usePlayground(({ playback }) => playback.position)
  const last = usePlayground(({ answer }) => (answer?.trace?.steps.length ?? 1) - 1)
  const step = position < last ? position : undefined
  const { usual, document } = useMemo(
    () => sharedOf({ scenario, about, goals }, example, step),
    [scenario, about, goals, example, step],
  )
  const [typed, setTyped] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const fine = useMediaQuery('(pointer: fine)')
  const value = typed ?? document.title
  const name = nameOf(value)

  async function keep(wanted: string, seen?: LibraryEntry): Promise<void> {
    if (wanted === '') {
      setOutcome({ kind: 'unnamed' })
      return
    }
    const words = wanted === document.title ? about : editedAbout(about, { title: wanted }, usual)
    const content = await workerApi().contentOf(sharedOf({ scenario, about: words, goals }, example, step).document)
    const result = await save({ name: wanted, text: content }, seen)
    setOutcome(result)
    if (result === undefined || result.kind === 'taken') return
    // Keeps text that was typed in the meantime.
    setTyped((now) => (now === typed ? undefined : now))
    if (words !== about) playground.getState().setAbout('title', words)
  }

  return (
    <form
      className={styles.save}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void keep(name)
      }}
    >
      <TextField
        prose
        data-first-focus={fine || undefined}
        label="Save the scenario on the page as"
        placeholder="A name"
        value={value}
        onChange={(next) => {
          setTyped(next)
          setOutcome(undefined)
        }}
        {...(outcome?.kind === 'unnamed' && { problem: 'Type a name first.' })}
      />
      <Button type="submit" look="primary">
        Save
      </Button>
      <div role="status" className={styles.said}>
        {outcome && <Told outcome={outcome} onKeep={keep} onBack={() => setOutcome({ kind: 'back' })} />}
      </div>
    </form>
  )
}

interface ToldProps {
  readonly outcome: Outcome
  onKeep(name: string, seen?: LibraryEntry): Promise<void>
  onBack(): void
}

function Told({ outcome, onKeep, onBack }: ToldProps) {
  const entries = useLibrary((library) => library.entries)
  if (outcome.kind === 'unnamed') return null
  if (outcome.kind === 'back') return <p>It is as it was before.</p>
  const { entry } = outcome
  const called = `“${shortened(entry.name, NAME)}”`
  if (outcome.kind === 'same') return <p>{called} is saved already, just as it is here.</p>
  if (outcome.kind === 'kept') {
    const { before } = outcome
    return (
      <p>
        {before === undefined ? `Saved as ${called}.` : `${called} was replaced. `}
        {before && (
          <LinkButton onClick={async () => (await takeBack(before, entry)) && onBack()}>Undo replacing</LinkButton>
        )}
      </p>
    )
  }
  const free = freeName(entry.name, entries)
  return (
    <>
      <p>
        {called} is here already, changed {ago(entry.changed, Date.now())}, and says something else. Nothing was saved
        yet.
      </p>
      <p className={styles.choices}>
        <Button onClick={() => void onKeep(entry.name, entry)}>Replace it</Button>
        <Button onClick={() => void onKeep(free)}>Save as “{shortened(free, NAME)}”</Button>
      </p>
    </>
  )
}
