import { useEffect, useRef, useState } from 'react'
import { courses, isUntouched, openCourseText, saveProgress, useCourse } from '../../session/course/index.ts'
import { openDialog } from '../../session/index.ts'
import {
  Button,
  classes,
  FileButton,
  Icon,
  notify,
  reportLoadFailure,
  shownName,
  usePopoverBelow,
  VisuallyHidden,
} from '../../ui/index.ts'
import menu from '../../ui/menu.module.css'
import styles from './LessonList.module.css'
import type { LessonView } from './lesson-context.tsx'

/** The lessons of the course with their marks, and what can be done with the progress in it. */
export function LessonList({ of: { course, lesson, at } }: { readonly of: LessonView }) {
  const records = useCourse((now) => now.records)
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  usePopoverBelow(open, () => setOpen(false), place, list)
  useEffect(() => {
    if (open) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }, [open])

  return (
    <span ref={place} className={styles.place}>
      <Button look="quiet" className={styles.button} aria-expanded={open} onClick={() => setOpen(true)}>
        Lesson {at + 1} of {course.lessons.length}
        <Icon name="down" />
      </Button>
      {open && (
        <div ref={list} popover="auto" className={classes(menu.popover, styles.popover)}>
          <ol
            aria-label="Lessons"
            onKeyDown={(event) => {
              const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
              if (step === undefined) return
              event.preventDefault()
              const buttons = [...event.currentTarget.querySelectorAll('button')]
              const now = buttons.findIndex((button) => button.matches(':focus'))
              buttons[(now + step + buttons.length) % buttons.length]?.focus()
            }}
          >
            {course.lessons.map(({ id, title }, index) => {
              const record = records.get(id)
              return (
                <li key={id}>
                  <button
                    type="button"
                    className={classes(menu.entry, styles.lesson, id === lesson.id && styles.current)}
                    aria-current={id === lesson.id ? 'step' : undefined}
                    onClick={() => {
                      setOpen(false)
                      if (id !== lesson.id) courses.go(id)
                    }}
                  >
                    <span className={styles.number}>{index + 1}</span>
                    <span>{title}</span>
                    <span className={styles.mark}>
                      {record?.done ? (
                        <>
                          <Icon name="done" />
                          <VisuallyHidden>done</VisuallyHidden>
                        </>
                      ) : (
                        !isUntouched(record) && 'begun'
                      )}
                    </span>
                  </button>
                </li>
              )
            })}
          </ol>
          <div className={styles.foot}>
            <Button
              look="quiet"
              onClick={() => {
                setOpen(false)
                openDialog('hand-in')
              }}
            >
              Hand in
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                setOpen(false)
                openDialog('hand-out')
              }}
            >
              Hand out
            </Button>
            <Button look="quiet" onClick={() => void save()}>
              Save your progress as a file
            </Button>
            <FileButton look="quiet" onFiles={([file]) => file && void openFile(file)}>
              Open a progress file
            </FileButton>
            <Button
              look="quiet"
              onClick={() => {
                setOpen(false)
                openDialog('courses')
              }}
            >
              All courses
            </Button>
          </div>
        </div>
      )}
    </span>
  )
}

async function save(): Promise<void> {
  await saveProgress().catch(() => reportLoadFailure('What writes the file', () => void save()))
}

async function openFile(file: File): Promise<void> {
  try {
    const problems = await openCourseText(await file.text())
    if (problems.length > 0) notify([`“${shownName(file)}” was not opened.`, ...problems].join(' '))
  } catch {
    reportLoadFailure('What reads the file', () => void openFile(file))
  }
}
