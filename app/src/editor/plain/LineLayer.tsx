import type { Span } from '@authz-playground/engine'
import type { Ref } from 'react'
import { classes, DecisionMark } from '../../ui/index.ts'
import { linePieces, linesOf } from '../lines.ts'
import { type LineMark, type MissingWord, PADDING } from '../props.ts'
import styles from './PlainEditor.module.css'

/** The visible part of the text, in pixels. */
export interface Window {
  readonly top: number
  readonly left: number
  readonly height: number
}

/** Lines drawn beyond the window on either side, so that quick scrolling does not show a gap. */
const BEYOND = 10

/** The most code units of a line that are drawn where lines do not wrap. More do not fit on any screen. */
const WIDEST = 5000

interface LinesProps {
  readonly ref: Ref<HTMLDivElement>
  readonly text: string
  readonly starts: readonly number[]
  readonly view: Window
  readonly lineHeight: number
  readonly wrap: boolean
  readonly lineNumbers: boolean
  readonly highlighted: readonly Span[]
  readonly highlightAs: 'lines' | 'words'
  readonly problems: readonly Span[]
  readonly marks: readonly LineMark[]
  readonly remarks: readonly Span[]
  readonly near: readonly Span[]
  /** Rows below lines. They are not in the text field, so that there is text in this layer while they are shown. */
  readonly missing: readonly MissingWord[]
}

/**
 * The layer under a text field: numbers, marks, highlights and underlines, in the type of the field so that they match
 * its text. Only the visible lines are drawn. Where lines wrap all of them are, because only the browser knows how high
 * each is.
 */
export function LineLayer({
  ref,
  text,
  starts,
  view,
  lineHeight,
  wrap,
  lineNumbers,
  highlighted,
  highlightAs,
  problems,
  marks,
  remarks,
  near,
  missing,
}: LinesProps) {
  const first = wrap ? 0 : Math.max(0, Math.floor((view.top - PADDING) / lineHeight) - BEYOND)
  const last = wrap ? starts.length : Math.min(starts.length, Math.ceil((view.top + view.height) / lineHeight) + BEYOND)
  const isOn = (spans: readonly Span[]) => {
    const lines = spans.map((span) => linesOf(starts, span))
    return (line: number): boolean => lines.some(([from, to]) => from <= line && line <= to)
  }
  const isHighlighted = isOn(highlightAs === 'lines' ? highlighted : [])
  const isNear = isOn(near)
  const highlightedWords = highlightAs === 'words' ? highlighted : []
  const lineOf = (offset: number): number => linesOf(starts, { start: offset, end: offset })[0]
  const rowsBefore = missing.filter(({ offset }) => lineOf(offset) < first).length
  const markOn = new Map(marks.map((mark) => [lineOf(mark.offset), mark]))

  return (
    <div
      ref={ref}
      className={classes(
        styles.lines,
        wrap ? styles.wrappedLines : styles.fixed,
        missing.length > 0 && styles.readable,
      )}
      style={{ transform: `translateY(${(first + rowsBefore) * lineHeight - view.top}px)` }}
      aria-hidden="true"
    >
      {starts.slice(first, last).map((start, index) => {
        const line = first + index
        const end = (starts[line + 1] ?? text.length + 1) - 1
        const drawn = text.slice(start, wrap ? end : Math.min(end, start + WIDEST))
        const touches = (span: Span): boolean => span.start <= end && span.end >= start
        const mark = markOn.get(line)
        return (
          <div key={line}>
            <div
              className={classes(
                styles.line,
                isNear(line) && styles.nearLine,
                isHighlighted(line) && styles.highlightedLine,
              )}
            >
              <span className={styles.margin}>
                {lineNumbers && (
                  <>
                    <span className={styles.mark}>{mark && <DecisionMark decision={mark.decision} />}</span>
                    <span className={styles.number}>{line + 1}</span>
                  </>
                )}
              </span>
              <span className={classes(styles.text, wrap && styles.wrapped)}>
                <span style={{ marginInlineStart: -view.left }}>
                  {linePieces(
                    drawn,
                    start,
                    highlightedWords.filter(touches),
                    problems.filter(touches),
                    remarks.filter(touches),
                  ).map(({ text: piece, highlighted, problem, remarked }, at) => (
                    <span
                      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line hold no state
                      key={at}
                      className={classes(
                        remarked && styles.remarked,
                        highlighted && styles.highlightedWords,
                        problem && styles.problem,
                      )}
                    >
                      {piece}
                    </span>
                  ))}
                  {'\u200B'}
                </span>
              </span>
            </div>
            {missing.map((row) => lineOf(row.offset) === line && <MissingRow key={row.word} {...row} wrap={wrap} />)}
          </div>
        )
      })}
    </div>
  )
}

/** A word that is missing below a line. It wraps as a line does. */
function MissingRow({ before, word, after, wrap }: Omit<MissingWord, 'offset'> & { readonly wrap: boolean }) {
  return (
    <div className={classes(styles.line, styles.nearLine, styles.missingRow)} data-missing="">
      <span className={styles.margin}>
        <span className={styles.number}>+</span>
      </span>
      <span className={classes(styles.text, wrap && styles.wrapped)}>
        {before}
        <span className={styles.missingWord}>{word}</span>
        {after}
      </span>
    </div>
  )
}
