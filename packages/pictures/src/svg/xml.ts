import { visibleLine } from '@authz-playground/engine/internal/words'
import { COLOURS, type ColourName } from '../marks/colours.ts'

/** A value of an attribute; `undefined` leaves the attribute out. A colour of the playground is written as `--ink`. */
type Value = string | number | undefined

/**
 * An element as XML. `fill` and `stroke` may be colours of the playground. They are written in the light theme, with a
 * class for the dark one. Children are XML already; text goes through `xmlEscaped`.
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, Value>>,
  children: readonly string[] = [],
): string {
  const classes: string[] = []
  const written = Object.entries(attributes).flatMap(([attribute, value]) => {
    if (value === undefined || value === '') return []
    if (attribute === 'class') {
      classes.push(String(value))
      return []
    }
    const colour = typeof value === 'string' ? colourNamed(value) : undefined
    if (colour === undefined) return [` ${attribute}="${xmlEscaped(String(value))}"`]
    classes.push(`${attribute.charAt(0)}-${colour}`)
    return [` ${attribute}="${COLOURS[colour].light}"`]
  })
  const inside = children.join('')
  const start = `<${name}${classes.length === 0 ? '' : ` class="${classes.join(' ')}"`}${written.join('')}`
  return inside === '' ? `${start}/>` : `${start}>${inside}</${name}>`
}

function colourNamed(value: string): ColourName | undefined {
  const name = value.startsWith('--') ? value.slice(2) : undefined
  return name !== undefined && name in COLOURS ? (name as ColourName) : undefined
}

/** The CSS rules for the dark theme of markup from `element`. `scope` is a selector of the picture’s root. */
export function darkRules(markup: string, scope: string): string {
  const used = new Set([...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, classes = '']) => classes.split(' ')))
  return (Object.keys(COLOURS) as ColourName[])
    .flatMap((name) => [
      ...(used.has(`f-${name}`) ? [`${scope} .f-${name}{fill:${COLOURS[name].dark}}`] : []),
      ...(used.has(`s-${name}`) ? [`${scope} .s-${name}{stroke:${COLOURS[name].dark}}`] : []),
    ])
    .join('')
}

/** A text for XML, as text or in attributes. Characters that XML 1.0 forbids are among those that {@link visibleLine} replaces. */
export function xmlEscaped(text: string): string {
  return visibleLine(text)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A number as short as it can be, to a hundredth. */
export function number(value: number): number {
  return Math.round(value * 100) / 100
}

/** A short name for a text, the same each time: FNV-1a, 32 bits. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
