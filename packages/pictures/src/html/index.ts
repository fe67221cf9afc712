export { htmlPage } from './html-page.ts'
export { type ElementAttributes, liveElement } from './live-element.ts'
export { type StaticInput, staticHtml } from './static-html.ts'
