export { Flowchart } from './Flowchart.tsx'
