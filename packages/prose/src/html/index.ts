export type { ProseFrame } from '../frame.ts'
export { proseHtml } from './prose-html.ts'
