import type { Decision, Graph, Phase, Step, Trace } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { checkTally, sectionsOf } from './entries.ts'

const graph: Graph = {
  nodes: [
    { id: 'A', shape: 'step', label: ['receive request'], about: '' },
    { id: 'M', shape: 'question', label: ['Is the target a node?'], about: '' },
    { id: 'I', shape: 'question', label: [{ code: 'impersonate:user-info' }, '?'], about: '' },
    { id: 'R', shape: 'question', label: ['May this user make the request?'], about: '' },
    { id: 'allowed', shape: 'end', label: ['200: the request is served'], about: '' },
    { id: 'forbidden', shape: 'end', label: ['403 Forbidden'], about: '' },
    { id: 'bad', shape: 'end', label: ['400 Bad Request'], about: '' },
  ],
  edges: [
    { id: 'A:on', from: 'A', to: 'M', label: ['feature enabled'] },
    { id: 'M:no', from: 'M', to: 'I', label: ['no'] },
    { id: 'I:yes', from: 'I', to: 'R', label: ['yes'] },
  ],
}

function asked(node: string, phase: Phase, decision: Decision, because?: string): Step {
  return {
    node,
    ...(because && { because: [because] }),
    check: { phase, answer: { decision } } as unknown as NonNullable<Step['check']>,
  }
}

function sections(steps: readonly Step[]) {
  const trace = { steps } as unknown as Trace
  const checks = steps.flatMap(({ check }, step) =>
    check === undefined ? [] : [{ step, question: [`question ${step}`], request: [] }],
  )
  return sectionsOf({ trace, checks, design: { graph } })
}

const shape = (steps: readonly Step[]) =>
  sections(steps).map(({ phase, entries }) => [phase, entries.map(({ step }) => step)])

describe('the questions of impersonation', () => {
  const nodes = [
    { id: 'A', shape: 'step', label: ['receive request'], about: '' },
    { id: 'S', shape: 'question', label: ['S'], about: '', stage: 'action', mode: 'serviceaccount' },
    { id: 'U', shape: 'question', label: ['U'], about: '', stage: 'action', mode: 'user-info' },
    { id: 'I', shape: 'question', label: ['I'], about: '', stage: 'identity', mode: 'user-info' },
    { id: 'R', shape: 'question', label: ['R'], about: '', stage: 'request' },
  ] as const
  const headings = (steps: readonly Step[]) =>
    sectionsOf({ trace: { steps } as unknown as Trace, checks: [], design: { graph: { nodes, edges: [] } } })
      .flatMap(({ entries }) => entries)
      .map(({ stage }) => stage && [stage.question, stage.mode])

  it('stand above the first of the checks that answer them, with the mode that asks', () => {
    expect(
      headings([
        { node: 'A' },
        asked('S', 'impersonation', 'NoOpinion'),
        asked('U', 'impersonation', 'Allow'),
        { node: 'A' },
        asked('I', 'impersonation', 'Allow'),
        asked('I', 'impersonation', 'Allow'),
        asked('R', 'request', 'Allow'),
      ]),
    ).toEqual([
      undefined,
      ['May it do this as somebody else?', 'serviceaccount'],
      ['May it do this as somebody else?', 'user-info'],
      undefined,
      ['May it be that somebody?', 'user-info'],
      undefined,
      ['May that somebody do it?', undefined],
    ])
  })

  it('are not asked where nobody impersonates', () => {
    expect(headings([{ node: 'A' }, asked('R', 'request', 'NoOpinion')])).toEqual([undefined, undefined])
  })
})

describe('the parts of the timeline', () => {
  it('are reading the request line, impersonation, and the request', () => {
    expect(
      shape([
        { node: 'A' },
        asked('I', 'impersonation', 'Allow', 'the headers ask for jane'),
        asked('I', 'impersonation', 'Allow'),
        asked('R', 'request', 'Allow'),
        { node: 'allowed' },
      ]),
    ).toEqual([
      [undefined, [0]],
      ['impersonation', [1, 2]],
      ['request', [3, 4]],
    ])
  })

  it('end with impersonation when that was refused', () => {
    expect(shape([{ node: 'A' }, asked('I', 'impersonation', 'NoOpinion'), { node: 'forbidden' }])).toEqual([
      [undefined, [0]],
      ['impersonation', [1, 2]],
    ])
  })

  it('have no impersonation when no header asks for it', () => {
    expect(shape([{ node: 'A' }, asked('R', 'request', 'NoOpinion'), { node: 'forbidden' }])).toEqual([
      [undefined, [0]],
      ['request', [1, 2]],
    ])
  })

  it('cannot be distinguished when no check was made', () => {
    expect(shape([{ node: 'A' }, { node: 'bad', because: ['a group is asked for without a user name'] }])).toEqual([
      [undefined, [0, 1]],
    ])
  })

  it('are none without a trace', () => {
    expect(sectionsOf({ checks: [], design: { graph } })).toEqual([])
  })
})

describe('an entry', () => {
  const entries = sections([
    { node: 'A' },
    asked('I', 'impersonation', 'NoOpinion', 'the headers ask for jane'),
    asked('R', 'request', 'Allow', 'the requestor holds it'),
    { node: 'allowed' },
  ]).flatMap((section) => section.entries)

  it('carries the words on its node', () => {
    expect(entries[1]?.label).toEqual([{ code: 'impersonate:user-info' }, '?'])
  })

  it('counts the checks from 1, whatever steps lie between', () => {
    expect(entries.map(({ check }) => check?.number)).toEqual([undefined, 1, 2, undefined])
  })

  it('asks the question of its own step', () => {
    expect(entries[2]?.check?.view?.question).toEqual(['question 2'])
  })

  it('says which question was answered before it, where no check did', () => {
    const [, toM, toI, toR] = sections([
      { node: 'A' },
      { node: 'M', edge: 'A:on' },
      { ...asked('I', 'impersonation', 'Allow', 'jane is not a node'), edge: 'M:no' },
      { ...asked('R', 'request', 'Allow'), edge: 'I:yes' },
    ]).flatMap((section) => section.entries)
    expect(toI?.answered).toEqual({ question: ['Is the target a node?'], way: ['no'] })
    expect(toM?.answered).toBeUndefined()
    expect(toR?.answered).toBeUndefined()
  })

  it('says why the request came there, where the check before it does not', () => {
    expect(entries.map(({ because }) => because)).toEqual([
      undefined,
      ['the headers ask for jane'],
      ['the requestor holds it'],
      undefined,
    ])
  })
})

describe('the tally', () => {
  it('counts decisions in one order, whatever order they came in', () => {
    const steps = [
      asked('I', 'impersonation', 'NoOpinion'),
      asked('I', 'impersonation', 'Allow'),
      { node: 'A' },
      asked('R', 'request', 'NoOpinion'),
      asked('R', 'request', 'Deny'),
    ]
    expect(checkTally({ steps } as unknown as Trace)).toEqual({
      total: 4,
      decisions: [
        { decision: 'Allow', count: 1 },
        { decision: 'NoOpinion', count: 2 },
        { decision: 'Deny', count: 1 },
      ],
      conditional: 0,
      conditionsReviews: 0,
    })
  })

  it('counts what conditions came to, and how many checks had them', () => {
    const answer = { decision: 'Conditional', reason: '' }
    const steps = (['Allow', 'NoOpinion'] as const).map((decision) => ({
      node: 'I',
      check: { answer, settled: { decision, reason: '' } },
    }))
    expect(checkTally({ steps } as unknown as Trace)).toEqual({
      total: 2,
      decisions: [
        { decision: 'Allow', count: 1 },
        { decision: 'NoOpinion', count: 1 },
      ],
      conditional: 2,
      conditionsReviews: 0,
    })
  })

  it('is empty without a trace', () => {
    expect(checkTally(undefined)).toEqual({ total: 0, decisions: [], conditional: 0, conditionsReviews: 0 })
  })
})
