import { plainText, type RichText } from '@authz-playground/engine'
import { type CellShape, cellsAt, gridEdgePaint, PASSED_OVER, rowsAt } from '../chart/grid-cells.ts'
import { edgeLabelPaint } from '../chart/paints.ts'
import type { GridNode, QuestionGrid } from '../layout/grid-parts.ts'
import type { GridWords } from '../layout/grid-words.ts'
import { labelWidth } from '../words/measure.ts'
import {
  type ChartDrawing,
  drawEdge,
  drawMark,
  drawToken,
  inlines,
  painted,
  rect,
  type Shown,
} from './chart-drawing.ts'
import { set, setAll, svg } from './elements.ts'

/** The radius of a point that is hit, and the size of the words of a row’s note. Px. */
const HIT = 9
const DISC = 8
const NOTE = 11
/** The place of the words of a pause, at the right below the line of choice, with room for the buttons of the zoom. */
const PAUSED = { top: 60, height: 28, beside: 10, zoom: 44 }

/**
 * Draws a question grid without a request, with the class `authz-grid` besides that of every chart. Words that name lines
 * have the class `lines`, and the node whose answer they are about in `data-to`.
 */
export function drawQuestionGrid(grid: QuestionGrid): ChartDrawing {
  const edges = grid.edges.map((edge) => drawEdge(edge, []))
  const nodes = grid.nodes.map(drawGridNode)
  const rows = grid.rows.map(({ number, disc }) => {
    const circle = svg('circle', { class: 'disc', cx: disc.x, cy: disc.y, r: DISC })
    const numeral = svg(
      'text',
      { class: 'number', x: disc.x, y: disc.y + 4.2, 'text-anchor': 'middle' },
      String(number),
    )
    const note = svg('text', { class: 'note', 'font-size': `${NOTE}px` })
    return { note, group: svg('g', { class: 'row' }, circle, numeral, note) }
  })
  const lines = svg('g', {}, ...edges.map(({ line }) => line))
  const labels = edges.flatMap(({ label }) => label ?? [])
  const token = drawToken(grid)
  const start = grid.nodes[0]?.box ?? { left: 0, top: 0 }
  const dimmed = svg(
    'g',
    { class: 'grid' },
    svg('path', { class: 'hairline', d: grid.hairlines, 'aria-hidden': 'true' }),
    svg('path', { class: 'choice', d: grid.choice, 'aria-hidden': 'true' }),
    svg('g', { 'aria-hidden': 'true' }, ...edges.map(({ wash }) => wash), lines),
    svg('g', {}, ...grid.words.map(drawWords)),
    svg('circle', { class: 'start', cx: start.left, cy: start.top, r: 5, 'aria-hidden': 'true' }),
    svg('g', {}, ...nodes.map(({ group }) => group)),
    svg('g', {}, ...rows.map(({ group }) => group)),
    svg('g', { 'aria-hidden': 'true' }, ...labels),
    token.circle,
  )
  const pause = pauseOf(grid.cards ? grid.width : grid.width - PAUSED.zoom)
  const drawn = svg(
    'svg',
    {
      class: 'authz-chart authz-grid',
      viewBox: `0 0 ${grid.width} ${grid.height}`,
      width: grid.width,
      height: grid.height,
    },
    dimmed,
    pause.group,
  )
  return {
    svg: drawn,
    nodes: new Map(nodes.map(({ id, group }) => [id, group])),
    show(shown) {
      const { state, highlights, paused } = shown
      for (const { id, line, wash, words, label } of edges) {
        const look = state.edges.get(id)
        set(wash, 'data-highlighted', highlights.edges.has(id))
        setAll(line, painted(gridEdgePaint(look)))
        if (look === 'passed' && line.dataset.look !== look) lines.append(line)
        set(line, 'data-look', look)
        if (words) setAll(words, painted(edgeLabelPaint(look)))
        if (label) set(label, 'data-look', look)
      }
      for (const { id, group } of nodes) {
        set(group, 'data-highlighted', highlights.nodes.has(id))
        set(group, 'data-look', state.nodes.get(id))
      }
      const cells = new Map(cellsAt(grid, shown).map((cell) => [cell.node, cell]))
      for (const node of nodes) {
        const cell = cells.get(node.id)
        if (cell !== undefined) showCell(node, cell)
      }
      for (const [i, { filled, words, node }] of rowsAt(grid, shown).entries()) {
        const row = rows[i]
        const at = grid.rows[i]?.note
        if (row === undefined || at === undefined) continue
        set(row.group, 'data-filled', filled)
        setAll(row.note, { x: at.x, y: at.y, 'data-to': node })
        row.note.replaceChildren(...linked(words))
      }
      set(drawn, 'data-paused', paused !== undefined)
      pause.show(paused)
    },
    moveToken: token.move,
  }
}

/** A box, whose words `showCell` draws, or a point of a line that can be pointed at. */
function drawGridNode({ id, box, cell }: GridNode) {
  const outline =
    cell === undefined
      ? svg('circle', { class: 'outline point', cx: box.left, cy: box.top, r: HIT })
      : svg('rect', { class: 'outline', ...rect(box), rx: cell.kind === 'end' ? box.height / 2 : 4 })
  const words = svg('g', { class: 'says' })
  return { id, outline, words, group: svg('g', { class: 'node', 'data-node': id }, outline, words), name: '' }
}

function showCell(node: ReturnType<typeof drawGridNode>, { paint, dashed, pieces }: CellShape): void {
  setAll(node.outline, { ...painted(paint), 'stroke-dasharray': dashed ? PASSED_OVER : undefined })
  const name = pieces
    .map((piece) => Object.values(piece.kind === 'mark' ? piece : { ...piece, words: plainText(piece.words) }))
    .join()
  if (name === node.name) return
  node.name = name
  node.words.replaceChildren(
    ...pieces.map((piece) => {
      if (piece.kind === 'mark') return drawMark(piece)
      const { words, x, y, size, anchor, fill, strong } = piece
      return svg(
        'text',
        {
          x,
          y,
          fill: `var(${fill})`,
          'font-size': `${size}px`,
          'text-anchor': anchor,
          'font-weight': strong ? 600 : undefined,
        },
        ...inlines(words),
      )
    }),
  )
}

function drawWords({ lines, x, y, size, line, anchor, look, title }: GridWords): SVGTextElement {
  return svg(
    'text',
    { class: `words ${look}`, 'font-size': `${size}px`, 'text-anchor': anchor },
    ...(title === undefined ? [] : [svg('title', {}, title)]),
    ...lines.map((words, i) => svg('tspan', { x, y: y + i * line }, ...inlines(words))),
  )
}

/** Words with what they say of lines as the target of a link. */
function linked(words: RichText): readonly (string | SVGElement)[] {
  return words.flatMap((word) => {
    if (typeof word !== 'string') return inlines([word])
    const [, before = word, lines] = /^(.*?)(lines? [\d–]+.*)?$/.exec(word) ?? []
    return lines === undefined ? [before] : [before, svg('tspan', { class: 'lines' }, lines)]
  })
}

/** The words of a pause, which end at `right`. They are a link where they lead somewhere. */
function pauseOf(right: number): { readonly group: SVGGElement; show(paused: Shown['paused']): void } {
  const text = svg('text', { y: PAUSED.top + 18.5, 'text-anchor': 'end', x: right - PAUSED.beside })
  const outline = svg('rect', { rx: 4 })
  const group = svg('g', { class: 'pause' })
  let go: (() => void) | undefined
  const follow = (event: Event): void => {
    if (go === undefined) return
    // A click beside the nodes lets go of what is pinned.
    event.stopPropagation()
    go()
  }
  group.addEventListener('click', follow)
  group.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') follow(event)
  })
  return {
    group,
    show(paused) {
      go = paused?.go
      const isLink = go !== undefined
      setAll(group, { role: isLink ? 'link' : undefined, tabindex: isLink ? 0 : undefined })
      if (paused === undefined) return group.replaceChildren()
      const own = labelWidth(paused.words, { size: 12 }) + 2 * PAUSED.beside
      setAll(outline, rect({ left: right - own, top: PAUSED.top, width: own - 1, height: PAUSED.height }))
      text.replaceChildren(...(isLink ? linked(paused.words) : inlines(paused.words)))
      if (group.firstChild === null) group.append(outline, text)
    },
  }
}
