import type { Decision } from '../kube/index.ts'
import {
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NodeId,
  type NodeShape,
  type RichText,
  type Stage,
  type Step,
  settledAnswer,
} from '../trace/index.ts'
import { brokenIntoLines } from './line-breaks.ts'
import { plainText } from './phrases.ts'

/** The longest line of a label, in characters, before it is broken. */
const NODE_WIDTH = 30
const EDGE_WIDTH = 20
/** Verbs are wider than words, and break after their colons. */
const VERB_WIDTH = 24

/** The headings of nodes, by the question that their access reviews answer. */
const HEADINGS: Readonly<Record<Stage, string>> = {
  permission: 'permission',
  action: 'action',
  identity: 'identity',
  request: 'request',
  object: 'object',
}

/** The heading of a node that sends access reviews: "action · user-info". Undefined for other nodes. */
function nodeHeading({ stage, mode }: Pick<GraphNode, 'stage' | 'mode'>): RichText | undefined {
  if (stage === undefined) return undefined
  return mode === undefined ? [HEADINGS[stage]] : [`${HEADINGS[stage]} · `, { code: mode }]
}

/** The words of a node, in the lines in which charts have them: a heading, the question, and the verb that is asked for. */
export function nodeLines(node: Pick<GraphNode, 'label' | 'term' | 'stage' | 'mode'>): readonly RichText[] {
  const heading = nodeHeading(node)
  return [
    ...(heading ? [heading] : []),
    ...brokenIntoLines(node.label, NODE_WIDTH),
    ...(node.term ? brokenIntoLines(node.term, isVerb(node.term) ? VERB_WIDTH : NODE_WIDTH) : []),
  ]
}

function isVerb(term: RichText): boolean {
  return term.every((piece) => typeof piece !== 'string')
}

/** The words of an edge, in the lines in which charts have them. */
export function edgeLines(label: RichText): readonly RichText[] {
  return brokenIntoLines(label, EDGE_WIDTH)
}

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
  return check && settledAnswer(check).decision
}

/** `✓ Allow` for one check, `✓ 3 Allow, (–) NoOpinion` for several, in the order in which they were first given. */
function decisionsAt(node: NodeId, steps: readonly Step[]): readonly string[] {
  const counts = new Map<Decision, number>()
  for (const step of steps) {
    const decision = step.node === node && step.check ? settledAnswer(step.check).decision : undefined
    if (decision !== undefined) counts.set(decision, (counts.get(decision) ?? 0) + 1)
  }
  const words = [...counts].map(([decision, count]) =>
    [MARKS[decision], ...(count === 1 ? [] : [count]), decision].join(' '),
  )
  return words.length === 0 ? [] : [words.join(', ')]
}

/**
 * The part of a graph that is drawn for a run, in the order in which mermaid reads it. Nodes and edges that only some runs
 * reach are drawn when the steps pass them.
 */
export function drawnGraph({ nodes, edges }: Graph, steps: readonly Step[]): Graph {
  const visited = new Set(steps.map(({ node }) => node))
  const taken = new Set(steps.map(({ edge }) => edge))
  const rare = atTheDoor({ nodes, edges })
  const shown = nodes.filter(({ id, onlyWhenTaken }) => !(onlyWhenTaken || rare.has(id)) || visited.has(id))
  // Mermaid would draw a node that only an edge names as a box with its id.
  const ends = new Set(shown.map(({ id }) => id))
  return {
    nodes: shown,
    edges: edges
      .filter(({ id, to, onlyWhenTaken }) => !(onlyWhenTaken || rare.has(to)) || taken.has(id))
      .filter(({ from, to }) => ends.has(from) && ends.has(to))
      .toSorted((a, b) => Number(isFallback(b)) - Number(isFallback(a))),
  }
}

/**
 * The ends that only the first node leads to, not counting edges that are drawn only when taken: they refuse requests
 * before anything is decided. They are drawn only when that happens, because each of them makes every chart a column wider.
 */
function atTheDoor({ nodes, edges }: Graph): ReadonlySet<NodeId> {
  const [first] = nodes
  const further = new Set(
    edges.flatMap(({ from, to, onlyWhenTaken }) => (from === first?.id || onlyWhenTaken ? [] : [to])),
  )
  return new Set(nodes.flatMap(({ id, shape }) => (shape === 'end' && !further.has(id) ? [id] : [])))
}

/** Dagre keeps the order of edges where it can. With every "no" declared first, the charts are a sixth narrower. */
function isFallback({ label }: GraphEdge): boolean {
  return label !== undefined && plainText(label) === 'no'
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
