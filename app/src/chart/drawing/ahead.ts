/*
 * Draws charts for `pnpm charts`, which keeps them as data: with the style, the mermaid and the layout that the
 * playground has. No part of the site; scripts/charts/measured.ts serves it to a browser and says what it returns.
 */
import '../../ui/tokens.css'
import '../../ui/reset.css'
import type { Rectangle } from '@authz-playground/pictures'
import words from './chart-words.module.css'
import { boxOf, type Drawable, drawInto } from './drawing.ts'
import { markupOf } from './markup-of.ts'

async function measureChart(drawable: Drawable) {
  const markup = await markupOf(drawable.chart.source)
  const host = document.createElement('div')
  host.className = words.words ?? ''
  document.body.append(host)
  const { svg, size, nodes, edges } = drawInto(host, markup, drawable, 'ahead')
  const { x, y } = svg.viewBox.baseVal
  const measured = {
    ...size,
    nodes: [...nodes].map(([id, { box }]) => ({ id, box })),
    edges: [...edges].map(([id, { path, label }]) => ({
      id,
      d: moved(path.getAttribute('d') ?? '', -x, -y),
      ...(label && { label: movedBox(boxOf(label), -x, -y) }),
    })),
  }
  host.remove()
  return measured
}

/** How wide words are in a family of type at the size of charts, in px. */
function widthIn(family: 'sans' | 'mono', probe: string): number {
  const element = document.createElement('span')
  element.style.cssText = `position: absolute; font: var(--text-12) var(--${family}); white-space: pre`
  element.textContent = probe
  document.body.append(element)
  const { width } = element.getBoundingClientRect()
  element.remove()
  return width
}

Object.assign(window, { measureChart, widthIn })

function moved(d: string, x: number, y: number): string {
  return d.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, a: string, b: string) => `${Number(a) + x},${Number(b) + y}`)
}

function movedBox(box: Rectangle, x: number, y: number): Rectangle {
  return { ...box, left: box.left + x, top: box.top + y }
}
