import { COLOURS, type ColourName, FONTS } from '../marks/colours.ts'
import { pageOf } from '../svg/page.ts'
import type { PictureInput } from '../svg/picture-input.ts'
import { element } from '../svg/xml.ts'
import { SIZE } from '../words/type.ts'

/**
 * The chart with the way taken and its legend, for inside of a page that says all else itself. It has no ids and no style
 * of its own: colours are attributes of the light theme, and classes by which {@link schemeRules} gives it both.
 */
export function inlineSvg(input: PictureInput, name: string): string {
  const { width, height, body } = pageOf(input, { only: 'chart' })
  const root = {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': name,
    'font-family': FONTS.sans,
    'font-size': SIZE,
  }
  return element('svg', root, [`\n${body}\n`])
}

/** Rules that give every colour of pictures below `scope` the theme of the page that they are in. */
export function schemeRules(scope: string): string {
  const rules = (Object.entries(COLOURS) as [ColourName, { readonly light: string; readonly dark: string }][]).map(
    ([name, { light, dark }]) => {
      const both = `light-dark(${light},${dark})`
      return `${scope} .f-${name}{fill:${both}}${scope} .s-${name}{stroke:${both}}`
    },
  )
  return rules.join('')
}
