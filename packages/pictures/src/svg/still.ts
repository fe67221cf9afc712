import { plainText, sentences } from '@authz-playground/engine'
import { FONTS } from '../marks/colours.ts'
import { SIZE } from '../words/type.ts'
import { description } from './description.ts'
import { type Page, pageOf } from './page.ts'
import type { PictureInput } from './picture-input.ts'
import { darkRules, element, hashOf, xmlEscaped } from './xml.ts'

/** The theme of a picture: the one that its reader prefers, or always the same. */
export type PictureTheme = 'either' | 'light' | 'dark'

/**
 * A request as one SVG document: answer, chart with the path, marks, request and design. It has both themes, and is
 * light where a reader knows none. It has no script, loads nothing, can be beside others on a page, and is the same
 * text for the same input on every machine.
 */
export function stillSvg(input: PictureInput, theme: PictureTheme = 'either'): string {
  return svgOf(input, pageOf(input), theme)
}

/** A page as an SVG document. `style` adds rules to its style sheet, besides fonts and themes, for the given root. */
export function svgOf(
  input: PictureInput,
  { width, height, body }: Page,
  theme: PictureTheme,
  style: (root: string) => string = () => '',
): string {
  const title = input.title ?? plainText(sentences(input.trace, input.request).answer)
  const words = description(input)
  const id = `request-${hashOf([width, height, title, words, body].join('\n'))}`
  const root = `#${id}`
  const ground = element('rect', { width, height, fill: '--ground' })
  const dark = darkRules(ground + body, root)
  const rules = [
    `${root} .m{font-family:${FONTS.mono};unicode-bidi:isolate}`,
    style(root),
    theme === 'either' ? `@media (prefers-color-scheme:dark){${dark}}` : theme === 'dark' ? dark : '',
  ]
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      id,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-labelledby': `${id}-title ${id}-desc`,
      'font-family': FONTS.sans,
      'font-size': SIZE,
    },
    [
      `\n${element('title', { id: `${id}-title` }, [xmlEscaped(title)])}`,
      `\n${element('desc', { id: `${id}-desc` }, [words.split('\n').map(xmlEscaped).join('\n')])}`,
      `\n<style>${rules.join('')}</style>`,
      `\n${ground}\n${body}\n`,
    ],
  )}\n`
}
