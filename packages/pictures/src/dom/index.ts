export { type ChartDrawing, drawChart, type Highlighted } from './chart-drawing.ts'
export { type Attributes, markPaths, set, setAll, svg } from './elements.ts'
