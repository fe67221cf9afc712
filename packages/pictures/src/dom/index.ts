export { type ChartDrawing, drawChart, type Highlighted } from './chart-drawing.ts'
export { type ElementAttributes, markPaths, set, setAll, svg } from './elements.ts'
