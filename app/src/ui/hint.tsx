import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { bubblePosition } from './anchor-position.ts'
import styles from './hint.module.css'

interface Hint {
  /** Props for the element that is explained. */
  readonly trigger: {
    readonly 'aria-describedby'?: string
    onPointerEnter(event: PointerEvent<HTMLElement>): void
    onPointerLeave(): void
    onFocus(event: FocusEvent<HTMLElement>): void
    onBlur(): void
    onKeyDown(event: KeyboardEvent<HTMLElement>): void
  }
  /** The bubble; render it anywhere beside the trigger. */
  readonly bubble: ReactNode
  /** Shows the text at an element. For taps, which do not hover and do not focus everywhere. */
  show(at: HTMLElement): void
}

/**
 * A short text that shows on hover and focus. As an `explanation` screen readers read it after the name of the element;
 * a `name` is the accessible name already and is not read twice. Escape hides it. An empty text shows nothing.
 */
export function useHint(text: string, kind: 'explanation' | 'name'): Hint {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const [at, setAt] = useState<HTMLElement>()
  const hide = (): void => setAt(undefined)

  useEffect(() => {
    const shown = bubble.current
    if (at === undefined || shown === null || text === '') return
    shown.showPopover()
    const { left, top } = bubblePosition(at.getBoundingClientRect(), shown.getBoundingClientRect(), {
      width: document.documentElement.clientWidth,
      height: document.documentElement.clientHeight,
    })
    shown.style.left = `${left}px`
    shown.style.top = `${top}px`
    // Scrolling moves the element away from its text.
    const scrolled = (): void => setAt(undefined)
    addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      removeEventListener('scroll', scrolled, { capture: true })
      if (shown.isConnected) shown.hidePopover()
    }
  }, [at, text])

  return {
    trigger: {
      ...(kind === 'explanation' && { 'aria-describedby': id }),
      onPointerEnter: ({ pointerType, currentTarget }) => {
        if (pointerType !== 'touch') setAt(currentTarget)
      },
      onPointerLeave: hide,
      onFocus: ({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) setAt(currentTarget)
      },
      onBlur: hide,
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || at === undefined) return
        event.stopPropagation()
        hide()
      },
    },
    bubble: (
      <span ref={bubble} id={id} role="tooltip" popover="manual" className={styles.bubble}>
        {text}
      </span>
    ),
    show: setAt,
  }
}
