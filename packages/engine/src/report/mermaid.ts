import type { Decision } from '../kube/index.ts'
import {
  finalAnswer,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NodeId,
  type NodeShape,
  type RichText,
  type Step,
} from '../trace/index.ts'
import { plainText } from '../words/index.ts'
import { drawnGraph, edgeLines, nodeLines } from './drawn-graph.ts'

/** The shapes: a step is rounded, a question is a hexagon, an end is a stadium. */
const BRACKETS: Readonly<Record<NodeShape, readonly [open: string, close: string]>> = {
  step: ['("', '")'],
  question: ['{{"', '"}}'],
  end: ['(["', '"])'],
}

/** Dotted and dashed: the design's document does not draw it. */
const APART = 'stroke-dasharray:4 3'
/** Colours that GitHub shows on a light and on a dark page: a filled node has its own text colour. */
const PASSED = 'stroke:#0969da,stroke-width:3px'
/** What the request did not reach. */
const FADED_NODE = 'fill:none,stroke:#afb8c1,color:#818b98'
const FADED_EDGE = 'stroke:#afb8c1,color:#818b98'

/** Nodes whose last check had this decision. */
const DECIDED: Readonly<Record<Decision, string>> = {
  Allow: 'fill:#dafbe1,stroke:#1a7f37,color:#1f2328',
  NoOpinion: 'fill:#fff8c5,stroke:#9a6700,color:#1f2328',
  Deny: 'fill:#ffebe9,stroke:#cf222e,color:#1f2328',
  Conditional: 'fill:#ddf4ff,stroke:#0969da,color:#1f2328',
}

/** ELK would be mermaid's default. It draws these charts no better, at several times the size. */
const HEAD = ['---', 'config:', '  layout: dagre', '---', 'flowchart TD']

/** A decision's mark in plain text. Its shape distinguishes it, so colour is not needed. */
const MARKS: Readonly<Record<Decision, string>> = {
  Allow: '✓',
  NoOpinion: '(–)',
  Deny: '✕',
  Conditional: '◐',
}

/**
 * A design's graph as a mermaid flowchart, for Markdown: heavy lines and colours where the request went, the rest
 * faded, and at each node that made checks their marks and words. Plain words throughout, so that it draws wherever mermaid does. Nodes and edges that only
 * some runs reach are drawn when `steps` pass them. Nodes that the design's document does not draw have the class `apart`
 * and dotted edges. Nothing else of the steps is in the chart: it contains no word of a request.
 */
export function mermaidWithPath(graph: Graph, steps: readonly Step[]): string {
  const { nodes, edges } = drawnGraph(graph, steps)
  const visited = new Set(steps.map(({ node }) => node))
  const taken = new Set(steps.map(({ edge }) => edge))
  const links = (heavy: boolean) => edges.flatMap((edge, i) => (taken.has(edge.id) === heavy ? [i] : []))
  const decisions = nodes.map(({ id }) => [id, lastDecision(id, steps)] as const)
  const text = (node: GraphNode): string => [labelText(nodeLines(node)), ...decisionsAt(node.id, steps)].join(BREAK)
  return [
    ...HEAD,
    ...nodes.map((node) => nodeLine(node, text(node))),
    ...edges.map((edge) => `${edge.from} ${arrowTo(edge)}`),
    ...apartLines(nodes),
    ...classLines(
      'passed',
      PASSED,
      nodes.flatMap(({ id }) => (visited.has(id) ? [id] : [])),
    ),
    ...(Object.keys(DECIDED) as Decision[]).flatMap((decision) =>
      classLines(
        decision.toLowerCase(),
        DECIDED[decision],
        decisions.flatMap(([id, last]) => (last === decision ? [id] : [])),
      ),
    ),
    ...(steps.length === 0
      ? []
      : [
          ...classLines(
            'faded',
            FADED_NODE,
            nodes.flatMap(({ id }) => (visited.has(id) ? [] : [id])),
          ),
          ...linkStyle(links(false), FADED_EDGE),
          ...linkStyle(links(true), PASSED),
        ]),
  ].join('\n')
}

function linkStyle(edges: readonly number[], style: string): readonly string[] {
  return edges.length === 0 ? [] : [`linkStyle ${edges.join(',')} ${style}`]
}

/** The decision that the request left a node with. */
function lastDecision(node: NodeId, steps: readonly Step[]): Decision | undefined {
  const check = steps.findLast((step) => step.node === node && step.check !== undefined)?.check
  return check && finalAnswer(check).decision
}

/** `✓ Allow` for one check, `✓ 3 Allow, (–) NoOpinion` for several, in the order in which they were first given. */
function decisionsAt(node: NodeId, steps: readonly Step[]): readonly string[] {
  const counts = new Map<Decision, number>()
  for (const step of steps) {
    const decision = step.node === node && step.check ? finalAnswer(step.check).decision : undefined
    if (decision !== undefined) counts.set(decision, (counts.get(decision) ?? 0) + 1)
  }
  const words = [...counts].map(([decision, count]) =>
    [MARKS[decision], ...(count === 1 ? [] : [count]), decision].join(' '),
  )
  return words.length === 0 ? [] : [words.join(', ')]
}

function nodeLine({ id, shape }: GraphNode, text: string): string {
  const [open, close] = BRACKETS[shape]
  return `${id}${open}${text}${close}`
}

function arrowTo({ to, label, notInText }: GraphEdge): string {
  const arrow = notInText ? '-.->' : '-->'
  return label === undefined ? `${arrow} ${to}` : `${arrow}|"${labelText(edgeLines(label))}"| ${to}`
}

function apartLines(nodes: readonly GraphNode[]): readonly string[] {
  return classLines(
    'apart',
    APART,
    nodes.flatMap(({ id, notInText }) => (notInText ? [id] : [])),
  )
}

function classLines(name: string, style: string, ids: readonly NodeId[]): readonly string[] {
  return ids.length === 0 ? [] : [`classDef ${name} ${style}`, `class ${ids.join(',')} ${name}`]
}

const BREAK = '<br>'

function labelText(lines: readonly RichText[]): string {
  return lines.map((line) => escaped(plainText(line))).join(BREAK)
}

/**
 * Escapes characters that would end a label or a line, start a tag or an entity, or be read as Markdown, by mermaid's
 * entity codes.
 */
function escaped(text: string): string {
  return text.replace(/[#&<>"`\\*_\p{Cc}]/gu, (character) => `#${character.codePointAt(0)};`)
}
