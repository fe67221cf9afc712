import type { DrawnChart } from '@authz-playground/pictures'
import { type ChartDrawing, drawChart } from './chart-drawing.ts'
import { html, icon } from './dom.ts'
import { movableBy } from './panning.ts'
import { moveToken } from './token.ts'
import type { Part, View } from './view.ts'

/** Where of the view the node stands that is looked at: a little below the middle, for the way to it lies above. */
const ACROSS = 0.5
const DOWN = 0.62

/** The part with the chart, which keys change the size of as well. */
export interface ChartPart extends Part {
  /** Shows the chart as a whole, or as large as its words are read. */
  setWhole(whole: boolean | 'other'): void
}

/**
 * The flowchart with the request on it. As large as words are read, and then only a part of it may be in view: it follows
 * the request, and can be pushed about. It does not scroll, so that the wheel stays the page’s.
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
  let last: View | undefined
  let whole = false

  function resize(): void {
    if (drawing === undefined || last?.chart === undefined) return
    const zoom = whole ? zoomToFit(last.chart, view.clientWidth, view.clientHeight) : 1
    drawing.svg.setAttribute('width', String(last.chart.width * zoom))
    drawing.svg.setAttribute('height', String(last.chart.height * zoom))
    const fits = last.chart.width <= view.clientWidth && last.chart.height <= view.clientHeight
    fit.hidden = fits && !whole
  }

  /** Brings the node that the request is at into view. */
  function follow(behavior: ScrollBehavior): void {
    const node = last?.story?.steps[last.standing.position]?.node ?? last?.chart?.nodes[0]?.id
    const box = last?.chart?.nodes.find(({ id }) => id === node)?.box
    if (box === undefined || whole) return
    view.scrollTo({
      left: box.left + box.width / 2 - view.clientWidth * ACROSS,
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
      if (now.chart !== before?.chart) {
        drawing = now.chart && drawChart(now.chart, now.answer.design.title)
        stage.replaceChildren(...(drawing === undefined ? [] : [drawing.svg]))
        root.style.setProperty('--chart-height', `${now.chart?.height ?? 0}px`)
        root.hidden = drawing === undefined
        resize()
        follow('instant')
      }
      if (drawing === undefined || now.chart === undefined) return
      drawing.decorate(now)
      moveToken(drawing.token, now, before)
      if (now.standing.position !== before?.standing.position) follow(now.phaseTime === 0 ? 'instant' : 'smooth')
    },
  }
}

function zoomToFit({ width, height }: DrawnChart, inWidth: number, inHeight: number): number {
  return Math.min(1, inWidth / width, inHeight / height)
}
