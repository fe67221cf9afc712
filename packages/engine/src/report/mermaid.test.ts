import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadDesigns, proposal } from '../designs/index.ts'
import { type Decision, userInfo } from '../kube/index.ts'
import type { Check, Graph, Step } from '../trace/index.ts'
import { mermaidWithPath } from './mermaid.ts'

const DESIGNS = await loadDesigns()

const SMALL: Graph = {
  nodes: [
    { id: 'A', shape: 'step', label: ['receive request'], about: '' },
    { id: 'B', shape: 'question', label: ['May it ', { code: 'list' }, '?'], about: '' },
    { id: 'ok', shape: 'end', label: ['200'], about: '' },
    { id: 'no', shape: 'end', label: ['403'], about: '', notInText: true },
    { id: 'bad', shape: 'end', label: ['400'], about: '' },
    { id: 'node', shape: 'end', label: ['Node authorizer'], about: '', onlyWhenTaken: true },
  ],
  edges: [
    { id: 'A:next', from: 'A', to: 'B' },
    { id: 'A:bad', from: 'A', to: 'bad', label: ['no user name'] },
    { id: 'B:yes', from: 'B', to: 'ok', label: ['yes'] },
    { id: 'B:no', from: 'B', to: 'no', label: ['no'], notInText: true },
    { id: 'B:node', from: 'B', to: 'node', onlyWhenTaken: true },
  ],
}

function check(decision: Decision, words = 'pods'): Check {
  return {
    phase: 'request',
    purpose: 'request',
    attributes: {
      user: userInfo({ username: words }),
      verb: words,
      isResourceRequest: true,
      apiGroup: words,
      apiVersion: words,
      resource: words,
      subresource: words,
      namespace: words,
      name: words,
      path: words,
      fieldSelector: [],
      labelSelector: [],
      selectorNotParsed: false,
    },
    answer: { decision, reason: words },
  }
}

/** KEP-5284, "workflow when the feature is enabled": ids and words of its chart, without the brackets. */
const KEP_NODES: Readonly<Record<string, string>> = {
  A: 'receive request',
  B: 'Identify the target user via impersonation header',
  C: 'The requester is on the same node',
  D: 'Requester is authorized with impersonate:scheduled-node',
  E: 'Requester is authorized with impersonate:node',
  F: 'Requester is authorized to impersonate the target action',
  G: 'Allow',
  H: 'Requester has the legacy impersonate permission',
  I: 'Requester is authorized with impersonate:serviceaccount',
  J: 'Requester is authorized with impersonate:user-info',
}
const KEP_EDGES = [
  'A -feature enabled-> B',
  'B -Impersonate-User has the prefix of system:node-> C',
  'C -yes-> D',
  'C -no-> E',
  'D -yes-> F',
  'D -no-> E',
  'E -yes-> F',
  'E -no-> H',
  'F -yes-> G',
  'A -feature disable-> H',
  'H -yes-> G',
  'F -no-> H',
  'B -Impersonate-User has the prefix of system:serviceaccount-> I',
  'I -yes-> F',
  'I -no-> H',
  'B --> J',
  'J -yes-> F',
  'J -no-> H',
]

const plain = (text: string) => text.replaceAll('<br>', ' ')

function solidEdges(source: string): readonly string[] {
  return [...source.matchAll(/^(\S+) -->(?:\|"(.*)"\|)? (\S+)$/gm)].map(
    ([, from, label, to]) => `${from} -${label === undefined ? '' : plain(label)}-> ${to}`,
  )
}

describe('the mermaid source of a chart', () => {
  it('draws KEP-5284’s workflow with its nodes, its words and its edges, and marks everything else', () => {
    const source = mermaidWithPath(proposal.graph, [])
    const nodes = Object.fromEntries(
      [...source.matchAll(/^([A-Z])[({["]+(.*?)"[)}\]]+$/gm)].map(([, id, text]) => [id, plain(text ?? '')]),
    )
    const apart = /^class (.*) apart$/m.exec(source)?.[1]?.split(',') ?? []
    const drawn = Object.keys(nodes).filter((id) => !apart.includes(id))
    expect(drawn).toEqual(Object.keys(KEP_NODES))
    // Plain words come first, and then the words of the KEP.
    for (const id of drawn) expect(nodes[id]?.endsWith(KEP_NODES[id] as string), id).toBe(true)
    expect(solidEdges(source).toSorted()).toEqual([...KEP_EDGES].toSorted())
  })

  it('breaks long labels', () => {
    expect(mermaidWithPath(proposal.graph, [])).toContain(
      'D{{"identity · scheduled-node<br>May it be the node<br>that it runs on?<br>Requester is authorized with<br>impersonate:scheduled-node"}}',
    )
  })

  it('tells steps, questions and ends by their shape', () => {
    const source = mermaidWithPath(SMALL, [])
    expect(source).toContain('A("receive request")')
    expect(source).toContain('B{{"May it list?"}}')
    expect(source).toContain('ok(["200"])')
  })

  it('draws dotted and dashed what the text does not draw', () => {
    const source = mermaidWithPath(SMALL, [])
    expect(source).toContain('B -.->|"no"| no')
    expect(source).toContain('class no apart')
  })

  it('leaves out what no run reached: ends at the door, and authorizers that were not asked', () => {
    const source = mermaidWithPath(SMALL, [])
    expect(source).not.toContain('400')
    expect(source).not.toContain('Node authorizer')
  })

  it('colours the way by its decisions, and fades the rest', () => {
    const steps: readonly Step[] = [
      { node: 'A' },
      { node: 'B', edge: 'A:next', check: check('NoOpinion') },
      { node: 'no', edge: 'B:no' },
    ]
    const source = mermaidWithPath(SMALL, steps)
    expect(source).toMatch(/^class A,B,no passed$/m)
    expect(source).toMatch(/^class B noopinion$/m)
    expect(source).toMatch(/^class ok faded$/m)
    expect(source).toMatch(/^linkStyle 2 stroke:#afb8c1/m)
    expect(source).toMatch(/^linkStyle 0,1 stroke:#0969da,stroke-width:3px$/m)
    expect(mermaidWithPath(SMALL, [])).not.toMatch(/faded|linkStyle/)
  })

  it('draws no edge to what it leaves out', () => {
    for (const { id, graph } of DESIGNS) {
      const lines = mermaidWithPath(graph, []).split('\n')
      const nodes = new Set(lines.flatMap((line) => /^([\w-]+)(?=[({])/.exec(line)?.[1] ?? []))
      const ends = lines.flatMap((line) => {
        const [, from, to] = /^([\w-]+) (?:-->|-\.->)(?:\|.*\|)? ([\w-]+)$/.exec(line) ?? []
        return from === undefined || to === undefined ? [] : [from, to]
      })
      expect(ends.length, id).toBeGreaterThan(6)
      expect(
        ends.filter((end) => !nodes.has(end)),
        id,
      ).toEqual([])
    }
  })

  it('draws them when the steps pass them', () => {
    expect(mermaidWithPath(SMALL, [{ node: 'A' }, { node: 'bad', edge: 'A:bad' }])).toContain('bad(["400"])')
    const out: readonly Step[] = [{ node: 'A' }, { node: 'B', edge: 'A:next' }, { node: 'node', edge: 'B:node' }]
    expect(mermaidWithPath(SMALL, out)).toContain('node(["Node authorizer"])')
  })

  it('lets no word of a request, a policy or a reason into a chart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        const steps = (said: string): readonly Step[] => [
          { node: 'A' },
          { node: 'B', edge: 'A:next', because: [said], check: check('NoOpinion', said) },
          { node: 'no', edge: 'B:no', because: [said] },
        ]
        expect(mermaidWithPath(SMALL, steps(words))).toBe(mermaidWithPath(SMALL, steps('')))
      }),
    )
  })

  it('keeps a label from being anything but words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (words, code) => {
        const graph: Graph = { nodes: [{ id: 'A', shape: 'step', label: [words, { code }], about: '' }], edges: [] }
        const [line, ...more] = mermaidWithPath(graph, []).split('flowchart TD\n')[1]?.split('\n') ?? []
        expect(more).toEqual([])
        expect(line?.replaceAll('<br>', '').slice(3, -2)).not.toMatch(/["<>&`]/)
      }),
    )
  })
})

describe('the mermaid source of a run, for Markdown', () => {
  const run: readonly Step[] = [
    { node: 'A' },
    { node: 'B', edge: 'A:next', check: check('Allow') },
    { node: 'B', check: check('Allow') },
    { node: 'B', check: check('NoOpinion') },
    { node: 'no', edge: 'B:no' },
  ]

  it('says at each node that made checks what was decided, in marks and words', () => {
    expect(mermaidWithPath(SMALL, run)).toContain('B{{"May it list?<br>✓ 2 Allow, (–) NoOpinion"}}')
    expect(mermaidWithPath(SMALL, [{ node: 'B', check: check('Deny') }])).toContain('<br>✕ Deny"')
  })

  it('draws the way that was taken with heavy lines, whatever the colours', () => {
    const source = mermaidWithPath(SMALL, run)
    const edges = source.split('\n').filter((line) => / (-->|-\.->)/.test(line))
    const heavy = /^linkStyle (\S*) stroke:#0969da,stroke-width:3px$/m
      .exec(source)?.[1]
      ?.split(',')
      .map((index) => edges[Number(index)])
    expect(heavy?.toSorted()).toEqual(['A --> B', 'B -.->|"no"| no'])
    expect(source).toContain('class A,B,no passed')
  })

  it('uses no tag but line breaks, so that it draws where HTML is not allowed', () => {
    for (const { graph } of DESIGNS) expect(mermaidWithPath(graph, []).replaceAll('<br>', '')).not.toMatch(/<[a-z]/)
  })
})
