import type { Course, HandIn as Done } from '@authz-playground/engine/documents'
import { LONG_LINK } from '@authz-playground/engine/internal/scenario-file'
import { counted } from '@authz-playground/pictures'
import { useEffect, useMemo, useState } from 'react'
import {
  courses,
  forgetReceived,
  mergeReceived,
  saveProgress,
  useCourse,
  useReceived,
} from '../../session/course/index.ts'
import { addressOf, workerApi } from '../../session/index.ts'
import {
  Button,
  CopyButton,
  classes,
  Dialog,
  DialogActions,
  Icon,
  notify,
  reportLoadFailure,
  useRetriedEffect,
} from '../../ui/index.ts'
import styles from './HandIn.module.css'
import { stateInWords, summaryOf } from './hand-in-summary.ts'
import { QRCodeView } from './QRCodeView.tsx'
import { qrCodeOf } from './qr-code.ts'

/** What was done in the open course, to hand it in; or what somebody handed in, to look at it. */
export function HandIn({ onClose }: { onClose(): void }) {
  const received = useReceived((now) => now.received)
  const close = (): void => {
    forgetReceived()
    onClose()
  }
  return received ? <Received onClose={close} /> : <Own onClose={close} />
}

function Own({ onClose }: { onClose(): void }) {
  const open = useCourse((now) => now.open)
  const records = useCourse((now) => now.records)
  const [handIn, setHandIn] = useState<Done>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was done changes with the records
  useEffect(() => setHandIn(courses.handIn()), [open, records])
  const link = useLink(handIn)
  const code = useMemo(() => (link === undefined ? undefined : qrCodeOf(link)), [link])
  return (
    <Dialog title="Hand in" size="wide" onClose={onClose}>
      {open === undefined || handIn === undefined ? (
        <p>No course is open. Open the course that you took part in, and hand in from there.</p>
      ) : (
        <div className={classes(styles.handIn, styles.own)}>
          <div className={styles.part}>
            <Lessons handIn={handIn} course={open.course} />
            <p className={styles.note}>
              It holds your policies and requests, which lessons are done, and which hints and solutions you saw.
              Nothing in it is about you: say your name where you send it.
            </p>
          </div>
          {link !== undefined && (
            <div className={styles.part}>
              {code && <QRCodeView code={code} label="QR code of the link to what you did" />}
              <div className={styles.actions}>
                <CopyButton label="link" shown="Copy the link" text={link} />
                <Button look="quiet" onClick={() => void save()}>
                  Save as file
                </Button>
              </div>
              <p className={styles.note}>{wordsOn(link, code !== undefined)}</p>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** What a person should know about the length of a link. */
function wordsOn({ length }: string, hasCode: boolean): string {
  const characters = `The link has ${length.toLocaleString('en')} characters`
  if (length > LONG_LINK) return `${characters}. Some programs cut it off: send the file.`
  if (!hasCode) return `${characters}, which is too long for a QR code. Copy it, or send the file.`
  return 'The link holds all of it after its #, which browsers send to no server.'
}

/** Somebody’s progress, which a link or a file brought. */
function Received({ onClose }: { onClose(): void }) {
  const received = useReceived((now) => now.received)
  if (received === undefined) return null
  const { handIn, sealed, course } = received
  return (
    <Dialog title="Handed in" size="wide" onClose={onClose}>
      <div className={styles.handIn}>
        <Lessons handIn={handIn} course={course} />
        {course === undefined && (
          <p>
            The course <code>{handIn.course}</code> is not in this browser, so its lessons have no titles here. Open the
            course first, to take this progress as your own.
          </p>
        )}
        {course !== undefined && handIn.edition !== course.edition && (
          <p className={styles.note}>It is of another edition of this course.</p>
        )}
        {!sealed && <p className={styles.note}>It was changed after the playground wrote it.</p>}
        <p className={styles.note}>
          Nothing of it was run. <code>authz-playground course grade</code> judges it by the goals of the course.
        </p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          {course && (
            <Button look="primary" data-first-focus onClick={() => void take(onClose)}>
              Add to my progress
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** The lessons of a hand-in with their states. */
function Lessons({ handIn, course }: { readonly handIn: Done; readonly course: Course | undefined }) {
  const lessons = summaryOf(handIn, course)
  const done = lessons.filter(({ state }) => state === 'done').length
  return (
    <>
      <p className={styles.course}>
        <strong>{course?.title ?? handIn.course}</strong>: {done} of {counted(lessons.length, 'lesson')} done
      </p>
      <ol className={styles.lessons} aria-label="Lessons">
        {lessons.map((lesson) => (
          <li key={lesson.id} data-state={lesson.state}>
            <span className={styles.mark}>{lesson.state === 'done' && <Icon name="done" />}</span>
            <span>{lesson.title}</span>
            <span className={styles.state}>{stateInWords(lesson)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The link of a hand-in; undefined until it is made. */
function useLink(handIn: Done | undefined): string | undefined {
  const [made, setMade] = useState<{ readonly of: Done; readonly link: string }>()
  useRetriedEffect(
    (isCurrent) => {
      if (handIn === undefined) return
      workerApi()
        .handInLink(handIn)
        .then(
          (hash) => isCurrent() && setMade({ of: handIn, link: addressOf(location.href, hash) }),
          () => undefined,
        )
    },
    [handIn],
  )
  return made?.of === handIn ? made?.link : undefined
}

async function save(): Promise<void> {
  await saveProgress().catch(() => reportLoadFailure('What writes the file', () => void save()))
}

async function take(onClose: () => void): Promise<void> {
  try {
    const problems = await mergeReceived()
    if (problems.length > 0) notify(problems.join(' '))
    onClose()
  } catch {
    reportLoadFailure('The course', () => void take(onClose))
  }
}
