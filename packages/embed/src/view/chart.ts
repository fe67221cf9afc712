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

/**
 * The flowchart with the request on it. Where it has no room for the whole chart, it shows the whole way of the request.
 * A chart without a way is larger than its place: it follows the request, and a person can drag it. It does not scroll,
 * so that the wheel scrolls the page. Keys change its size, too.
 */
export class ChartPart implements ViewPart {
  readonly root: HTMLElement
  readonly #label = html('span', {}, 'Whole chart')
  readonly #fit = html(
    'button',
    { type: 'button', class: 'link fit', part: 'button', 'aria-pressed': 'false' },
    icon('fit'),
    this.#label,
  )
  readonly #stage = html('div', { class: 'stage' })
  readonly #view = html('div', { class: 'view', part: 'chart', role: 'group', tabindex: 0 }, this.#stage)
  #drawing: ChartDrawing | undefined
  #layout: ChartLayout | undefined
  #last: View | undefined
  #whole = false
  /** All that is drawn is in view. */
  #fitted = false

  constructor() {
    const keys = html('p', { class: 'unseen' }, 'Space plays, left and right arrow keys go a step, Escape lets go.')
    this.root = html('div', { class: 'chart' }, this.#view, this.#fit, keys)
    movableBy(this.#view)
    this.#fit.addEventListener('click', () => this.setWhole('other'))
    new ResizeObserver(() => {
      this.#resize()
      this.#follow('instant')
    }).observe(this.#view)
  }

  update(now: View): void {
    const before = this.#last
    this.#last = now
    this.root.classList.toggle('outdated', now.busy)
    this.#view.setAttribute('aria-label', `Flowchart: ${now.answer.design.title}`)
    const { answer, chart, player, phaseTime } = now
    if (chart !== before?.chart || answer.trace !== before.answer.trace) {
      this.#resize()
      this.#follow('instant')
    } else this.#paint()
    if (player.position !== before?.player.position) this.#follow(phaseTime === 0 ? 'instant' : 'smooth')
  }

  /** Shows the whole chart, or only the way of the request. */
  setWhole(wanted: boolean | 'other'): void {
    this.#whole = wanted === 'other' ? !this.#whole : wanted
    this.#fit.setAttribute('aria-pressed', String(this.#whole))
    this.#fit.replaceChildren(icon(this.#whole ? 'read' : 'fit'), this.#label)
    this.#resize()
    this.#follow('instant')
  }

  /** Draws the chart that has room, in its size. */
  #resize(): void {
    if (this.#last === undefined) return
    const { chart, answer } = this.#last
    // As high as the style allows, whatever was in it before.
    this.root.style.setProperty('--chart-height', `${chart.height}px`)
    const room = { width: this.#view.clientWidth, height: this.#view.clientHeight }
    const fits = chart.width <= room.width && chart.height <= room.height
    const steps = answer.trace?.steps ?? []
    const shown = this.#whole || room.width === 0 ? chart : layoutAtRest(chart, answer.design.graph, steps, room)
    this.#fitted = fits || this.#whole || shown !== chart
    const { svg } = this.#drawn(shown)
    const zoom = this.#fitted && room.width > 0 ? zoomToFit(shown, room) : 1
    set(svg, 'width', shown.width * zoom)
    set(svg, 'height', shown.height * zoom)
    this.root.style.setProperty('--chart-height', `${shown.height * zoom}px`)
    this.#fit.hidden = fits
    this.#paint()
  }

  #drawn(shown: ChartLayout): ChartDrawing {
    if (this.#drawing !== undefined && JSON.stringify(shown) === JSON.stringify(this.#layout)) return this.#drawing
    this.#layout = shown
    this.#drawing = drawChart(shown)
    // An image for screen readers: the list of steps has its words.
    set(this.#drawing.svg, 'role', 'img')
    this.#stage.replaceChildren(this.#drawing.svg)
    return this.#drawing
  }

  /** Shows the request on the drawn chart. */
  #paint(): void {
    const drawing = this.#drawing
    if (drawing === undefined || this.#last === undefined) return
    const { answer, story, player, phaseTime, highlights } = this.#last
    const { trace, design } = answer
    const steps = story?.steps ?? []
    const state = trace && story ? chartStateAt(design.graph, trace, player) : blankChart(design.graph)
    drawing.show({ state, steps, highlights, fresh: player.moved })
    drawing.moveToken(steps, player, phaseTime)
    set(drawing.svg, 'aria-label', `Flowchart: ${design.title}`)
  }

  /** Brings the current node into view, with the path to it where there is room. */
  #follow(behavior: ScrollBehavior): void {
    const layout = this.#layout
    const view = this.#view
    if (this.#last === undefined || layout === undefined || this.#fitted) return
    const { player, story } = this.#last
    const nodes = story?.steps.slice(0, player.position + 1).map(({ node }) => node) ?? []
    const boxes = layout.nodes.filter(({ id }) => nodes.includes(id)).map(({ box }) => box)
    const box = layout.nodes.find(({ id }) => id === (nodes.at(-1) ?? layout.nodes[0]?.id))?.box
    const passed = boundingBox(boxes)
    if (box === undefined) return
    const across = passed !== undefined && passed.width + STAMP <= view.clientWidth ? passed : box
    view.scrollTo({
      left: across.left + across.width / 2 - view.clientWidth * ACROSS,
      top: box.top + box.height / 2 - view.clientHeight * DOWN,
      behavior,
    })
  }
}

function zoomToFit({ width, height }: Size, room: Size): number {
  return Math.min(1, room.width / width, room.height / height)
}
