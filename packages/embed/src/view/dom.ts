import type { RichText } from '@authz-playground/engine'
import { MARKS, type Mark, type Marked, shortenedWords } from '@authz-playground/pictures'
import { type DomAttributes, markPaths, set, setAll, svg } from '@authz-playground/pictures/dom'

export { set }

type Child = Node | string

/**
 * An HTML element, made without parsing markup. False and undefined leave an attribute out; true sets it without a
 * value.
 */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: DomAttributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  setAll(element, attributes)
  element.append(...children)
  return element
}

/** A sentence with its Kubernetes nouns in mono. Names longer than real ones are shortened. */
export function words(label: RichText): readonly Child[] {
  return shortenedWords(label).map((word) => (typeof word === 'string' ? word : html('code', {}, word.code)))
}

/** A sentence whose Kubernetes nouns are between backticks. A backtick without its partner stays. */
export function prose(text: string): RichText {
  return text
    .split(/(`[^`]+`)/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^`[^`]+`$/.test(piece) ? { code: piece.slice(1, -1) } : piece))
}

/**
 * The mark of a decision, as large as the text around it. Without the visible word, the word is the accessible name of
 * the shape.
 */
export function mark(marked: Marked, { withWord = false } = {}): HTMLElement {
  return drawnMark(MARKS[marked], marked, withWord)
}

/** Draws a mark in the colour of what is marked; see {@link mark}. */
export function drawnMark(mark: Mark, marked: string, withWord = false): HTMLElement {
  const { word } = mark
  const name = withWord ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': word }
  const drawn = svg('svg', { viewBox: '0 0 16 16', ...name }, ...markPaths(mark))
  return html(
    'span',
    { class: 'mark', 'data-marked': marked },
    drawn,
    ...(withWord ? [html('span', { class: 'word' }, word)] : []),
  )
}

/** Line drawings on a grid of 16 by 16, in the colour of the text. */
const ICONS = {
  play: 'M4.5 2.75v10.5L13 8Z',
  pause: 'M5.5 3v10M10.5 3v10',
  forward: 'M4 3.5v9L10 8ZM12.5 3.5v9',
  back: 'M12 3.5v9L6 8ZM3.5 3.5v9',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  read: 'M6 2.5V6H2.5M10 2.5V6h3.5M6 13.5V10H2.5M10 13.5V10h3.5',
} as const

export function icon(name: keyof typeof ICONS): SVGSVGElement {
  return svg(
    'svg',
    { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    svg('path', { class: 'line', d: ICONS[name] }),
  )
}
