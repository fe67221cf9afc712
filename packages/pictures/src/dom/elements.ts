import type { Mark } from '../marks/marks.ts'

/** Attributes of an element. False and undefined leave an attribute out; true sets it without a value. */
export type DomAttributes = Readonly<Record<string, string | number | boolean | undefined>>

const SVG = 'http://www.w3.org/2000/svg'

/** An SVG element with its children, made without parsing markup. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: DomAttributes = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag)
  setAll(element, attributes)
  element.append(...children)
  return element
}

export function setAll(element: Element, attributes: DomAttributes): void {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value)
}

/** Sets an attribute, unless it has the value already. */
export function set(element: Element, name: string, value: DomAttributes[string]): void {
  if (value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name)
    return
  }
  const text = value === true ? '' : String(value)
  if (element.getAttribute(name) !== text) element.setAttribute(name, text)
}

/** The lines of a mark on a grid of 16 by 16, in the colour of its decision. */
export function markPaths({ solid, line, cut, dotted }: Mark): readonly SVGPathElement[] {
  return [
    ...(solid === undefined ? [] : [svg('path', { class: 'solid', d: solid })]),
    ...(line === undefined ? [] : [svg('path', { class: dotted ? 'line dotted' : 'line', d: line })]),
    ...(cut === undefined ? [] : [svg('path', { class: 'cut', d: cut })]),
  ]
}
