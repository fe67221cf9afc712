import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce, classes, reportLoadFailure, useMediaQuery, useRetriedEffect } from '../ui/index.ts'
import styles from './CodeEditor.module.css'
import { countLines, heightOf, marginOf } from './measures.ts'
import { nextProblem } from './next-problem.ts'
import { PlainEditor, type PlainEditorHandle } from './plain/PlainEditor.tsx'
import { type CodeEditorProps, LARGE, MOST_WRAPPED, type Reveal, type Snapshot } from './props.ts'
import { loadRichEditor, type RichEditorComponent, richEditorIsHere } from './rich/load.ts'

/**
 * On touch screens a text field of the system is the better editor: selection, suggestions, dictation. It takes seconds
 * to lay out a large text, so large texts get Monaco there, too.
 */
const FINGERS = '(hover: none) and (pointer: coarse)'

/** The pause before the next attempt to replace the text field while a character is composed. Milliseconds. */
const COMPOSING = 200

const NONE: readonly never[] = []

/**
 * A text editor. A plain text field shows the text until Monaco has loaded, which it does once somebody turns to it, with the
 * pointer or the focus, or a word is missing in it; on touch screens it stays. Both have the same place and type, so nothing moves and no text is lost when
 * Monaco replaces the field.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, size, diagnostics = NONE, findings = NONE, missing = NONE, lineNumbers = true, reveal } = props
  const cursor = useRef(0)
  const fingers = useMediaQuery(FINGERS)
  const large = value.length > LARGE
  const { rich, failed, ask, plain, shownHere } = useRich(
    (asked) => large || ((asked || missing.length > 0) && !fingers),
  )
  const [shown, setShown] = useState<Reveal>()
  const lines = useMemo(() => countLines(value), [value])
  const wrap = value.length <= MOST_WRAPPED.length && lines <= MOST_WRAPPED.lines

  useEffect(() => {
    if (reveal) setShown(reveal)
  }, [reveal])

  useEffect(() => {
    // On a touch screen the focus would open the keyboard over the place.
    if (!shown || rich) return
    plain.current?.show({ ...shown, focus: shown.focus === true && !fingers })
    shownHere.current = shown
  }, [shown, rich, fingers, plain, shownHere])

  const surface = {
    value,
    onChange: props.onChange,
    label: props.label,
    describedBy: props.describedBy,
    wrap,
    lineNumbers,
    readOnly: props.readOnly ?? false,
    diagnostics,
    findings,
    highlighted: props.highlighted ?? NONE,
    highlightAs: props.highlightAs ?? ('lines' as const),
    marks: props.marks ?? NONE,
    remarks: props.remarks ?? NONE,
    near: props.near ?? NONE,
    missing,
    onPoint: props.onPoint,
    onPin: props.onPin,
    onCursor: (offset: number) => {
      cursor.current = offset
      props.onCursor?.(offset)
    },
  }
  return (
    <div
      className={classes(styles.editor, size === 'fill' && styles.fill)}
      style={{ ...heightOf(size, lines, wrap), ...marginOf(lines, lineNumbers) }}
      onPointerEnter={ask}
      onFocusCapture={ask}
      onKeyDownCapture={(event) => {
        if (event.key !== 'F8' || event.altKey || event.ctrlKey || event.metaKey) return
        const problem = nextProblem([...diagnostics, ...findings], cursor.current, event.shiftKey ? 'before' : 'after')
        if (problem === undefined) return
        event.preventDefault()
        event.stopPropagation()
        announce(`Line ${problem.range.line}: ${problem.message}`)
        setShown({ start: problem.range.start, end: problem.range.end, focus: true })
      }}
    >
      {rich ? (
        <rich.Editor
          {...surface}
          language={props.language}
          grows={wrap && size !== 'fill'}
          complete={props.complete}
          hover={props.hover}
          quickFixes={props.quickFixes}
          snapshot={rich.snapshot}
          shown={shown}
          shownBefore={rich.shownBefore}
        />
      ) : (
        <PlainEditor {...surface} {...(large && !failed && beginningOf(value))} whole={value} ref={plain} />
      )}
    </div>
  )
}

interface Rich {
  readonly Editor: RichEditorComponent
  /** The state of the text field when Monaco took its place. */
  readonly snapshot: Snapshot
  readonly shownBefore: Reveal | undefined
}

/**
 * Puts Monaco in the place of the text field, once it is wanted and has loaded.
 *
 * @param isWanted whether it is wanted, given that somebody turned to the editor
 */
function useRich(isWanted: (asked: boolean) => boolean) {
  const plain = useRef<PlainEditorHandle>(null)
  /** The place that the text field showed last. */
  const shownHere = useRef<Reveal>(undefined)
  const [asked, setAsked] = useState(richEditorIsHere)
  const [failed, setFailed] = useState(false)
  const [rich, setRich] = useState<Rich>()
  const wanted = isWanted(asked)
  useRetriedEffect(
    (isCurrent) => {
      if (!wanted || rich) return
      let retry: ReturnType<typeof setTimeout> | undefined
      const takeOver = (Editor: RichEditorComponent): void => {
        const snapshot = plain.current?.snapshot()
        if (!isCurrent()) return
        // At once: what is typed between the snapshot and Monaco's first moment would go to a place that has moved.
        if (snapshot) flushSync(() => setRich({ Editor, snapshot, shownBefore: shownHere.current }))
        else retry = setTimeout(takeOver, COMPOSING, Editor)
      }
      setFailed(false)
      loadRichEditor().then(takeOver, () => {
        setFailed(true)
        reportLoadFailure('The editor with colours and suggestions')
      })
      return () => clearTimeout(retry)
    },
    [wanted, rich],
  )
  return { rich, failed, ask: () => setAsked(true), plain, shownHere }
}

/** A text field lays out this much without a pause, and it is more than a screen. Code units. */
const BEGINNING = 20_000

/** The beginning of a large text, read-only: the text field shows it until Monaco is there. */
function beginningOf(value: string): { readonly value: string; readonly readOnly: true } {
  return { value: value.slice(0, BEGINNING), readOnly: true }
}
