export { type ChartDrawing, drawChart, type Highlighted, type Shown } from './chart-drawing.ts'
export { type DomAttributes, markPaths, set, setAll, svg } from './elements.ts'
export { drawQuestionGrid } from './question-grid-drawing.ts'
