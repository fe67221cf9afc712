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
        domNode.style.cssText = `padding-inline-start:${hang}ch;text-indent:-${hang}ch`
        const { wrappingColumn } = monaco.getOption(editor.EditorOption.wrappingInfo)
        const beyond = before.length + word.length + after.length - wrappingColumn
        const marginDomNode = element('div', '+')
        marginDomNode.className = styles.missingMargin ?? ''
        for (const node of [domNode, marginDomNode]) monaco.applyFontInfo(node)
        return zones.addZone({
          afterLineNumber: line,
          heightInLines: wrappingColumn > hang && beyond > 0 ? 1 + Math.ceil(beyond / (wrappingColumn - hang)) : 1,
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

function element(name: 'div' | 'span', ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  made.setAttribute('aria-hidden', 'true')
  made.append(...content)
  return made
}
