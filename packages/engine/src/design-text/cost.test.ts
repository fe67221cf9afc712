import { expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { costInWords, costsOf } from './cost.ts'
import { readDesign } from './read.ts'

function costOf(text: string): readonly string[] {
  const { design } = readDesign(`design: mine\n${text}`, CEL)
  if (design === undefined) throw new Error('the design was not read')
  return costsOf(design).map(costInWords)
}

it('legacy asks for each part once', () => {
  expect(costOf('from: legacy\n')).toEqual([
    'For any target: at most 1 review, and 1 for each group and each value of an extra, 1 for the UID.',
  ])
})

it('a name that is not asked about costs nothing', () => {
  expect(costOf('steps: {V: {ask: {verb: a, about: groups}}}\ndecide: V\n')).toEqual([
    'For any target: no review, and 1 for each group.',
  ])
})

it('each kind of target has its own ways', () => {
  expect(costOf('from: constrained\n')).toMatchInlineSnapshot(`
    [
      "For a user: at most 3 reviews, and 2 for each group and each value of an extra, 2 for the UID, 2 for many of them at once.",
      "For a service account or another node: at most 3 reviews for the name alone; with more headers 1, and 1 for each group and each value of an extra, 1 for the UID.",
      "For the node that it runs on: at most 5 reviews for the name alone; with more headers 1, and 1 for each group and each value of an extra, 1 for the UID.",
    ]
  `)
})

it('of readings the longest counts', () => {
  const steps = 'steps:\n  V: {ask: {verb: a, about: user}}\n  W1: {ask: {verb: b, about: [user, groups]}}\ndecide: V\n'
  const change = 'change: {decide: {all: [V, W1]}}'
  expect(
    costOf(`${steps}readings: [{id: a, text: t, options: [{id: x, reading: r}, {id: z, reading: r, ${change}}]}]\n`),
  ).toEqual(['For any target: at most 2 reviews, and 1 for each group.'])
})
