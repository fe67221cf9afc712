import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRAPH, REFUSED, storyTrace } from '../playing/story.fixture.ts'
import { blankChart, type ChartPhase, type ChartState, chartStateAt } from './chart-state.ts'
import { stampRuns } from './stamps.ts'

const at = (position: number, phase: ChartPhase = 'done') => chartStateAt(GRAPH, storyTrace(), { position, phase })
const looks = (state: ChartState) => Object.fromEntries([...state.nodes, ...state.edges])
const marked = (state: ChartState, node: string) => state.stamps.get(node)?.map((stamp) => stamp.marked)

describe('the state of a request on its chart', () => {
  it('has every edge open before anything happened', () => {
    expect(looks(at(0))).toEqual({
      A: 'current',
      B: 'open',
      C: 'open',
      D: 'open',
      ok: 'open',
      no: 'open',
      'A:next': 'open',
      'B:yes': 'open',
      'B:no': 'open',
      'C:yes': 'open',
      'C:no': 'open',
      'D:yes': 'open',
      'D:no': 'open',
    })
  })

  it('keeps the passed nodes, and closes the edges that were not taken', () => {
    const state = at(2)
    expect(state.nodes.get('B')).toBe('passed')
    expect(state.nodes.get('C')).toBe('current')
    expect(state.edges.get('A:next')).toBe('passed')
    expect(state.edges.get('B:no')).toBe('passed')
    expect(state.edges.get('B:yes')).toBe('closed')
    expect(state.edges.get('C:no')).toBe('open')
  })

  it('has the request on its way: the node not reached, the edge not passed, and the other edges closed', () => {
    const state = at(2, 'travelling')
    expect(state.at).toBe('C')
    expect(state.nodes.get('C')).toBe('next')
    expect(state.edges.get('B:no')).toBe('next')
    expect(state.edges.get('B:yes')).toBe('closed')
  })

  it('stamps a check once it is answered, and not while it is asked', () => {
    expect(marked(at(2, 'asking'), 'C')).toBeUndefined()
    expect(marked(at(2), 'C')).toEqual(['Allow'])
    expect(marked(at(3, 'asking'), 'C')).toEqual(['Allow'])
    expect(marked(at(3), 'C')).toEqual(['Allow', 'NoOpinion'])
  })

  it('tells the whole story at the end', () => {
    const state = chartStateAt(GRAPH, storyTrace(REFUSED, { kind: 'internal-error', code: 500, message: '' }), {
      position: 5,
      phase: 'done',
    })
    expect([...state.edges].filter(([, look]) => look === 'passed').map(([id]) => id)).toEqual(
      REFUSED.flatMap(({ edge }) => (edge ? [edge] : [])),
    )
    expect([...state.edges.values()]).not.toContain('open')
    expect(state.nodes.get('ok')).toBe('closed')
    expect(state.nodes.get('no')).toBe('current')
    expect(marked(state, 'no')).toEqual(['InternalError'])
  })

  it('shows no way through the chart where nothing was decided', () => {
    const state = blankChart(GRAPH)
    expect(state.at).toBeUndefined()
    expect(new Set([...state.nodes.values(), ...state.edges.values()])).toEqual(new Set(['open']))
    expect(state.stamps.size).toBe(0)
  })

  it('never takes back a stamp or a passed edge as the request goes on, and never shows one too early', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2, max: 9 }),
        fc.constantFrom('travelling', 'asking', 'done'),
        (position, phase) => {
          const last = Math.min(Math.max(position, 0), REFUSED.length - 1)
          const state = at(position, phase)
          const stamped = [...state.stamps.values()].flat().map(({ step }) => step)
          expect(stamped.every((step) => step <= last)).toBe(true)
          for (const step of [...REFUSED.keys()].filter((step) => step < last)) {
            if (REFUSED[step]?.check) expect(stamped).toContain(step)
            const { edge } = REFUSED[step] ?? {}
            if (edge) expect(state.edges.get(edge)).toBe('passed')
          }
        },
      ),
    )
  })
})

describe('a stamp', () => {
  it('is counted where equal decisions follow each other', () => {
    const stamps = (['Allow', 'Allow', 'NoOpinion', 'Allow'] as const).map((marked, step) => ({ marked, step }))
    expect(stampRuns(stamps)).toEqual([
      { marked: 'Allow', count: 2 },
      { marked: 'NoOpinion', count: 1 },
      { marked: 'Allow', count: 1 },
    ])
  })

  it('differs by the result of its conditions', () => {
    const conditional = (marked: 'Allow' | 'Deny', step: number) => ({ marked, first: 'Conditional', step }) as const
    expect(stampRuns([conditional('Allow', 0), conditional('Allow', 1), conditional('Deny', 2)])).toEqual([
      { marked: 'Allow', first: 'Conditional', count: 2 },
      { marked: 'Deny', first: 'Conditional', count: 1 },
    ])
  })
})
