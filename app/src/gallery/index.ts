export { loadExamples, useExamples } from './examples.ts'
export { Gallery } from './Gallery.tsx'
