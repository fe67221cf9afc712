import type { Diagnostic, Span } from '@authz-playground/engine'
import {
  type Ref,
  type RefObject,
  type TextareaHTMLAttributes,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classes } from '../../ui/index.ts'
import { lineStarts, linesOf } from '../lines.ts'
import { LARGE, PADDING, type Reveal, type Snapshot, type SurfaceProps } from '../props.ts'
import { type ShownText, shownText, writeBack } from '../shown-text.ts'
import { isAnother, moveWith, smallestEdit } from '../text-edit.ts'
import { LineLayer, type Window } from './LineLayer.tsx'
import styles from './PlainEditor.module.css'

export interface PlainEditorHandle {
  /** Undefined while a character is composed or text is being selected: Monaco must not replace the field then. */
  snapshot(): Snapshot | undefined
  show(reveal: Span & Pick<Reveal, 'focus'>): void
}

interface PlainEditorProps extends SurfaceProps {
  /** The text whose beginning is `value`; the field is read-only then. Whoever selects until its end means all of it. */
  readonly whole: string
  readonly ref: Ref<PlainEditorHandle>
}

/**
 * A text field with line numbers, marks, highlights and underlines. It works before Monaco has loaded, and where Monaco
 * does not work.
 */
export function PlainEditor({ ref, value, whole, onChange, label, ...props }: PlainEditorProps) {
  const { wrap, lineNumbers, readOnly, highlightAs, onPoint, onPin, onCursor } = props
  const text = useMemo(() => shownText(value), [value])
  const starts = useMemo(() => lineStarts(text.shown), [text])
  const field = useRef<HTMLTextAreaElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const held = useHeld()
  const lineHeight = useLineHeight(field)
  const [view, setView] = useState<Window>({ top: 0, left: 0, height: 0 })
  const { writing, events: writingEvents } = useWriting(field, layer)

  useText(field, text)

  useEffect(() => {
    const { current } = field
    if (current === null) return
    const observer = new ResizeObserver(() => setView(windowOf(current)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  const placeOf = useCallback(
    (offset: number): PlacedLine => {
      const [line] = linesOf(starts, { start: offset, end: offset })
      const drawn = wrap ? layer.current?.children[line] : undefined
      if (drawn instanceof HTMLElement) return { top: drawn.offsetTop, height: drawn.offsetHeight }
      return { top: PADDING + line * lineHeight, height: lineHeight }
    },
    [starts, wrap, lineHeight],
  )

  useImperativeHandle(
    ref,
    () => ({
      snapshot() {
        const { current } = field
        return current === null || held.isHeld() ? undefined : snapshotOf(current, value.length < whole.length)
      },
      show({ start, end, focus }) {
        const { current } = field
        if (current === null) return
        if (focus) {
          current.focus({ preventScroll: true })
          current.setSelectionRange(text.toShown(start), text.toShown(start))
        }
        bringIntoView(current, placeOf(text.toShown(start)), placeOf(text.toShown(end)))
        setView(windowOf(current))
      },
    }),
    [text, value, whole, placeOf, held],
  )

  const drawn = useDrawn(props, value, text)
  const missing = writing ? NO_ROWS : drawn.missing
  // The field scrolls as far as the layer with its rows.
  useLayoutEffect(() => {
    const rows = missing.length === 0 ? 0 : rowsIn(layer.current).reduce((sum, { height }) => sum + height, 0)
    if (field.current) field.current.style.paddingBlockEnd = rows === 0 ? '' : `${PADDING + rows}px`
  })

  const pointAtCursor = (): void => {
    if (field.current === null || document.activeElement !== field.current) return
    const at = text.toValue(field.current.selectionEnd)
    onCursor(at)
    onPoint?.(at)
  }
  const pinAtCursor = (): void => {
    const at = field.current?.selectionEnd
    if (at !== undefined && at === field.current?.selectionStart) onPin?.(text.toValue(at))
  }

  return (
    <div className={styles.plain} {...writingEvents.over}>
      <LineLayer
        ref={layer}
        {...drawn}
        {...{ missing, text: text.shown, starts, view, lineHeight, wrap, lineNumbers, highlightAs }}
      />
      <textarea
        ref={field}
        className={classes(styles.field, wrap && styles.wrapped)}
        defaultValue={text.shown}
        aria-label={label}
        aria-describedby={props.describedBy}
        readOnly={readOnly}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        wrap={wrap ? 'soft' : 'off'}
        onChange={({ target }) => {
          const edit = smallestEdit(text.shown, target.value)
          if (edit) onChange(writeBack(text, [edit]))
        }}
        onCopy={(event) => {
          const { selectionStart: start, selectionEnd: end } = event.currentTarget
          if (value.length === whole.length || start === end || end < text.shown.length) return
          event.preventDefault()
          event.clipboardData.setData('text/plain', shownText(whole).shown.slice(start))
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (readOnly || pasted.length <= LARGE) return
          // The field would lay it all out, and Monaco is about to take its place.
          event.preventDefault()
          const { selectionStart: start, selectionEnd: end } = event.currentTarget
          onChange(writeBack(text, [{ start, end, insert: pasted.replace(/\r\n?/g, '\n') }]))
        }}
        {...held.events}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.altKey) return
          event.preventDefault()
          pinAtCursor()
        }}
        onClick={pinAtCursor}
        onSelect={pointAtCursor}
        onFocus={() => {
          writingEvents.onFocus()
          pointAtCursor()
        }}
        onBlur={() => {
          writingEvents.onBlur()
          onPoint?.(undefined)
        }}
        onScroll={({ currentTarget }) => setView(windowOf(currentTarget))}
      />
    </div>
  )
}

const NO_ROWS: readonly never[] = []

/**
 * Whether somebody writes in the field. Until then the layer may have rows that the field has not, and a field that is
 * pointed at below them is moved by their height, so that a click puts the cursor into the line that is drawn there.
 */
function useWriting(field: RefObject<HTMLTextAreaElement | null>, layer: RefObject<HTMLDivElement | null>) {
  const [writing, setWriting] = useState(false)
  const moved = useRef(0)
  const events = useMemo(() => {
    const moveBy = (pixels: number): void => {
      moved.current = pixels
      if (field.current) field.current.style.translate = pixels === 0 ? '' : `0 ${pixels}px`
    }
    const over = ({ clientY }: { readonly clientY: number }): void => {
      moveBy(rowsIn(layer.current).reduce((sum, { top, height }) => (top <= clientY ? sum + height : sum), 0))
    }
    return {
      over: { onPointerMove: over, onPointerDown: over },
      // In the next frame the browser has put the cursor where the field was pressed.
      onFocus: () =>
        requestAnimationFrame(() => {
          const { current } = field
          if (current === null || document.activeElement !== current) return
          setWriting(true)
          current.scrollTop -= moved.current
          moveBy(0)
        }),
      onBlur: () => setWriting(false),
    }
  }, [field, layer])
  return { writing, events }
}

function rowsIn(layer: HTMLElement | null): readonly DOMRect[] {
  return [...(layer?.querySelectorAll('[data-missing]') ?? [])].map((row) => row.getBoundingClientRect())
}

/** Keeps the text of the field, so that a change from outside leaves cursor and scroll position where they are. */
function useText(field: RefObject<HTMLTextAreaElement | null>, text: ShownText): void {
  useLayoutEffect(() => {
    const { current } = field
    const edit = current && smallestEdit(current.value, text.shown)
    if (!edit) return
    const another = isAnother(current.value, text.shown, edit)
    current.setRangeText(edit.insert, edit.start, edit.end, 'preserve')
    // Another text is shown from its beginning.
    if (another) current.scrollTo(0, 0)
  }, [field, text])
}

interface Held {
  /** Whether a character is composed or text is being selected. */
  isHeld(): boolean
  readonly events: Pick<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'onPointerDown' | 'onCompositionStart' | 'onCompositionEnd'
  >
}

function useHeld(): Held {
  const composing = useRef(false)
  const pressed = useRef(false)
  return useMemo(
    () => ({
      isHeld: () => composing.current || pressed.current,
      events: {
        onPointerDown: () => {
          pressed.current = true
          const released = (): void => {
            pressed.current = false
          }
          window.addEventListener('pointerup', released, { once: true })
          window.addEventListener('pointercancel', released, { once: true })
        },
        onCompositionStart: () => {
          composing.current = true
        },
        onCompositionEnd: () => {
          composing.current = false
        },
      },
    }),
    [],
  )
}

/** What the layer below the field draws, with offsets in the shown text. */
function useDrawn(
  props: Pick<SurfaceProps, 'highlighted' | 'diagnostics' | 'findings' | 'remarks' | 'near' | 'missing' | 'marks'>,
  value: string,
  text: ShownText,
) {
  const toShown = (spans: readonly Span[]): readonly Span[] =>
    spans.map(({ start, end }) => ({ start: text.toShown(start), end: text.toShown(end) }))
  const highlighted = useMoving(props.highlighted, value)
  const problems = useMoving(
    useMemo(() => underlined([...props.diagnostics, ...props.findings]), [props.diagnostics, props.findings]),
    value,
  )
  const remarks = useMoving(
    useMemo(() => props.remarks.filter(({ wrong }) => wrong), [props.remarks]),
    value,
  )
  const near = useMoving(props.near, value)
  const marks = useMoving(
    useMemo(() => props.marks.map(asSpan), [props.marks]),
    value,
  )
  const missing = useMoving(
    useMemo(() => props.missing.map(asSpan), [props.missing]),
    value,
  )
  const atOffset = <S extends Span>({ start, ...place }: S) => ({ ...place, offset: text.toShown(start) })
  return {
    highlighted: toShown(highlighted),
    problems: toShown(problems),
    remarks: toShown(remarks),
    near: toShown(near),
    marks: marks.map(atOffset),
    missing: missing.map(atOffset),
  }
}

/** More underlines than this say nothing more, and cost time with every keystroke. */
const MOST_UNDERLINED = 1000

function underlined(diagnostics: readonly Diagnostic[]): readonly Span[] {
  return diagnostics
    .filter(({ severity }) => severity !== 'note')
    .slice(0, MOST_UNDERLINED)
    .map(({ range }) => range)
}

function asSpan<Place extends { readonly offset: number }>({ offset, ...place }: Place): Span & Omit<Place, 'offset'> {
  return { ...place, start: offset, end: offset }
}

function windowOf({ scrollTop, scrollLeft, clientHeight }: HTMLTextAreaElement): Window {
  return { top: scrollTop, left: scrollLeft, height: clientHeight }
}

/** @param goesOn the field shows the beginning of a text: its end is the end of that text */
function snapshotOf(field: HTMLTextAreaElement, goesOn: boolean): Snapshot {
  const { selectionStart, selectionDirection, scrollTop, scrollLeft } = field
  const selectionEnd =
    goesOn && field.selectionEnd === field.value.length ? Number.POSITIVE_INFINITY : field.selectionEnd
  const backward = selectionDirection === 'backward'
  return {
    selection: backward
      ? { anchor: selectionEnd, active: selectionStart }
      : { anchor: selectionStart, active: selectionEnd },
    scroll: { top: scrollTop, left: scrollLeft },
    focused: document.activeElement === field,
  }
}

/** Where a line is, in pixels from the top of the text. */
interface PlacedLine {
  readonly top: number
  readonly height: number
}

/** Scrolls only where the place is out of view, and then puts it in the middle. */
function bringIntoView(field: HTMLTextAreaElement, first: PlacedLine, last: PlacedLine): void {
  const [top, bottom] = [first.top, last.top + last.height]
  if (top >= field.scrollTop && bottom <= field.scrollTop + field.clientHeight) return
  // The beginning of a range that is higher than the field is in view.
  field.scrollTop = Math.min(top, (top + bottom - field.clientHeight) / 2)
}

/** The height of a line in pixels, which follows the person’s text size. */
function useLineHeight(field: { readonly current: HTMLElement | null }): number {
  const [lineHeight, setLineHeight] = useState(20)
  useLayoutEffect(() => {
    if (field.current) setLineHeight(Number.parseFloat(getComputedStyle(field.current).lineHeight) || 20)
  }, [field])
  return lineHeight
}

interface Moving<S extends Span> {
  readonly given: readonly S[]
  readonly moved: readonly S[]
  readonly value: string
}

/** Moves ranges with the edits of the text for as long as the same ranges are given. */
function useMoving<S extends Span>(spans: readonly S[], value: string): readonly S[] {
  const [kept, setKept] = useState<Moving<S>>({ given: spans, moved: spans, value })
  const now = kept.given === spans ? movedTo(kept, value) : { given: spans, moved: spans, value }
  if (now !== kept) setKept(now)
  return now.moved
}

function movedTo<S extends Span>(kept: Moving<S>, value: string): Moving<S> {
  const { given, moved, value: before } = kept
  if (before === value) return kept
  const edit = moved.length === 0 ? undefined : smallestEdit(before, value)
  return { given, moved: edit ? moved.map((span) => moveWith(span, edit)) : moved, value }
}
