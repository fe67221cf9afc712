import { expect, it } from 'vitest'
import { beginningOfDesign, completeDesign, designBeside, hoverDesign } from './own-design.ts'

const BEGUN = beginningOfDesign('constrained')

it('a beginning differs in nothing from the design that it begins with', () => {
  expect(designBeside(BEGUN)).toEqual({ title: 'My design', base: 'constrained', points: [] })
})

it('what differs is said point by point, in the words of both', () => {
  const text = `${BEGUN.replace('[A4, I4]', '[I4, A4]')}become: { groups: asked, constraint: none }\n`
  const { points = [] } = designBeside(text) ?? {}
  expect(points.map(({ point }) => point)).toEqual(['checks', 'groups', 'audit'])
  expect(points[0]?.base).toContain('user: A4 and I4')
  expect(points[0]?.own).toContain('user: I4 and A4')
})

it('a design of its own has no other beside it, and one that is not understood has nothing', () => {
  const own = 'design: one\nsteps: { V: { ask: { verb: be, about: user } } }\ndecide: { all: [V] }\n'
  expect(designBeside(own)).toEqual({ title: 'one', points: [] })
  expect(designBeside('design: [')).toBeUndefined()
})

it('fields and values are completed and explained', () => {
  const labels = (text: string) => completeDesign(text, text.length).map(({ label }) => label)
  expect(labels('design: one\nga')).toContain('gate')
  expect(labels('design: one\nfrom: ')).toContain('named-verbs')
  expect(labels('design: one\nsteps:\n  V:\n    ask:\n      user: ')).toContain('requestor-keys-only')
  expect(labels('design: one\nbecome:\n  groups: ')).toContain('nodes-unless-asked')
  expect(JSON.stringify(hoverDesign(BEGUN, BEGUN.indexOf('decide') + 1))).toContain('expression over the steps')
})
