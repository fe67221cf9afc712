import drawing from '@authz-playground/pictures/chart.css?inline'
import chart from './chart.css?inline'
import figure from './figure.css?inline'
import texts from './texts.css?inline'
import tokens from './tokens.css?inline'

let sheet: CSSStyleSheet | undefined

/**
 * The style of every element on the page: one constructed sheet, made for the first element. It needs no `style-src`.
 */
export function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync([tokens, figure, drawing, chart, texts].join('\n'))
  }
  return sheet
}
