import type { Decision } from '@authz-playground/engine'
import { MARKS } from '@authz-playground/pictures'

const SVG = 'http://www.w3.org/2000/svg'

/** The mark of a decision as an element, for Monaco’s margin, which takes no components. */
export function glyph(decision: Decision, label: string, className: string): HTMLElement {
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
