import { COLOURS, type ColourName, FONTS } from '../marks/colours.ts'
import { pageOf } from '../svg/page.ts'
import type { PictureInput } from '../svg/picture-input.ts'
import { element } from '../svg/xml.ts'
import { SIZE } from '../words/type.ts'

/**
 * The chart with the path of the request and a legend, for a page that says the rest itself. It has no ids and no
 * style: colours are attributes of the light theme, with classes for which {@link schemeRules} has the colours of both
 * themes.
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

/** CSS rules that give pictures inside `scope` the colours of the theme of their page. */
export function schemeRules(scope: string): string {
  const rules = (Object.entries(COLOURS) as [ColourName, { readonly light: string; readonly dark: string }][]).map(
    ([name, { light, dark }]) => {
      const both = `light-dark(${light},${dark})`
      return `${scope} .f-${name}{fill:${both}}${scope} .s-${name}{stroke:${both}}`
    },
  )
  return rules.join('')
}
