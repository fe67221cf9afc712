export { type DesignText, readDesign } from './read.ts'
