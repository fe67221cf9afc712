import type { Decision } from '@authz-playground/engine'
import { MARKS } from '@authz-playground/pictures'
import type { LineMark } from '../props.ts'
import { editor, Range } from './monaco.ts'
import styles from './RichEditor.module.css'

interface PlacedMark extends LineMark {
  /** From 1. */
  readonly line: number
}

/** Marks in the margin, at most one a line. They move with their lines. */
export function createMarks(monaco: editor.IStandaloneCodeEditor): { set(marks: readonly PlacedMark[]): void } {
  const lines = monaco.createDecorationsCollection()
  let widgets: readonly editor.IGlyphMarginWidget[] = []

  monaco.onDidChangeModelContent(() => {
    for (const widget of widgets) monaco.layoutGlyphMarginWidget(widget)
  })

  return {
    set(marks) {
      for (const widget of widgets) monaco.removeGlyphMarginWidget(widget)
      const byLine = [...new Map(marks.map((mark) => [mark.line, mark])).values()]
      lines.set(byLine.map(({ line }) => ({ range: new Range(line, 1, line, 1), options: {} })))
      widgets = byLine.map(({ decision, label, line }, index) => {
        const node = glyph(decision, label, styles.mark ?? '')
        const side = `${monaco.getOption(editor.EditorOption.lineHeight)}px`
        node.style.width = side
        node.style.height = side
        return {
          getId: () => `mark-${index}`,
          getDomNode: () => node,
          getPosition: () => ({
            lane: editor.GlyphMarginLane.Left,
            zIndex: 1,
            range: lines.getRange(index) ?? new Range(line, 1, line, 1),
          }),
        }
      })
      for (const widget of widgets) monaco.addGlyphMarginWidget(widget)
    },
  }
}

const SVG = 'http://www.w3.org/2000/svg'

/** The mark of a decision as an element, for Monaco’s margin, which takes no components. */
function glyph(decision: Decision, label: string, className: string): HTMLElement {
  const { token, solid, line, cut, dotted } = MARKS[decision]
  const element = document.createElement('div')
  element.className = className
  element.title = label
  element.style.setProperty('--mark', `var(${token})`)
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  const draw = (d: string | undefined, fill: string, stroke: string, width: number): SVGPathElement | undefined => {
    if (d === undefined) return undefined
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', d)
    path.style.cssText = `fill:${fill};stroke:${stroke};stroke-width:${width};stroke-linecap:round;stroke-linejoin:round`
    svg.append(path)
    return path
  }
  draw(solid, 'currentcolor', 'none', 0)
  const lined = draw(line, 'none', 'currentcolor', dotted ? 2 : 1.5)
  if (dotted) lined?.style.setProperty('stroke-dasharray', '0.1 3.4')
  draw(cut, 'none', 'var(--mark-ground)', 1.75)
  element.append(svg)
  return element
}
