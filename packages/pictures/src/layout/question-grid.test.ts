import {
  type Design,
  decider,
  type EdgeId,
  loadDesigns,
  plainText,
  type Scenario,
  type Trace,
} from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { chartStateAt } from '../chart/chart-state.ts'
import { cellsAt, rowsAt } from '../chart/grid-cells.ts'
import { MARKS } from '../marks/marks.ts'
import type { GridRun } from './grid-asks.ts'
import type { QuestionGrid } from './grid-parts.ts'
import { gridRunOf } from './grid-run.ts'
import { layOutQuestionGrid } from './question-grid.ts'

const decide = await decider()
const DESIGN = (await loadDesigns()).find(({ id }) => id === 'constrained') as Design

const AGENT = {
  username: 'system:serviceaccount:default:agent',
  groups: ['system:authenticated'],
  extra: { 'authentication.kubernetes.io/node-name': ['node-1'] },
}

/** A policy in which a group of everybody may do what these rules grant. */
function granting(...rules: readonly string[]): string {
  return `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: granted}
rules:
${rules.map((rule) => `- ${rule}`).join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: granted}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: granted}
subjects: [{kind: Group, name: 'system:authenticated', apiGroup: rbac.authorization.k8s.io}]
`
}

const ON_PODS = `{apiGroups: [''], resources: [pods], verbs: ['impersonate-on:user-info:list']}`
const USERS = `{apiGroups: [authentication.k8s.io], resources: [users], verbs: ['impersonate:user-info']}`
const UIDS = `{apiGroups: [authentication.k8s.io], resources: [uids, groups], verbs: ['impersonate:user-info']}`

interface Asked {
  readonly headers?: readonly string[]
  readonly rules?: readonly string[]
  readonly gate?: boolean
}

function decided({ headers = ['Impersonate-User: jane'], rules = [], gate = true }: Asked): GridRun {
  const scenario: Scenario = {
    version: 2,
    policy: rules.length === 0 ? '' : granting(...rules),
    requestor: AGENT,
    request: { form: 'http', text: `GET /api/v1/namespaces/default/pods HTTP/1.1\n${headers.join('\n')}\n` },
    design: 'constrained',
    cluster: { version: '1.36', constrainedImpersonation: gate, authorizationModes: ['RBAC'] },
  }
  const { trace, request } = decide(scenario)
  if (trace === undefined || request.request === undefined) throw new Error('the request is not decided')
  return gridRunOf(trace, request.request)
}

const grid = (run: GridRun, width = 700): QuestionGrid => layOutQuestionGrid(DESIGN.graph, run, { width })

/** What a cell says at the end of a run, mark for mark and line for line. */
function says(run: GridRun, node: string, position = run.trace.steps.length - 1, phase: 'asking' | 'done' = 'done') {
  const state = chartStateAt(DESIGN.graph, run.trace, { position, phase })
  const cell = cellsAt(grid(run), { state, steps: run.trace.steps }).find((one) => one.node === node)
  return cell?.pieces.map((piece) => (piece.kind === 'mark' ? `[${MARKS[piece.marked].word}]` : plainText(piece.words)))
}

/** The places of all boxes, without the end, which may have another name. */
function places({ nodes, width, height }: QuestionGrid) {
  return [width, height, nodes.filter(({ shape }) => shape !== 'end').map(({ id, box }) => [id, box])]
}

describe('an end that few requests come to', () => {
  it('has the words of the usual one before the request comes to it, and edges to it are of this run alone', () => {
    const malformed = decided({ headers: ['Impersonate-Group: dev'] })
    const end = malformed.trace.steps.at(-1)?.node ?? ''
    expect(says(malformed, end, 0)).toEqual(['403'])
    expect(says(malformed, end)).toEqual([expect.stringMatching(/^\[/), `${malformed.trace.outcome.code}`])
    expect(grid(malformed).edges.find(({ to }) => to === end)?.rare).toBe(true)
  })
})

describe('the places of the question grid', () => {
  it('do not depend on decisions', () => {
    const [none, all] = [
      decided({}),
      decided({ rules: [ON_PODS, USERS, "{apiGroups: [''], resources: [pods], verbs: [list]}"] }),
    ]
    expect(places(grid(none)).slice(0, 2)).toEqual(places(grid(all)).slice(0, 2))
    const boxes = (run: GridRun) =>
      grid(run)
        .nodes.filter(({ cell }) => cell && cell.kind !== 'end')
        .map(({ id, box }) => [id, box])
    expect(boxes(none)).toEqual(boxes(all))
  })

  it('have the measures of the drawing', () => {
    const { nodes, height } = grid(decided({}))
    expect(nodes.find(({ id }) => id === 'A4')?.box).toEqual({ left: 324, top: 103, width: 145, height: 70 })
    expect(nodes.find(({ id }) => id === 'L')?.box).toEqual({ left: 499, top: 195, width: 145, height: 78 })
    expect(height).toBe(382)
  })

  it('are moved by a fourth question by at most its own row, and fill a pane that has room for their words', () => {
    const run = decided({})
    const writes = { ...run, trace: through(run.trace, 'R', 'R:yes' as EdgeId, 'W') }
    for (let height = 300; height <= 700; height += 10) {
      const [three, four] = [run, writes].map((one) => layOutQuestionGrid(DESIGN.graph, one, { width: 700, height }))
      const own = four?.rows[3]?.height ?? 0
      const higher = (four?.height ?? 0) - (three?.height ?? 0)
      expect(four?.rows).toHaveLength(4)
      // Rows have whole heights, so that each may be short of a pixel.
      expect(higher, `${height}`).toBeGreaterThan(-4)
      expect(higher, `${height}`).toBeLessThan(own + 4)
      if (height > 340 && height < 470) expect(height - (three?.height ?? 0), `${height}`).toBeLessThan(4)
    }
  })

  it('are those of the columns that the named user opens', () => {
    const open = (asked: Asked) =>
      grid(decided(asked)).nodes.flatMap(({ id, cell }) => (/^A\d$/.test(id) && cell ? [id] : []))
    expect(open({ headers: ['Impersonate-User: system:node:node-1'] })).toEqual(['A1', 'A2'])
    expect(open({ headers: ['Impersonate-User: system:node:node-2'] })).toEqual(['A2'])
    expect(open({ headers: ['Impersonate-User: system:serviceaccount:app:sa'] })).toEqual(['A3'])
    expect(open({})).toEqual(['A4'])
    expect(open({ gate: false })).toEqual([])
    expect(open({ headers: ['Impersonate-Group: devs'] })).toEqual([])
  })

  it('say why a mode is not tried, neighbours with the same reason once', () => {
    const words = (asked: Asked) => grid(decided(asked)).words.map(({ lines }) => lines.map(plainText).join(' '))
    expect(words({})).toEqual(expect.arrayContaining(['not a node', 'not an account']))
    expect(words({}).filter((text) => text === 'not a node')).toHaveLength(1)
    expect(words({ gate: false })).toContain('ConstrainedImpersonation is not on')
    expect(words({ headers: ['Impersonate-Group: devs'] })).toContain('nobody is named')
    expect(words({ headers: ['Impersonate-User: system:node:node-2'] })).toEqual(
      expect.arrayContaining(['not its own', 'it is a node']),
    )
  })

  it('have a way for each edge that a run of these columns can take', () => {
    for (const [user, mode] of [
      ['system:node:node-1', /^[AI][12]$/],
      ['system:serviceaccount:app:sa', /^[AI]3$/],
      ['jane', /^[AI]4$/],
    ] as const) {
      const run = decided({ headers: [`Impersonate-User: ${user}`] })
      const reachable = (id: string): boolean => mode.test(id) || !/^[AI]\d$/.test(id)
      const others = (id: string): boolean => !['W', 'created', 'unstored'].includes(id)
      for (const { id, from, to } of DESIGN.graph.edges.filter((edge) => [edge.from, edge.to].every(reachable))) {
        if (![from, to].every(others)) continue
        const taken = layOutQuestionGrid(
          DESIGN.graph,
          { ...run, trace: through(run.trace, from, id, to) },
          { width: 700 },
        )
        const edge = taken.edges.find((one) => one.id === (id as EdgeId))
        expect(edge?.points.length, `${user}: ${id}`).toBeGreaterThan(1)
        for (const { cell, box } of taken.nodes)
          if (cell)
            expect(
              edge?.points.every(
                ({ x, y }) => x <= box.left || x >= box.left + box.width || y <= box.top || y >= box.top + box.height,
              ),
              id,
            ).toBe(true)
      }
    }
  })
})

/** A trace whose run ends by taking an edge. */
function through(trace: Trace, from: string, edge: EdgeId, to: string): Trace {
  return { ...trace, steps: [{ node: 'A' }, { node: from }, { node: to, edge }] }
}

describe('the cells of the question grid', () => {
  it('say the decision and the verb, broken after its colon', () => {
    const run = decided({ rules: [ON_PODS] })
    expect(says(run, 'A4')).toEqual(['[Allow]', 'Allow', 'impersonate-on:', 'user-info:list'])
    expect(says(run, 'I4')).toEqual(['[NoOpinion]', 'NoOpinion', 'impersonate:', 'user-info'])
    expect(says(run, 'forbidden')).toEqual(['[Refused]', '403'])
    expect(says(run, 'allowed')).toEqual(['200 served'])
  })

  it('say that they ask', () => {
    const run = decided({ rules: [ON_PODS] })
    const asking = run.trace.steps.findIndex(({ node, check }) => node === 'A4' && check)
    expect(says(run, 'A4', asking, 'asking')?.[0]).toBe('? asking')
  })

  it('have a row for each check of an identity, of which like neighbours are counted, and the failed one is alone', () => {
    const headers = [
      'Impersonate-User: jane',
      'Impersonate-Uid: 7f',
      ...['a', 'b', 'c'].map((one) => `Impersonate-Group: ${one}`),
    ]
    const run = decided({ headers: [...headers, 'Impersonate-Extra-acme.io%2Fa: v'], rules: [ON_PODS, USERS, UIDS] })
    expect(says(run, 'I4')).toEqual([
      ...['impersonate:user-info', '[Allow]', 'users jane', '[Allow]', 'uids 7f', '[Allow]', 'groups (3)'],
      ...['[NoOpinion]', 'userextras'],
    ])
  })

  it('say that an identity was refused without a check', () => {
    const headers = ['Impersonate-User: jane', 'Impersonate-Group: system:masters']
    const run = decided({ headers, rules: [ON_PODS, USERS] })
    expect(says(run, 'I4')).toEqual(['impersonate:user-info', '[Allow]', 'users jane', '[Not sent]', 'refused unasked'])
  })
})

/** What a card says at the end of a run, all of it in its box. */
function cardWords(run: GridRun, node: string): readonly string[] {
  const { steps } = run.trace
  const state = chartStateAt(DESIGN.graph, run.trace, { position: steps.length - 1, phase: 'done' })
  const cell = cellsAt(grid(run, 328), { state, steps }).find((one) => one.node === node)
  if (cell === undefined) return []
  const { box, pieces } = cell
  for (const piece of pieces) expect(piece.y).toBeLessThan(box.top + box.height)
  return pieces.map((piece) => (piece.kind === 'mark' ? `[${MARKS[piece.marked].word}]` : plainText(piece.words)))
}

describe('the cards of a narrow pane', () => {
  const headers = ['Impersonate-User: system:node:node-1']
  const cards = (run: GridRun) => grid(run, 328).nodes.filter(({ cell }) => cell?.kind === 'card')

  it('have the questions in the order in which they are asked, below each other, in the pane', () => {
    const found = cards(decided({ headers })).toSorted((a, b) => a.box.top - b.box.top)
    expect(found.map(({ id }) => id)).toEqual(['A1', 'I1', 'A2', 'I2', 'L', 'R'])
    for (const [i, { box }] of found.entries()) {
      expect(box.left + box.width).toBeLessThanOrEqual(328)
      const above = found[i - 1]?.box
      if (above) expect(box.top).toBeGreaterThan(above.top + above.height)
    }
  })

  it('are where they are whatever is decided, and have a way for each edge of the run', () => {
    const [none, some] = [decided({}), decided({ rules: [ON_PODS, USERS] })]
    expect(cards(none)).toEqual(cards(some))
    for (const run of [none, some])
      expect(grid(run, 328).edges.map(({ id }) => id)).toEqual(run.trace.steps.flatMap(({ edge }) => edge ?? []))
  })

  it('are as high as they need, whatever the height of the pane', () => {
    const run = decided({ headers })
    const [low, high] = [200, 2000].map((height) => layOutQuestionGrid(DESIGN.graph, run, { width: 328, height }))
    expect(low).toEqual(high)
    expect(low?.cards).toBe(true)
    expect(grid(run).cards).toBeUndefined()
  })

  it('say the decision below the question', () => {
    const words = cardWords(decided({ rules: [ON_PODS] }), 'A4')
    expect(words).toEqual(['May it do this as somebody else?', '[Allow]', 'Allow', 'impersonate-on:user-info:list'])
  })

  it('have a row for each check of an identity, at most five, of which the failed one is alone', () => {
    const rows = (headers: readonly string[]) => {
      const run = decided({ headers: ['Impersonate-User: jane', ...headers], rules: [ON_PODS, USERS, UIDS] })
      const words = cardWords(run, 'I4')
      return words.slice(words.indexOf('impersonate:user-info') + 1)
    }
    expect(rows([])).toEqual([])
    expect(rows(['Impersonate-Group: a', 'Impersonate-Group: b'])).toEqual([
      '[Allow]',
      'users jane',
      '[Allow]',
      'groups (2)',
    ])
    const all = [
      'Impersonate-Uid: 7f',
      'Impersonate-Group: a',
      'Impersonate-Group: b',
      'Impersonate-Extra-acme.io%2Fa: v',
    ]
    expect(rows(all)).toEqual([
      ...[
        '[Allow]',
        'users jane',
        '[Allow]',
        'uids 7f',
        '[Allow]',
        'groups (2)',
        '[NoOpinion]',
        'userextras/acme.io/a',
      ],
    ])
    const alone = decided({ headers: ['Impersonate-User: jane', 'Impersonate-Group: a'] })
    expect(cardWords(alone, 'L')).toEqual(expect.arrayContaining(['impersonate', '[NoOpinion]', 'users jane']))
    const masters = ['Impersonate-Group: a', 'Impersonate-Group: system:masters']
    expect(rows(masters).slice(-2)).toEqual(['[Not sent]', 'refused unasked'])
  })

  it('are those about the request alone where nobody is named', () => {
    const run = decided({ headers: ['Accept: text/plain'] })
    expect(cards(run).map(({ id }) => id)).toEqual(['R'])
    expect(grid(run, 328).words.flatMap(({ lines }) => lines.map(plainText))).toContain(
      'No mode applies: nobody is named',
    )
  })
})

describe('the rows of the question grid', () => {
  it('name the rules that answered, and have the number of the refusal filled', () => {
    const run = decided({ rules: [ON_PODS] })
    const state = chartStateAt(DESIGN.graph, run.trace, { position: run.trace.steps.length - 1, phase: 'done' })
    const nearly = new Map([['L', ['nearly: lines 30–34']]])
    const rows = rowsAt(grid(run), { state, steps: run.trace.steps, nearly })
    expect(rows.map(({ filled, words }) => [filled, plainText(words)])).toEqual([
      [false, 'by line 6'],
      [true, 'nearly: lines 30–34'],
      [false, 'not asked'],
    ])
  })
})
