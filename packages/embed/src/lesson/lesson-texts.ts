import type { RichText } from '@authz-playground/engine'
import type { Prose, ProseWord } from '@authz-playground/prose'
import { type ProseFrame, showProse } from '@authz-playground/prose/dom'
import { html } from '../view/dom.ts'
import lessonStyle from './lesson.css?inline'
import { readPlainProse } from './plain-prose.ts'

let sheet: CSSStyleSheet | undefined

/** Reads the Markdown of a lesson. Accepts any text. */
export async function readText(text: string): Promise<Prose> {
  const plain = readPlainProse(text)
  if (plain !== undefined) return plain
  const { readProse, fullProseStyle } = await import('./full-prose.ts')
  extendLessonSheet(fullProseStyle)
  return readProse(text)
}

/** A page has its own title, and perhaps headings; most lessons have none. */
const HEADING: ProseFrame['heading'] = 3

/** Shows a text in an element with a class. Links to hashes lead to the playground. */
export function shownText(prose: Prose, className: string, playground: string | undefined): HTMLElement {
  const box = html('div', { class: `prose ${className}`.trim() })
  showProse(box, prose, { heading: HEADING, ...(playground !== undefined && { playground }) })
  for (const pre of box.querySelectorAll('pre')) {
    // Wide code scrolls sideways by itself, which the keyboard must reach.
    pre.tabIndex = 0
    pre.setAttribute('role', 'group')
    pre.setAttribute('aria-label', 'Code')
  }
  return box
}

/** The words of a text in one line, for a button, which has no links and no parts. */
export function lineOf({ blocks }: Prose): RichText {
  return blocks.flatMap((block, at) => {
    const words = 'words' in block ? block.words.flatMap(plainly) : []
    return at === 0 ? words : [' ', ...words]
  })
}

function plainly(word: ProseWord): RichText {
  if (typeof word === 'string') return [word]
  switch (word.kind) {
    case 'code':
      return [{ code: word.text }]
    case 'break':
      return [' ']
    default:
      return word.words.flatMap(plainly)
  }
}

/** The style of lessons, beside that of every element. */
export function lessonSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(lessonStyle)
  }
  return sheet
}

/** Adds rules for parts that few lessons have. */
function extendLessonSheet(more: string): void {
  lessonSheet().replaceSync(lessonStyle + more)
}
