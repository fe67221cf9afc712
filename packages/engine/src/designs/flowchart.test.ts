import { describe, expect, it } from 'vitest'
import { record } from '../trace/index.ts'
import { type Choice, type EndState, flowchart } from './flowchart.ts'
import { allowingVerbs } from './testing.ts'

/** A chart of two nodes, whose first turns as it is told. */
function chart(choice: Choice) {
  return flowchart<EndState>({
    A: {
      shape: 'step',
      label: ['start'],
      about: 'Begins.',
      notInText: true,
      onlyWhenTaken: true,
      edges: {
        on: { to: 'Z', label: ['on'], notInText: true, onlyWhenTaken: true },
        plain: { to: 'Z' },
      },
      *evaluate(state) {
        state.outcome = { kind: 'allowed', code: 200 }
        return choice
      },
    },
    Z: { shape: 'end', label: ['done'], about: 'Ends.' },
  })
}

const ran = ({ run }: ReturnType<typeof chart>) => record(run({}), allowingVerbs())

describe('a flowchart', () => {
  it('is drawn with all that its declaration says, and nothing more', () => {
    expect(chart({ edge: 'on' }).graph).toEqual({
      nodes: [
        { id: 'A', shape: 'step', label: ['start'], about: 'Begins.', notInText: true, onlyWhenTaken: true },
        { id: 'Z', shape: 'end', label: ['done'], about: 'Ends.' },
      ],
      edges: [
        { id: 'A:on', from: 'A', to: 'Z', label: ['on'], notInText: true, onlyWhenTaken: true },
        { id: 'A:plain', from: 'A', to: 'Z' },
      ],
    })
  })

  it('says why an edge was taken, where the node says so', () => {
    expect(ran(chart({ edge: 'on', because: ['it is on'] })).steps).toEqual([
      { node: 'A' },
      { node: 'Z', edge: 'A:on', because: ['it is on'] },
    ])
    expect(ran(chart({ edge: 'plain' })).steps[1]).toEqual({ node: 'Z', edge: 'A:plain' })
  })

  it('complains of a design that takes an edge it does not have, or ends without an outcome', () => {
    expect(() => ran(chart({ edge: 'off' }))).toThrow('A has no edge off')
    const mute = flowchart<EndState>({ Z: { shape: 'end', label: [], about: '' } })
    expect(() => record(mute.run({}), allowingVerbs())).toThrow('Z was reached without an outcome')
  })
})
