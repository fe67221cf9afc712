export { Compare } from './Compare.tsx'
export { loadViews } from './views.ts'
