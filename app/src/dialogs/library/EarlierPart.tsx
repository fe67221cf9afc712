import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import {
  deleteEarlier,
  type EarlierWork,
  isPresentWork,
  LONGEST_EARLIER,
  MOST_EARLIER,
  onEarlierElsewhere,
  openEarlier,
  playground,
  readEarlier,
  readWorks,
  restoreEarlier,
  type Session,
  sessionOf,
  sharedOf,
} from '../../session/index.ts'
import { ago, Button, drawnOf, useLongList } from '../../ui/index.ts'
import { Deleted, useLateFocus } from './Deleted.tsx'
import { AnsweredButton, NAME } from './EntryItem.tsx'
import styles from './Library.module.css'
import { useAnswersOf } from './useAnswers.ts'

const NOT_READ = 'This browser does not let the page read your earlier work. A private window may be the reason.'
const NOT_CHANGED = 'This browser did not keep the change, so nothing was changed.'

/** What a person wrote before something replaced it: opened again, or deleted. Nothing is shown where there is none. */
export function EarlierPart({ onClose }: { onClose(): void }) {
  const { works, deleted, problem, remove, bringBack } = useEarlier()
  const shown = useMemo(
    () =>
      readWorks([...works, ...deleted].sort((a, b) => b.at - a.at)).map((read) => ({
        ...read,
        document: documentOf(read.session),
      })),
    [works, deleted],
  )
  const { places, rest } = useLongList(shown.length)
  const knownOf = useAnswersOf(
    useMemo(() => shown.map(({ work, document }) => ({ key: keyOf(work), of: document })), [shown]),
  )
  const area = useRef<HTMLUListElement>(null)
  const { focus } = useLateFocus(area)
  const heading = useId()
  if (works.length + deleted.length === 0 && problem === undefined) return null
  return (
    <section aria-labelledby={heading} className={styles.transfer}>
      <h3 id={heading}>Your earlier work</h3>
      <p className={styles.nothing}>
        What you wrote is kept here when a link, a file, an example or another tab replaces it, and when you leave the
        page: the last {MOST_EARLIER}, and at most {LONGEST_EARLIER / 1_000_000} million characters beside the newest.
        The oldest go first. What you save by name stays until you delete it.
      </p>
      <p role="alert" className={styles.problems}>
        {problem}
      </p>
      <ul ref={area}>
        {drawnOf(shown, places).map(([{ work, session, outdated, document }]) => {
          const name = shortened(document.title, NAME) || 'Your own scenario'
          if (deleted.includes(work)) {
            const undo = () => bringBack(work).then(() => focus(work.id))
            return <Deleted key={work.id} id={work.id} name={name} onUndo={undo} />
          }
          return (
            <li key={work.id} className={styles.item}>
              <AnsweredButton
                data-entry={work.id}
                name={name}
                at={work.at}
                known={knownOf(keyOf(work))}
                onClick={() => {
                  openEarlier({ work, session, outdated })
                  onClose()
                }}
              />
              <Button
                look="quiet"
                aria-label={`Delete “${name}”, ${ago(work.at, Date.now())}`}
                onClick={() => void remove(work).then(() => focus(work.id))}
              >
                Delete
              </Button>
            </li>
          )
        })}
      </ul>
      {rest}
    </section>
  )
}

/** Earlier work as the browser has it, without what the page shows. What is deleted can be restored while the dialog is open. */
function useEarlier() {
  const [works, setWorks] = useState<readonly EarlierWork[]>([])
  const [deleted, setDeleted] = useState<readonly EarlierWork[]>([])
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isOpen = true
    const read = (): void => {
      readEarlier().then(
        (all) => {
          if (!isOpen) return
          setWorks(all.filter((work) => !isPresentWork(work, sessionOf(playground.getState()))))
          // Another page keeps it again.
          setDeleted((before) => before.filter((work) => all.every(({ id }) => id !== work.id)))
        },
        () => isOpen && setProblem(NOT_READ),
      )
    }
    read()
    const end = onEarlierElsewhere(read)
    return () => {
      isOpen = false
      end()
    }
  }, [])

  /** Returns whether the browser kept the change. */
  async function change(made: Promise<void>): Promise<boolean> {
    try {
      await made
      setProblem(undefined)
      return true
    } catch {
      setProblem(NOT_CHANGED)
      return false
    }
  }

  async function remove(work: EarlierWork): Promise<void> {
    if (!(await change(deleteEarlier(work)))) return
    setWorks((before) => before.filter(({ id }) => id !== work.id))
    setDeleted((before) => [...before, work])
  }

  async function bringBack(work: EarlierWork): Promise<void> {
    if (!(await change(restoreEarlier(work)))) return
    setDeleted((before) => before.filter(({ id }) => id !== work.id))
    setWorks((before) => [...before, work])
  }

  return { works, deleted, problem, remove, bringBack }
}

function keyOf({ id, at }: EarlierWork): string {
  return `${id}/${at}`
}

/** The document of a session, with the words of its example. */
function documentOf(session: Session): ScenarioDocument {
  const example = EXAMPLES.find(({ id }) => id === session.exampleId)
  return sharedOf(session, example).document
}
