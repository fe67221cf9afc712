import type { Example } from '@authz-playground/examples'
import { EXAMPLES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import { describe, expect, it } from 'vitest'
import { matchingExamples, SEARCHED } from './search.ts'

const example = (id: string, group: string, rest: Partial<Example> = {}): Example => ({
  ...FIRST,
  id,
  group,
  title: id,
  ...rest,
})
const ids = (examples: readonly Example[], typed: string) =>
  matchingExamples(examples, typed).map(({ title, examples }) => [title, ...examples.map(({ id }) => id)])

describe('searching the gallery', () => {
  const gallery = [example('list', 'docs'), example('delete', 'docs', { sentence: 'Refused.' }), example('node', 'kep')]

  it('shows every group in its order when nothing is typed', () => {
    expect(ids(gallery, ' ')).toEqual([
      ['docs', 'list', 'delete'],
      ['kep', 'node'],
    ])
  })

  it('wants every word, in any case, from title, sentence or group', () => {
    expect(ids(gallery, 'DOCS refused')).toEqual([['docs', 'delete']])
  })

  it('finds by what the request says and by its code', () => {
    expect(ids([example('x', 'g', { expect: { code: 403, checks: [] } })], '403 impersonate-user')).toEqual([
      ['g', 'x'],
    ])
  })

  it('finds nothing where nothing is', () => {
    expect(ids(gallery, 'zebra')).toEqual([])
  })
})

describe('searching all examples', () => {
  const found = (typed: string) => matchingExamples(EXAMPLES, typed).flatMap(({ examples }) => examples)

  it.each(['user-info', 'serviceaccount', 'associated-node', 'arbitrary-node'])(
    'finds examples of the mode %s',
    (mode) => {
      expect(found(`impersonate:${mode}`).map(({ expect }) => expect.constraint)).toContain(`impersonate:${mode}`)
      expect(found(mode).some(({ group }) => /^Docs|^Any node/.test(group))).toBe(true)
    },
  )

  it('finds the first steps as the four modes', () => {
    expect(found('four modes').map(({ id }) => id)).toEqual(
      expect.arrayContaining(FIRST_STEPS.map(({ example }) => example)),
    )
  })

  it('finds every word that the help says to search for', () => {
    for (const word of SEARCHED) expect(found(word).length, word).toBeGreaterThan(0)
  })
})

it('begins with the example that the page opens on', () => {
  expect(EXAMPLES[0]).toBe(FIRST)
})
