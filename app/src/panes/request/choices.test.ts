import { expect, test } from 'vitest'
import { fitting } from './choices.ts'

const CHOICES = [
  { value: 'deployments', detail: 'apps', aliases: ['deploy', 'deployment'] },
  { value: 'pods', aliases: ['po', 'pod'] },
  { value: 'podtemplates' },
  { value: 'replicasets', detail: 'apps', aliases: ['rs'] },
]

const proposed = (typed: string): readonly string[] => fitting(CHOICES, typed).map(({ value }) => value)

test('nothing typed proposes everything, in its order', () => {
  expect(proposed(' ')).toEqual(['deployments', 'pods', 'podtemplates', 'replicasets'])
})

test('a short name proposes its resource first', () => {
  expect(proposed('po')).toEqual(['pods', 'podtemplates'])
  expect(proposed('RS')).toEqual(['replicasets'])
})

test('what begins so comes before what only holds it', () => {
  expect(proposed('ep')).toEqual(['deployments', 'replicasets'])
  expect(proposed('p')).toEqual(['pods', 'podtemplates', 'deployments', 'replicasets'])
})

test('an API group proposes its resources', () => {
  expect(proposed('apps')).toEqual(['deployments', 'replicasets'])
})

test('a word that nothing has proposes nothing', () => {
  expect(proposed('widgets')).toEqual([])
})
