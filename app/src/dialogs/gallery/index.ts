export { loadExamples, useExamples } from './examples.ts'
