export { Flowchart } from './Flowchart.tsx'
export type { Sided } from './pair/alignment.ts'
export { ChartPair } from './pair/ChartPair.tsx'
export { sentenceAt } from './playing/sentence.ts'
