export type { EdgeId, Graph, GraphEdge, GraphNode, Label, NodeId, NodeShape, Words } from './graph.ts'
export { type Event, type Running, record } from './record.ts'
export type { Check, Outcome, Phase, Purpose, Question, Status, Step, Trace } from './trace.ts'
export { leavesGraph } from './walk.ts'
