export { exampleOf, loadExamples, useExamples } from './examples.ts'
