import {
  blankChart,
  boundingBox,
  type ChartLayout,
  chartStateAt,
  layoutAtRest,
  type Size,
} from '@authz-playground/pictures'
import { type ChartDrawing, drawChart } from '@authz-playground/pictures/dom'
import { html, icon, set } from './dom.ts'
import { movableBy } from './panning.ts'
import type { View, ViewPart } from './view.ts'

/**
 * The place of the current node in the view, as parts of its size: a little below the middle, because the path is
 * above.
 */
const ACROSS = 0.5
const DOWN = 0.62
/** The distance that stamps reach beyond their nodes on both sides, in px. */
const STAMP = 120

/** The part with the chart. Keys change its size, too. */
export interface ChartPart extends ViewPart {
  /** Shows the whole chart, or only the way of the request. */
  setWhole(whole: boolean | 'other'): void
}

/**
 * The flowchart with the request on it. Where it has no room for the whole chart, it shows the whole way of the request.
 * A chart without a way is larger than its place: it follows the request, and a person can drag it. It does not scroll,
 * so that the wheel scrolls the page.
 */
export function chart(): ChartPart {
  const label = html('span', {}, 'Whole chart')
  const fit = html(
    'button',
    { type: 'button', class: 'link fit', part: 'button', 'aria-pressed': 'false' },
    icon('fit'),
    label,
  )
  const stage = html('div', { class: 'stage' })
  const view = html('div', { class: 'view', part: 'chart', role: 'group', tabindex: 0 }, stage)
  const keys = html('p', { class: 'unseen' }, 'Space plays, left and right arrow keys go a step, Escape lets go.')
  const root = html('div', { class: 'chart' }, view, fit, keys)
  movableBy(view)

  let drawing: ChartDrawing | undefined
  let layout: ChartLayout | undefined
  let last: View | undefined
  let whole = false
  /** All that is drawn is in view. */
  let fitted = false

  /** Draws the chart that has room, in its size. */
  function resize(): void {
    if (last === undefined) return
    const { chart, answer } = last
    // As high as the style allows, whatever was in it before.
    root.style.setProperty('--chart-height', `${chart.height}px`)
    const room = { width: view.clientWidth, height: view.clientHeight }
    const fits = chart.width <= room.width && chart.height <= room.height
    const steps = answer.trace?.steps ?? []
    const shown = whole || room.width === 0 ? chart : layoutAtRest(chart, answer.design.graph, steps, room)
    fitted = fits || whole || shown !== chart
    if (drawing === undefined || JSON.stringify(shown) !== JSON.stringify(layout)) {
      layout = shown
      drawing = drawChart(shown)
      // An image for screen readers: the list of steps has its words.
      set(drawing.svg, 'role', 'img')
      stage.replaceChildren(drawing.svg)
    }
    const zoom = fitted && room.width > 0 ? zoomToFit(shown, room) : 1
    set(drawing.svg, 'width', shown.width * zoom)
    set(drawing.svg, 'height', shown.height * zoom)
    root.style.setProperty('--chart-height', `${shown.height * zoom}px`)
    fit.hidden = fits
    paint()
  }

  /** Shows the request on the drawn chart. */
  function paint(): void {
    if (drawing === undefined || last === undefined) return
    const { answer, story, player, phaseTime, lit } = last
    const { trace, design } = answer
    const steps = story?.steps ?? []
    const state = trace && story ? chartStateAt(design.graph, trace, player) : blankChart(design.graph)
    drawing.show({ state, steps, highlighted: lit, fresh: player.moved })
    drawing.moveToken(steps, player, phaseTime)
    set(drawing.svg, 'aria-label', `Flowchart: ${design.title}`)
  }

  /** Brings the current node into view, with the path to it where there is room. */
  function follow(behavior: ScrollBehavior): void {
    if (last === undefined || layout === undefined || fitted) return
    const { player, story } = last
    const nodes = story?.steps.slice(0, player.position + 1).map(({ node }) => node) ?? []
    const boxes = layout.nodes.filter(({ id }) => nodes.includes(id)).map(({ box }) => box)
    const box = layout.nodes.find(({ id }) => id === (nodes.at(-1) ?? layout?.nodes[0]?.id))?.box
    const passed = boundingBox(boxes)
    if (box === undefined) return
    const across = passed !== undefined && passed.width + STAMP <= view.clientWidth ? passed : box
    view.scrollTo({
      left: across.left + across.width / 2 - view.clientWidth * ACROSS,
      top: box.top + box.height / 2 - view.clientHeight * DOWN,
      behavior,
    })
  }

  function setWhole(wanted: boolean | 'other'): void {
    whole = wanted === 'other' ? !whole : wanted
    fit.setAttribute('aria-pressed', String(whole))
    fit.replaceChildren(icon(whole ? 'read' : 'fit'), label)
    resize()
    follow('instant')
  }

  fit.addEventListener('click', () => setWhole('other'))
  new ResizeObserver(() => {
    resize()
    follow('instant')
  }).observe(view)

  return {
    root,
    setWhole,
    update(now) {
      const before = last
      last = now
      root.classList.toggle('outdated', now.busy)
      view.setAttribute('aria-label', `Flowchart: ${now.answer.design.title}`)
      const { answer, chart, player, phaseTime } = now
      if (chart !== before?.chart || answer.trace !== before.answer.trace) {
        resize()
        follow('instant')
      } else paint()
      if (player.position !== before?.player.position) follow(phaseTime === 0 ? 'instant' : 'smooth')
    },
  }
}

function zoomToFit({ width, height }: Size, room: Size): number {
  return Math.min(1, room.width / width, room.height / height)
}
