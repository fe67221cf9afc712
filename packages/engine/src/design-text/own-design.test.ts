import { expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { baseIn, beginningFrom, textOfBase } from './beginning.ts'
import { OWN_DESIGNS } from './own/index.ts'
import { OwnDesignReader } from './own-design.ts'
import { readDesign } from './read.ts'

it.each(Object.keys(OWN_DESIGNS))('the beginning from %s is that design', (base) => {
  const text = beginningFrom(base)
  expect(baseIn(text)).toBe(base)
  const begun = readDesign(text, CEL)
  const as = readDesign(textOfBase(base), CEL)
  const errors = ({ diagnostics }: typeof begun) => diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors(begun)).toEqual([])
  const withoutPlaces = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, one) => (['path', 'id', 'title', 'label'].includes(key) ? undefined : one)))
  expect(withoutPlaces(begun.design?.document.decide)).toEqual(withoutPlaces(as.design?.document.decide))
  expect([...(begun.design?.document.steps.keys() ?? [])]).toEqual([...(as.design?.document.steps.keys() ?? [])])
})

it('a design that no text can begin with begins as the released one', () => {
  expect(baseIn(beginningFrom('boundary'))).toBe('constrained')
  expect(baseIn('design: x\nfrom: nothing\n')).toBeUndefined()
})

it('while a text is not understood, the last design that was understood stands', () => {
  const reader = new OwnDesignReader()
  const before = reader.read('design: x\nfrom: [', CEL)
  expect(before.design.graph.nodes.map(({ id }) => id)).toContain('A4')
  const mine = 'design: x\nsteps: { V: { ask: { verb: act-as, about: user } } }\ndecide: { all: [V] }\n'
  const { design, diagnostics } = reader.read(mine, CEL)
  expect([design.id, diagnostics.filter(({ severity }) => severity === 'error')]).toEqual(['own', []])
  const broken = reader.read(`${mine}become: {groups: all}\n`, CEL)
  expect(broken.design).toBe(design)
  expect(broken.diagnostics.map(({ range }) => [range.source, range.line])).toEqual([['designText', 4]])
})
