import type { Graph } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { readChart } from './read-chart.ts'

const GRAPH: Graph = {
  nodes: [
    { id: 'A', shape: 'step', label: ['read the request'], about: 'It is read.' },
    { id: 'B', shape: 'step', label: ['look'], about: 'It is looked at.' },
    { id: 'M', shape: 'question', label: ['Is it remembered?'], about: 'From before.', onlyWhenTaken: true },
    { id: 'Z', shape: 'end', label: ['The request is served to ', { code: 'impersonate' }, ' users'], about: 'Done.' },
  ],
  edges: [
    { id: 'A:next', from: 'A', to: 'B', label: ['no'], notInText: true },
    { id: 'B:next', from: 'B', to: 'Z' },
    { id: 'A:known', from: 'A', to: 'M', onlyWhenTaken: true },
    { id: 'M:yes', from: 'M', to: 'Z', onlyWhenTaken: true },
  ],
}

const TEXT = `200 120

10 0 100 30
30 50 60 30
20 80 80 39

60,30,50 80,66,76 |50 34 20 16
60,80,82`

describe('a chart that was drawn ahead of time', () => {
  it('is read with the graph’s own names and words', () => {
    expect(readChart(GRAPH, '', TEXT)).toEqual({
      width: 200,
      height: 120,
      nodes: [
        { id: 'A', shape: 'step', box: { left: 10, top: 0, width: 100, height: 30 }, lines: [['read the request']] },
        { id: 'B', shape: 'step', box: { left: 30, top: 50, width: 60, height: 30 }, lines: [['look']] },
        {
          id: 'Z',
          shape: 'end',
          box: { left: 20, top: 80, width: 80, height: 39 },
          lines: [['The request is served'], ['to ', { code: 'impersonate' }, ' users']],
        },
      ],
      edges: [
        {
          id: 'A:next',
          from: 'A',
          to: 'B',
          d: 'M60,30L60,50C60,58 80,58 80,66L80,76',
          apart: true,
          label: { box: { left: 50, top: 34, width: 20, height: 16 }, lines: [['no']] },
        },
        { id: 'B:next', from: 'B', to: 'Z', d: 'M60,80L60,82' },
      ],
    })
  })

  it('has the rare parts of its variant, and takes paths as they are', () => {
    const text = '9 9\n\n1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4\n\n1,1,2 |1 1 1 1\n5,6,7\nM1,2L3,4\n4,5,6'
    const { nodes, edges } = readChart(GRAPH, '2,3', text)
    expect(nodes.map(({ id }) => id)).toEqual(['A', 'B', 'M', 'Z'])
    expect(edges.map(({ d }) => d)).toEqual(['M1,1L1,2', 'M5,6L5,7', 'M1,2L3,4', 'M4,5L4,6'])
  })

  it('is refused when it is of another graph', () => {
    expect(() => readChart(GRAPH, '2,3', TEXT)).toThrow('3 nodes and 2 edges of another graph')
  })
})
