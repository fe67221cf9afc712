import { BUILT_IN_COURSES } from '@authz-playground/courses'
import type { Example } from '@authz-playground/examples'
import { counted, shortened } from '@authz-playground/pictures'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { workerApi } from '../../session/index.ts'
import { ago, Button, FileButton, reportLoadFailure, TitledList } from '../../ui/index.ts'
import { draftStore, drafts } from './author.ts'
import styles from './Begin.module.css'
import type { Draft } from './drafts.ts'
import { documentOnPage } from './page-scenario.ts'
import { builtInTexts, textsOfFiles } from './sources.ts'
import type { Texts } from './text-history.ts'
import { useFocusAfterChange } from './Workplace.tsx'

interface BeginProps {
  /** The example that the scenario on the page began as, where it is known. */
  readonly example: Example | undefined
}

type Source = () => Promise<Texts | { readonly problem: string }>

/** What somebody begins to write from: nothing, the page, a file, a course of theirs, or one that comes with the page. */
export function Begin({ example }: BeginProps) {
  const [problem, setProblem] = useState('')
  const { kept, refresh } = useKept()
  const place = useRef<HTMLDivElement>(null)
  useFocusAfterChange(place, 'button')

  async function begin(source: Source): Promise<void> {
    setProblem('')
    try {
      const texts = await source()
      if ('problem' in texts) setProblem(texts.problem)
      else draftStore.begin(texts)
    } catch {
      reportLoadFailure('The course', () => void begin(source))
    }
  }

  return (
    <div ref={place} className={styles.begin}>
      <p className={styles.lead}>
        A course is one text in YAML. Beside it you see what learners will see, and whether each lesson does what it
        should: at the start some goal does not hold, and with the solution all of them do. What you write is kept in
        this browser.
      </p>
      <div role="alert" className={styles.problem}>
        {problem !== '' && <p>{problem}</p>}
      </div>
      <TitledList title="Begin">
        <Entry
          name="A new course"
          about="One lesson to change, in which only the goals are missing."
          action={
            <Button
              look="primary"
              onClick={() => void begin(async () => ({ course: await workerApi().newCourse(), plays: '' }))}
            >
              Begin
            </Button>
          }
        />
        <Entry
          name="A lesson of what is on the page"
          about="Its scenario is the start, and its goals are the goals. Change the page later, and use it as the solution."
          action={
            <Button
              aria-label="Begin with the page"
              onClick={() => void begin(async () => courseOf(await workerApi().addLesson('', documentOnPage(example))))}
            >
              Begin
            </Button>
          }
        />
        <Entry
          name="A file"
          about="A course that you have, also an unfinished one, and its mistakes if they are in a second file."
          action={
            <FileButton multiple onFiles={(files) => void begin(() => textsOfFiles(files, { course: '', plays: '' }))}>
              Open a file
            </FileButton>
          }
        />
      </TitledList>
      {kept.length > 0 && (
        <TitledList title="Your courses in this browser">
          {kept.map((draft) => (
            <KeptDraft key={draft.id} of={draft} onRemoved={refresh} />
          ))}
        </TitledList>
      )}
      <TitledList title="Examples">
        {BUILT_IN_COURSES.map(({ id, title, lessons }) => (
          <Entry
            key={id}
            name={title}
            about={`A copy of the course that comes with the playground, with its ${counted(lessons, 'lesson')} and their mistakes.`}
            action={
              <Button aria-label={`Open a copy: ${title}`} onClick={() => void begin(() => builtInTexts(id))}>
                Open a copy
              </Button>
            }
          />
        ))}
      </TitledList>
    </div>
  )
}

function courseOf(
  changed: { readonly text: string } | { readonly problem: string },
): Texts | { readonly problem: string } {
  return 'problem' in changed ? changed : { course: changed.text, plays: '' }
}

interface EntryProps {
  readonly name: string
  readonly about: string
  readonly action: ReactNode
}

function Entry({ name, about, action }: EntryProps) {
  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <h4>{name}</h4>
        <p>{about}</p>
      </div>
      <div className={styles.actions}>{action}</div>
    </li>
  )
}

function KeptDraft({ of: { id, title, course, at }, onRemoved }: { readonly of: Draft; onRemoved(): void }) {
  const [asking, setAsking] = useState(false)
  const name = title === '' ? 'A course without a title' : shortened(title, 120)
  const lines = course.split('\n', 100_001).length
  return (
    <Entry
      name={name}
      about={`${lines > 100_000 ? 'More than 100,000 lines' : counted(lines, 'line')}, changed ${ago(at, Date.now())}`}
      action={
        asking ? (
          <>
            <span role="status">Remove it for good?</span>
            <Button
              onClick={() => {
                drafts.remove(id).then(onRemoved, onRemoved)
              }}
            >
              Remove
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <>
            <Button aria-label={`Go on: ${name}`} onClick={() => void draftStore.goOn(id)}>
              Go on
            </Button>
            <Button look="quiet" aria-label={`Remove: ${name}`} onClick={() => setAsking(true)}>
              Remove
            </Button>
          </>
        )
      }
    />
  )
}

/** The drafts of this browser, as they are now, also where another page changes them. Empty where it keeps none. */
function useKept(): { readonly kept: readonly Draft[]; refresh(): void } {
  const [kept, setKept] = useState<readonly Draft[]>([])
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after a change
  useEffect(() => {
    let isOpen = true
    const read = (): void => {
      drafts.all().then(
        (found) => isOpen && setKept(found),
        () => undefined,
      )
    }
    read()
    const stop = drafts.onChange(read)
    return () => {
      isOpen = false
      stop()
    }
  }, [asked])
  return { kept, refresh: () => setAsked((before) => before + 1) }
}
