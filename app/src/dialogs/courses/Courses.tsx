import { BUILT_IN_COURSES } from '@authz-playground/courses'
import { counted, shortened } from '@authz-playground/pictures'
import { type ReactNode, useEffect, useState } from 'react'
import {
  courseStorage,
  courses,
  type KeptCourse,
  openBuiltInCourse,
  openCourseBeside,
  openCourseText,
} from '../../session/course/index.ts'
import { beginTour, openDialog, screen, usePlayground, useScreenTitle } from '../../session/index.ts'
import { Button, Dialog, FileButton, LinkButton, reportLoadFailure, shownName, TitledList } from '../../ui/index.ts'
import styles from './Courses.module.css'
import { type BegunCourse, useKeptCourses, useListedCourses } from './kept.ts'

interface CoursesProps {
  onClose(): void
}

type Opens = () => Promise<readonly string[]>

/** The courses: those that come with the page, those that were opened before, and those that its server lists. */
export function Courses({ onClose }: CoursesProps) {
  useScreenTitle('Courses')
  // What is being typed in the lesson on the page counts, too.
  useEffect(() => courses.flush(), [])
  const { byId, refused, refresh } = useKeptCourses()
  const listed = useListedCourses()
  const [problems, setProblems] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const own = [...(byId?.values() ?? [])].flatMap(({ kept, done }) =>
    kept !== undefined && !isListed(kept, listed) ? [{ kept, done }] : [],
  )

  async function open(opens: Opens): Promise<void> {
    setProblems([])
    setBusy(true)
    try {
      const found = await opens()
      setBusy(false)
      if (found.length > 0) setProblems(found)
      // What was done in a course is shown in a dialog of its own.
      else if (screen.getState().dialog === 'courses') onClose()
    } catch {
      setBusy(false)
      reportLoadFailure('The course', () => void open(opens))
    }
  }

  return (
    <Dialog title="Courses" size="wide" onClose={onClose}>
      <div className={styles.courses} aria-busy={busy}>
        {/* The tour is of the page outside of lessons. */}
        {!inLesson && (
          <p>
            New here? <LinkButton onClick={beginTour}>Take the tour</LinkButton>: six steps, three minutes.
          </p>
        )}
        <div role="alert" className={styles.problems}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
          {refused && (
            <p>
              This browser does not let the page keep what you do in a course; a private window may be the reason. Save
              your progress as a file.
            </p>
          )}
        </div>
        <TitledList title="With the playground">
          {BUILT_IN_COURSES.map(({ id, title, audience, minutes, lessons }) => {
            const begun = byId?.get(id)
            return (
              <Entry
                key={id}
                title={title}
                audience={audience}
                facts={[counted(minutes, 'minute'), progressIn(begun?.kept?.lessons.length ?? lessons, begun)]}
                begun={begun?.kept !== undefined}
                onOpen={() => void open(() => openBuiltInCourse(id))}
              />
            )
          })}
        </TitledList>
        {own.length > 0 && (
          <OwnCourses own={own} onOpen={(kept) => void open(() => reopened(kept))} onRemoved={refresh} />
        )}
        {listed !== undefined && listed.length > 0 && (
          <ListedCourses
            listed={listed}
            byId={byId}
            onOpen={(file) => void open(() => openCourseBeside(file))}
            onRemoved={refresh}
          />
        )}
        <TitledList title="From a file">
          <li className={styles.entry}>
            <p>A course that somebody gave you, or the progress that you saved.</p>
            <div className={styles.ways}>
              <FileButton onFiles={([file]) => file && void open(() => openedFile(file))}>
                Open a course file
              </FileButton>
            </div>
          </li>
        </TitledList>
        <TitledList title="Your own">
          <li className={styles.entry}>
            <p>A course of yours, with a preview beside it and a check that each lesson can be solved.</p>
            <div className={styles.ways}>
              <Button onClick={() => openDialog('author')}>Write a course</Button>
            </div>
          </li>
        </TitledList>
      </div>
    </Dialog>
  )
}

/**
 * Whether a course is in one of the lists of the page and its server; also while that of the server is on its way, so that no
 * course changes its list.
 */
function isListed({ id, origin }: KeptCourse, listed: ReturnType<typeof useListedCourses>): boolean {
  if (origin !== 'beside') return origin === 'built-in'
  return listed === undefined || listed.some(({ course, problem }) => course === id && problem === undefined)
}

interface OwnCoursesProps {
  readonly own: readonly { readonly kept: KeptCourse; readonly done: number }[]
  onOpen(kept: KeptCourse): void
  onRemoved(): void
}

function OwnCourses({ own, onOpen, onRemoved }: OwnCoursesProps) {
  return (
    <TitledList title="Opened in this browser">
      {own.map(({ kept, done }) => (
        <Entry
          key={kept.id}
          title={kept.title}
          audience={kept.audience}
          facts={[
            ...(kept.minutes === undefined ? [] : [counted(kept.minutes, 'minute')]),
            progressIn(kept.lessons.length, { kept, done }),
            ORIGINS[kept.origin],
          ]}
          begun
          onOpen={() => onOpen(kept)}
        >
          <Remove course={kept} onRemoved={onRemoved} />
        </Entry>
      ))}
    </TitledList>
  )
}

interface ListedCoursesProps {
  readonly listed: NonNullable<ReturnType<typeof useListedCourses>>
  readonly byId: ReturnType<typeof useKeptCourses>['byId']
  onOpen(file: string): void
  onRemoved(): void
}

function ListedCourses({ listed, byId, onOpen, onRemoved }: ListedCoursesProps) {
  return (
    <TitledList title="On this server">
      {listed.map(({ file, course, title, audience = '', lessons, problem }) => {
        if (problem !== undefined) {
          return (
            <li key={file} className={styles.entry}>
              <h4>{shortened(file)}</h4>
              <p className={styles.unread}>This file cannot be read: {shortened(problem, 400)}</p>
            </li>
          )
        }
        const begun = course === undefined ? undefined : byId?.get(course)
        return (
          <Entry
            key={file}
            title={shortened(title ?? file)}
            audience={shortened(audience)}
            facts={[progressIn(lessons ?? 0, begun)]}
            begun={begun?.kept !== undefined}
            onOpen={() => onOpen(file)}
          >
            {begun?.kept?.origin === 'beside' && <Remove course={begun.kept} onRemoved={onRemoved} />}
          </Entry>
        )
      })}
    </TitledList>
  )
}

const ORIGINS: Readonly<Record<KeptCourse['origin'], string>> = {
  'built-in': '',
  beside: 'from this server',
  file: 'from a file',
  link: 'from a link',
}

/** “4 of 9 lessons done”. */
function progressIn(lessons: number, begun: BegunCourse | undefined): string {
  const done = begun?.done ?? 0
  return done === 0 ? counted(lessons, 'lesson') : `${done} of ${counted(lessons, 'lesson')} done`
}

function reopened({ address, text, origin }: KeptCourse): Promise<readonly string[]> {
  if (origin === 'beside') return openCourseBeside(address.slice('course/'.length))
  return openCourseText(text ?? '', { text: text ?? '', origin, address })
}

async function openedFile(file: File): Promise<readonly string[]> {
  const problems = await openCourseText(await file.text())
  return problems.length === 0 ? [] : [`“${shortened(shownName(file), 80)}” was not opened.`, ...problems]
}

interface EntryProps {
  readonly title: string
  /** For whom it is. */
  readonly audience: string
  /** Its length and the progress in it. */
  readonly facts: readonly string[]
  /** It was opened before. */
  readonly begun: boolean
  readonly children?: ReactNode
  onOpen(): void
}

function Entry({ title, audience, facts, begun, children, onOpen }: EntryProps) {
  return (
    <li className={styles.entry}>
      <h4>{title}</h4>
      {audience !== '' && <p>{audience}</p>}
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      <div className={styles.ways}>
        <Button aria-label={`${begun ? 'Continue' : 'Start'}: ${title}`} onClick={onOpen}>
          {begun ? 'Continue' : 'Start'}
        </Button>
        {children}
      </div>
    </li>
  )
}

/** Removes a course from this browser, after a question. */
function Remove({ course, onRemoved }: { readonly course: KeptCourse; onRemoved(): void }) {
  const [asking, setAsking] = useState(false)
  if (!asking) {
    return (
      <Button look="quiet" aria-label={`Remove: ${course.title}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
    )
  }
  return (
    <p className={styles.asking} role="status">
      Remove it, and what you did in it?{' '}
      <Button
        onClick={() => {
          if (courses.store.getState().open?.course.id === course.id) courses.leave()
          courseStorage.removeCourse(course.id).then(onRemoved, onRemoved)
        }}
      >
        Remove
      </Button>
      <Button look="quiet" onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </p>
  )
}
