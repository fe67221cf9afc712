import { type Decision, LineIndex, type SourceRange, type Step } from '@authz-playground/engine'
import { expect, test } from 'vitest'
import type { AnswerView } from '../../worker/answer.ts'
import { decidedAt, marksOf } from './decided.ts'

const lines = new LineIndex('policy', 'x'.repeat(100))
const range = (start: number, end: number): SourceRange => lines.range({ start, end })

function answer(
  steps: readonly (readonly [Decision, number?, number?] | undefined)[],
  state: AnswerView['state'] = 'decided',
) {
  const trace = {
    steps: steps.map((step): Step => {
      const [decision, rule, binding] = step ?? []
      const evidence = {
        authorizer: 'RBAC',
        ...(rule !== undefined && { rule: { range: range(rule, rule + 10) } }),
        ...(binding !== undefined && { binding: { range: range(binding, binding + 10) } }),
      }
      return { node: 'A', ...(decision && { check: { answer: { decision, reason: '', evidence } } }) } as Step
    }),
  }
  return { state, trace }
}

test('rules that decided are marked, up to the step that the request has reached', () => {
  const given = answer([undefined, ['Allow', 20], undefined, ['NoOpinion'], ['Allow', 50]])
  expect(marksOf(given, 0, 'policy')).toEqual([])
  expect(marksOf(given, 3, 'policy')).toEqual([{ offset: 20, decision: 'Allow', label: 'Check 1: Allow' }])
  expect(marksOf(given, 4, 'policy').map(({ label }) => label)).toEqual(['Check 1: Allow', 'Check 3: Allow'])
})

test('a rule that decided several checks has one mark', () => {
  expect(
    marksOf(
      answer([
        ['Allow', 20],
        ['Allow', 20],
      ]),
      9,
      'policy',
    ),
  ).toEqual([{ offset: 20, decision: 'Allow', label: 'Check 1: Allow\nCheck 2: Allow' }])
})

test('a mark says when it rests on a part of the policy only, and shows not at all when nothing was decided', () => {
  expect(marksOf(answer([['Allow', 20]], 'partly'), 9, 'policy')[0]?.label).toBe(
    'Decided with what could be read.\nCheck 1: Allow',
  )
  expect(marksOf(answer([['Allow', 20]], 'not-decided'), 9, 'policy')).toEqual([])
  expect(marksOf(undefined, 9, 'policy')).toEqual([])
})

test('a place belongs to the rule or binding around it', () => {
  const given = answer([['Allow', 20, 60]])
  expect(decidedAt(given, 'policy', 25)?.start).toBe(20)
  expect(decidedAt(given, 'policy', 70)?.start).toBe(60)
  expect(decidedAt(given, 'policy', 40)).toBeUndefined()
})

test('a stored object that decided is marked in the text of stored objects, and in no other', () => {
  const objects = new LineIndex('objects', 'x'.repeat(100))
  const related = [{ kind: 'Pod', namespace: 'default', name: 'web', range: objects.range({ start: 20, end: 30 }) }]
  const step = {
    node: 'R',
    check: { answer: { decision: 'Allow', reason: '', evidence: { authorizer: 'Node', related } } },
  }
  const given = { state: 'decided', trace: { steps: [step as unknown as Step] } } as const
  expect(marksOf(given, 0, 'objects')).toEqual([{ offset: 20, decision: 'Allow', label: 'Check 1: Allow' }])
  expect(marksOf(given, 0, 'policy')).toEqual([])
  expect(decidedAt(given, 'objects', 25)).toBe(related[0]?.range)
  expect(decidedAt(given, 'policy', 25)).toBeUndefined()
})

test('a field of the stored object is marked with the last answer about it', () => {
  const stored = new LineIndex('storedObject', 'x'.repeat(100)).range({ start: 20, end: 30 })
  const about = { about: ['for ', { code: 'a' }], ranges: [stored] }
  const steps = new Map([0, 1].map((step) => [step, about] as const))
  const changes = { sendsObject: true, fields: [], total: 1, most: 2, steps }
  const given = { ...answer([['NoOpinion'], ['Allow', 50]]), changes }
  expect(marksOf(given, 0, 'storedObject')).toEqual([
    { offset: 20, decision: 'NoOpinion', label: 'Check 1: NoOpinion' },
  ])
  expect(marksOf(given, 1, 'storedObject')).toEqual([
    { offset: 20, decision: 'Allow', label: 'Check 1: NoOpinion\nCheck 2: Allow' },
  ])
  expect(decidedAt(given, 'storedObject', 25)).toBe(stored)
})

test('of a check with conditions the entry that decided is marked, and every one that was left lights up', () => {
  const entry = (start: number) => ({
    evidence: { authorizer: 'AccessRules', entry: { name: 'a', index: 0, range: range(start, start + 5) } },
  })
  const left = [20, 40].map((start) => ({
    id: `${start}`,
    effect: 'Allow',
    condition: 'x',
    description: '',
    ...entry(start),
  }))
  const check = {
    answer: { decision: 'Conditional', reason: '', conditions: left },
    settled: { decision: 'Allow', reason: '', ...entry(40) },
  }
  const given = { state: 'decided', trace: { steps: [{ node: 'A', check } as unknown as Step] } } as const
  expect(marksOf(given, 0, 'policy')).toEqual([
    { offset: 40, decision: 'Allow', label: 'Check 1: Conditional, then Allow' },
  ])
  expect(decidedAt(given, 'policy', 22)?.start).toBe(20)
})
