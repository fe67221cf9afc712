import { LONG_LINK } from '@authz-playground/engine/internal/scenario-file'
import type { Example } from '@authz-playground/examples'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { addressOf, workerApi } from '../../session/index.ts'
import {
  announce,
  Button,
  CopyButton,
  classes,
  fileName,
  Icon,
  IconButton,
  KEYS,
  notify,
  reportLoadFailure,
  saveFile,
  Toolbar,
  usePopoverBelow,
  useRetriedEffect,
} from '../../ui/index.ts'
import menu from '../../ui/menu.module.css'
import { type ChangedCourse, LONGEST_COURSE } from '../../worker/index.ts'
import { draftStore, takeStep, useDraft, useReading } from './author.ts'
import styles from './CourseTools.module.css'
import { documentOnPage, workOnPage } from './page-scenario.ts'
import type { TextName } from './text-history.ts'

interface CourseToolsProps {
  /** The example that the scenario on the page began as, where it is known. */
  readonly example: Example | undefined
  /** The text that is shown. */
  readonly text: TextName
  /** There is no room for all of it. */
  readonly narrow: boolean
}

/** What can be done with the texts: lessons to add, undo, and what is handed out. */
export function CourseTools({ example, text, narrow }: CourseToolsProps) {
  const canUndo = useDraft((now) => now.history.past.length > 0)
  const canRedo = useDraft((now) => now.history.future.length > 0)
  return (
    <Toolbar label="Course" className={styles.tools}>
      <Adding example={example} />
      <IconButton icon="undo" label="Undo" keys={KEYS.undo} aria-disabled={!canUndo} onClick={() => takeStep('undo')} />
      <IconButton icon="redo" label="Redo" keys={KEYS.redo} aria-disabled={!canRedo} onClick={() => takeStep('redo')} />
      <div className={styles.out}>
        {narrow ? (
          <Menu name="More" icon="more">
            <div className={styles.handOut}>
              <HandOut text={text} />
            </div>
          </Menu>
        ) : (
          <HandOut text={text} />
        )}
      </div>
    </Toolbar>
  )
}

/** What can be given to others, and the way to other courses. */
function HandOut({ text }: Pick<CourseToolsProps, 'text'>) {
  const id = useReading((now) => now.course?.id ?? '')
  const saved = useDraft((now) => now.texts[text])
  const length = useLinkLength()
  return (
    <>
      <p className={styles.note}>
        {length !== undefined &&
          (length > LONG_LINK
            ? `The link has ${length.toLocaleString('en')} characters. Some programs cut off links of more than ${LONG_LINK.toLocaleString('en')}: save the course as a file, and send that.`
            : `The link has ${length.toLocaleString('en')} characters.`)}
      </p>
      <Button
        onClick={() => {
          const name = id === '' ? 'course' : id
          saveFile(fileName(text === 'course' ? name : `${name} plays`), saved)
          announce('Saved as a file')
        }}
      >
        <Icon name="download" />
        {text === 'course' ? 'Save as file' : 'Save mistakes as file'}
      </Button>
      <CopyButton label="link to the course" shown="Copy link" text={linkNow} />
      <Button look="quiet" onClick={() => void draftStore.putAway()}>
        Other courses
      </Button>
    </>
  )
}

interface MenuProps {
  readonly name: string
  readonly icon: 'plus' | 'more'
  /** The entries. As a function they get the function that closes the menu, to call after a choice. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button with a popover below it. */
function Menu({ name, icon, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  usePopoverBelow(open, () => setOpen(false), place, list)
  useEffect(() => {
    const { current } = list
    if (!open || current === null) return
    // With the left edge of the button, where there is room: the menu is in a dialog that does not reach the window’s edge.
    const left = place.current?.getBoundingClientRect().left ?? 0
    const room = document.documentElement.clientWidth - current.offsetWidth
    current.style.right = `${Math.max(0, room - left)}px`
    current.querySelector<HTMLElement>('button')?.focus()
  }, [open])
  return (
    <span ref={place} className={styles.place}>
      <Button aria-expanded={open} onClick={() => setOpen(true)}>
        <Icon name={icon} />
        {name}
      </Button>
      {open && (
        <div ref={list} popover="auto" className={classes(menu.popover, styles.popover)}>
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </div>
      )}
    </span>
  )
}

/** The lessons and solutions that buttons write into the course. */
function Adding({ example }: Pick<CourseToolsProps, 'example'>) {
  const selected = useReading((now) => now.selected)
  const lesson = useReading((now) => (now.selected === undefined ? undefined : now.lessons[now.selected]))
  return (
    <Menu name="Add" icon="plus">
      {(close) => {
        const change = (what: string, changes: Changes): void => {
          close()
          void changeCourse(what, changes)
        }
        return (
          <ul>
            <li>
              <Choice
                name="A lesson to change"
                about="With a start and a solution. Its goals are missing."
                onChoose={() => change('A lesson is added', (course) => workerApi().addLesson(course))}
              />
            </li>
            <li>
              <Choice
                name="A lesson of what is on the page"
                about="Its scenario is the start, and its goals are the goals."
                onChoose={() =>
                  change('A lesson is added', (course) => workerApi().addLesson(course, documentOnPage(example)))
                }
              />
            </li>
            {lesson !== undefined && selected !== undefined && (
              <li>
                <Choice
                  name={`The page as the solution of “${lesson.title || lesson.id}”`}
                  about="Policy and request of the page, where they differ from the start."
                  onChoose={() =>
                    change('The page is the solution', (course) =>
                      workerApi().setSolution(course, selected, workOnPage()),
                    )
                  }
                />
              </li>
            )}
          </ul>
        )
      }}
    </Menu>
  )
}

type Changes = (course: string) => Promise<ChangedCourse>

/** Changes the course, unless somebody typed meanwhile: then the change is made of the newer text. */
async function changeCourse(what: string, changes: Changes): Promise<void> {
  const { course } = draftStore.store.getState().texts
  try {
    const changed = await changes(course)
    if (draftStore.store.getState().texts.course !== course) return changeCourse(what, changes)
    if ('problem' in changed) notify(changed.problem)
    else {
      draftStore.put('course', changed.text, changed.at)
      announce(what)
    }
  } catch {
    reportLoadFailure('What changes the course', () => void changeCourse(what, changes))
  }
}

interface ChoiceProps {
  readonly name: string
  readonly about: string
  onChoose(): void
}

function Choice({ name, about, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={classes(menu.entry, styles.choice)} onClick={onChoose}>
      <span>{name}</span>
      <span className={styles.about}>{about}</span>
    </button>
  )
}

/** A link that holds the course as it is now. */
async function linkNow(): Promise<string> {
  return addressOf(location.href, await workerApi().courseLink(draftStore.store.getState().texts.course))
}

/** The pause after a change before the link is measured. Milliseconds. */
const PAUSE = 600

/** How long the link is; undefined until the first one is measured. */
function useLinkLength(): number | undefined {
  const course = useDraft((now) => now.texts.course)
  const [length, setLength] = useState<number>()
  useRetriedEffect(
    (isCurrent) => {
      if (course.length > LONGEST_COURSE) {
        setLength(course.length)
        return
      }
      const timer = setTimeout(() => {
        linkNow().then(
          (link) => isCurrent() && setLength(link.length),
          () => undefined,
        )
      }, PAUSE)
      return () => clearTimeout(timer)
    },
    [course],
  )
  return length
}
