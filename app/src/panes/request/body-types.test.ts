import { expect, test } from 'vitest'
import { bodyTypeFor, bodyTypes } from './body-types.ts'

const values = (verb: string, written: string) => bodyTypes(verb, written).map(({ value }) => value)

test('patches are of four kinds, and objects are written in two ways', () => {
  expect(values('patch', 'application/json-patch+json')).toHaveLength(4)
  expect(values('update', 'application/json')).toEqual(['application/json', 'application/yaml'])
})

test('the written type is among the choices, known or not', () => {
  expect(values('create', 'text/plain; charset=utf-8')[0]).toBe('text/plain; charset=utf-8')
  expect(bodyTypes('patch', '')[0]).toEqual({ value: '', title: 'Not set' })
})

test('a body goes along with the verb', () => {
  const object = { contentType: 'application/json', body: '{}' }
  const patch = { contentType: 'application/apply-patch+yaml', body: '{}' }
  expect(bodyTypeFor('patch', object)).toEqual({ contentType: 'application/merge-patch+json' })
  expect(bodyTypeFor('update', patch)).toEqual({ contentType: 'application/yaml' })
  expect(bodyTypeFor('patch', patch)).toEqual({})
  expect(bodyTypeFor('get', patch)).toEqual({})
  expect(bodyTypeFor('patch', { contentType: '', body: '' })).toEqual({})
})
