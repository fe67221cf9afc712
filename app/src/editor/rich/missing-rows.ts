import type { MissingWord } from '../props.ts'
import { editor } from './monaco.ts'
import styles from './RichEditor.module.css'

interface PlacedWord extends MissingWord {
  /** The line above the row, from 1. */
  readonly line: number
}

/**
 * Rows between the lines, each with a word that is missing there. Screen readers do not read them: the change that adds the
 * words names them. Copying leaves them out, and so do the numbers of the lines.
 */
export function createMissingRows(monaco: editor.IStandaloneCodeEditor): { set(words: readonly PlacedWord[]): void } {
  let shown: readonly string[] = []
  let placed: readonly PlacedWord[] = []
  const draw = (): void =>
    monaco.changeViewZones((zones) => {
      for (const id of shown) zones.removeZone(id)
      shown = placed.map(({ line, before, word, after }) => {
        const missing = element('span', word)
        missing.className = styles.missingWord ?? ''
        const domNode = element('div', before, missing, after)
        domNode.className = styles.missingRow ?? ''
        // As a line that wraps: its other rows hang two characters beyond its indentation.
        const hang = before.search(/\S|$/) + 2
        const { contentWidth, verticalScrollbarWidth } = monaco.getLayoutInfo()
        domNode.style.cssText = `inline-size:${contentWidth}px;padding-inline:${hang}ch ${verticalScrollbarWidth}px;text-indent:-${hang}ch`
        const marginDomNode = element('div', '+')
        marginDomNode.className = styles.missingMargin ?? ''
        for (const node of [domNode, marginDomNode]) monaco.applyFontInfo(node)
        return zones.addZone({
          afterLineNumber: line,
          heightInPx: heightOf(domNode, monaco),
          domNode,
          marginDomNode,
        })
      })
    })
  monaco.onDidLayoutChange(() => {
    if (placed.length > 0) draw()
  })
  return {
    set(words) {
      placed = words
      draw()
    },
  }
}

/** Only the browser knows where a row wraps. In a hidden editor it has one line, until the editor is laid out. */
function heightOf(row: HTMLElement, monaco: editor.IStandaloneCodeEditor): number {
  const host = monaco.getContainerDomNode()
  host.append(row)
  const { offsetHeight } = row
  row.remove()
  return Math.max(offsetHeight, monaco.getOption(editor.EditorOption.lineHeight))
}

function element(name: 'div' | 'span', ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  made.setAttribute('aria-hidden', 'true')
  made.append(...content)
  return made
}
