import type { Example } from '@authz-playground/examples'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Reveal } from '../../editor/index.ts'
import { shortcutOf, Tabs, useMediaQuery } from '../../ui/index.ts'
import { takeStep, useDraft } from './author.ts'
import { CourseSide } from './CourseSide.tsx'
import { CourseTools } from './CourseTools.tsx'
import { PlaysSide } from './PlaysSide.tsx'
import { GoingProvider, type TextPlace } from './places.tsx'
import { TextEditor } from './TextEditor.tsx'
import type { TextName } from './text-history.ts'
import styles from './Workplace.module.css'

interface WorkplaceProps {
  /** The example that the scenario on the page began as, where it is known. */
  readonly example: Example | undefined
  onClose(): void
}

type View = TextName | 'preview'

const TEXTS: readonly { readonly id: View; readonly title: string }[] = [
  { id: 'course', title: 'Course' },
  { id: 'plays', title: 'Mistakes' },
]
/** Where text and preview have no room beside each other. */
const VIEWS: typeof TEXTS = [...TEXTS, { id: 'preview', title: 'Preview' }]

/** The texts of a course, and beside them what they are to learners. */
export function Workplace({ example, onClose }: WorkplaceProps) {
  const narrow = useMediaQuery('(width < 56rem)')
  const [chosen, setChosen] = useState<View>('course')
  const view = chosen === 'preview' && !narrow ? 'course' : chosen
  const text: TextName = view === 'plays' ? 'plays' : 'course'
  const { reveals, goTo, show } = useReveals(setChosen)
  const workplace = useRef<HTMLDivElement>(null)
  useUndoKeys(workplace)
  useFocusAfterChange(workplace, '[role=tab][aria-selected=true]')

  const side = view === 'plays' ? <PlaysSide /> : <CourseSide onLesson={show} onClose={onClose} />
  const editor = <TextEditor key={text} name={text} reveal={reveals[text]} />
  return (
    <GoingProvider value={goTo}>
      <div ref={workplace} className={styles.workplace}>
        <CourseTools example={example} text={text} narrow={narrow} />
        <div className={styles.writing}>
          <Tabs
            label={narrow ? 'Views' : 'Texts'}
            tabs={narrow ? VIEWS : TEXTS}
            selected={view}
            onSelect={(id) => setChosen(id)}
          >
            {view !== 'preview' ? (
              editor
            ) : (
              <div className={styles.side}>
                <CourseSide onLesson={() => undefined} onClose={onClose} />
                <PlaysSide />
              </div>
            )}
          </Tabs>
          {!narrow && (
            <section
              className={styles.side}
              aria-label={view === 'plays' ? 'What learners do' : 'What learners see'}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
              tabIndex={0}
            >
              {side}
            </section>
          )}
        </div>
      </div>
    </GoingProvider>
  )
}

/** What the editors show, and what makes them show it. */
function useReveals(onText: (text: TextName) => void) {
  const [reveals, setReveals] = useState<Readonly<Partial<Record<TextName, Reveal>>>>({})
  const place = useDraft((now) => now.place)
  const goTo = useCallback(
    ({ text, start, end }: TextPlace) => {
      onText(text)
      setReveals((before) => ({ ...before, [text]: { start, end, focus: true } }))
    },
    [onText],
  )
  useEffect(() => {
    if (place !== undefined) goTo(place)
  }, [place, goTo])
  /** Shows a lesson in the editor of the course, without taking the focus there. */
  const show = (start: number): void => setReveals((before) => ({ ...before, course: { start, end: start } }))
  return { reveals, goTo, show }
}

/** Undo and redo, before the editor or the browser handles their keys: buttons change the texts, too. */
function useUndoKeys(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = place
    if (current === null) return
    const step = (event: Event, direction: 'undo' | 'redo'): void => {
      event.preventDefault()
      event.stopPropagation()
      takeStep(direction)
    }
    const pressed = (event: KeyboardEvent): void => {
      const shortcut = shortcutOf(event)
      if (shortcut === 'undo' || shortcut === 'redo') step(event, shortcut)
    }
    // Undo from a menu of the browser, or by shaking a phone.
    const typed = (event: InputEvent): void => {
      const direction = ({ historyUndo: 'undo', historyRedo: 'redo' } as const)[event.inputType]
      if (direction !== undefined) step(event, direction)
    }
    current.addEventListener('keydown', pressed, { capture: true })
    current.addEventListener('beforeinput', typed, { capture: true })
    return () => {
      current.removeEventListener('keydown', pressed, { capture: true })
      current.removeEventListener('beforeinput', typed, { capture: true })
    }
  }, [place])
}

/**
 * Puts the focus on a part that came in place of another one, which had it: the browser would leave it nowhere.
 *
 * @param wanted CSS selector of the element in it that gets the focus
 */
export function useFocusAfterChange(part: RefObject<HTMLElement | null>, wanted: string): void {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body)
      part.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [part, wanted])
}
