export { type ChartDrawing, drawChart, type Highlighted } from './chart-drawing.ts'
export { type DomAttributes, markPaths, set, setAll, svg } from './elements.ts'
export { drawQuestionGrid, type GridShown, type QuestionGridDrawing } from './question-grid-drawing.ts'
