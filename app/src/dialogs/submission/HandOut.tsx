import type { Example } from '@authz-playground/examples'
import { useId, useMemo, useState } from 'react'
import { type OpenCourse, useCourse } from '../../session/course/index.ts'
import { addressOf, sharedOf, usePlayground, workerApi } from '../../session/index.ts'
import { Button, CopyButton, Dialog, fileName, saveFile, useRetriedEffect } from '../../ui/index.ts'
import styles from './HandOut.module.css'
import { QRCodeView } from './QRCodeView.tsx'
import { type QRCode, qrCodeOf, svgOf } from './qr-code.ts'
import { RoomAddressField, usePublicAddress } from './RoomAddressField.tsx'

/** What is handed out. */
interface Subject {
  readonly id: 'lesson' | 'course' | 'scenario'
  /** “This lesson”. */
  readonly name: string
  readonly title: string
  /** Absent where it is not of a course. */
  readonly course?: OpenCourse
  hash(): Promise<string>
}

interface HandOutProps {
  /** The example that the scenario began as, where it is known. */
  readonly example: Example | undefined
  onClose(): void
}

/** A link for everybody in the room, with its QR code: of the lesson, of the course, or of the scenario on the page. */
export function HandOut({ example, onClose }: HandOutProps) {
  const subjects = useSubjects(example)
  const [chosen, setChosen] = useState(subjects[0]?.id)
  const subject = subjects.find(({ id }) => id === chosen) ?? subjects[0]
  const name = useId()
  const room = usePublicAddress()
  const [made, setMade] = useState<{ readonly of: Subject; readonly hash: string }>()
  useRetriedEffect(
    (isCurrent) => {
      if (subject === undefined) return
      subject.hash().then(
        (hash) => isCurrent() && setMade({ of: subject, hash }),
        // When the worker has ended, the answer pane says so. There is just no link.
        () => undefined,
      )
    },
    [subject],
  )
  const hash = made?.of === subject ? made?.hash : undefined
  const link = hash === undefined || room.address === undefined ? undefined : addressOf(room.address, hash)
  const code = useMemo(() => (link === undefined ? undefined : qrCodeOf(link)), [link])
  if (subject === undefined) return null
  return (
    <Dialog title="Hand out" size="full" onClose={onClose}>
      <div className={styles.handOut}>
        <div className={styles.code}>
          {code && <QRCodeView code={code} label={`QR code of the link to “${subject.title}”`} />}
          {link !== undefined && code === undefined && <TooLong subject={subject} />}
          {room.address === undefined && (
            <p className={styles.notYet}>The QR code needs an address that phones in the room reach.</p>
          )}
        </div>
        <div className={styles.words}>
          <p className={styles.title}>{subject.title}</p>
          {subjects.length > 1 && (
            <fieldset className={styles.subjects}>
              <legend>The link of</legend>
              {subjects.map(({ id, name: words }) => (
                <label key={id}>
                  <input
                    type="radio"
                    name={name}
                    checked={id === subject.id}
                    onChange={() => setChosen(id)}
                    {...(id === subject.id && { 'data-first-focus': '' })}
                  />
                  {words}
                </label>
              ))}
            </fieldset>
          )}
          <RoomAddressField of={room} />
          {link !== undefined && (
            <>
              <p className={styles.link}>
                <code>{link}</code>
              </p>
              <div className={styles.actions}>
                <CopyButton label="link" text={link} />
                {code && (
                  <Button look="quiet" onClick={() => saveCode(code, subject.title)}>
                    Save QR as SVG
                  </Button>
                )}
              </div>
              {code && !code.far && (
                <p className={styles.note}>
                  This link is long, so its code has many squares: phones have to come near. Enlarge the window, or give
                  people the link.
                </p>
              )}
            </>
          )}
          <p className={styles.note}>
            Nobody is asked for a name. What people do stays in their own browsers until they hand it in.
          </p>
        </div>
      </div>
    </Dialog>
  )
}

/** The lesson on the page, or that of the lecture; its course; the scenario on the page. */
function useSubjects(example: Example | undefined): readonly Subject[] {
  const open = useCourse((now) => now.open)
  const last = useCourse((now) => now.last)
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const presents = usePlayground(({ playback }) => playback.pausesAtChecks === true)
  const scenario = usePlayground((now) => now.scenario)
  const about = usePlayground((now) => now.about)
  const goals = usePlayground((now) => now.goals)
  return useMemo(() => {
    const lesson = open?.course.lessons.find(({ id }) => id === last)
    const title = about?.title || example?.title || 'Your own scenario'
    const own: Subject = {
      id: 'scenario',
      name: 'The scenario on the page',
      // Where it is presented, its title may tell the end.
      title: presents ? 'The scenario that is presented' : title,
      hash: () => workerApi().link(sharedOf({ scenario, about, goals }, example).link),
    }
    if (open === undefined) return [own]
    const { title: course } = open.course
    return [
      ...(lesson
        ? [
            {
              id: 'lesson',
              name: 'This lesson',
              title: lesson.title,
              course: open,
              hash: () => courseHashFor(open, lesson.id),
            } as const,
          ]
        : []),
      {
        id: 'course',
        name: 'The whole course',
        title: course,
        course: open,
        hash: () => courseHashFor(open, undefined),
      },
      ...(inLesson ? [] : [own]),
    ]
  }, [open, last, inLesson, presents, scenario, about, goals, example])
}

function saveCode(code: QRCode, title: string): void {
  saveFile(fileName(`QR ${title}`, 'svg'), svgOf(code), 'image/svg+xml')
}

/** What to do where a link is too long for a QR code. */
function TooLong({ subject: { course, title } }: { readonly subject: Subject }) {
  return (
    <div className={styles.tooLong}>
      <p>This link is too long for a QR code: it holds all of “{title}”.</p>
      {course ? (
        <>
          <p>
            Give people the course as a file; they open it with “Open a file”. Or put the file into the folder{' '}
            <code>courses/</code> beside the site, as <code>authz-playground serve courses/</code> does: then it has a
            short link.
          </p>
          <p>
            <Button onClick={() => saveFile(fileName(course.course.id), course.text)}>Save the course as a file</Button>
          </p>
        </>
      ) : (
        <p>Give people the link, or save the scenario as a file, in Share.</p>
      )}
    </div>
  )
}

/**
 * The hash of a course, or of one of its lessons, for others. A course that others find under its name is only named; the
 * link of any other holds the whole of it.
 */
function courseHashFor({ origin, address, text }: OpenCourse, lesson: string | undefined): Promise<string> {
  return origin === 'built-in' || origin === 'beside'
    ? Promise.resolve(`#${address}${lesson === undefined ? '' : `/${lesson}`}`)
    : workerApi().wholeCourseLink(text, lesson)
}
