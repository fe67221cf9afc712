import { MARKS, type Marked } from '../marks/marks.ts'

/**
 * A mark in the size of the text around it, in its colour. The word is beside it, so it has no accessible name. It is
 * drawn with attributes, so that it needs no style.
 */
export function markHtml(marked: Marked): string {
  const { solid, line, cut, dotted } = MARKS[marked]
  const round = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
  const dots = dotted ? 'stroke-width="2" stroke-dasharray="0.1 3.4"' : 'stroke-width="1.5"'
  return [
    '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">',
    solid === undefined ? '' : `<path fill="currentColor" d="${solid}"/>`,
    line === undefined ? '' : `<path ${round} stroke="currentColor" ${dots} d="${line}"/>`,
    cut === undefined ? '' : `<path class="azp-cut" ${round} stroke="#fff" stroke-width="1.75" d="${cut}"/>`,
    '</svg>',
  ].join('')
}

/** The class for the colour of a mark. */
export function markClass(marked: Marked): string {
  return `azp${MARKS[marked].token.slice(1)}`
}
