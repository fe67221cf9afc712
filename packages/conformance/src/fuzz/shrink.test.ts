import { describe, expect, it } from 'vitest'
import type { Draft, JsonData } from './draft.ts'
import { shrunk, smaller } from './shrink.ts'

const draft: Draft = {
  id: 'x',
  cluster: { defaultRoles: true },
  objects: [],
  policy: [
    { kind: 'Role', metadata: { name: 'first' } },
    { kind: 'Role', metadata: { name: 'the culprit' }, rules: [{ verbs: ['get', 'list'] }] },
    { kind: 'Role', metadata: { name: 'last' } },
  ],
  requestor: { username: 'jane', groups: ['a', 'b'] },
  requests: [
    { method: 'GET', url: '/a' },
    { method: 'GET', url: '/b?watch', headers: [['Impersonate-User', 'bob']] },
  ],
}

describe('shrinking', () => {
  it('leaves what the disagreement needs, and drops everything else', async () => {
    const needs = ({ policy, requests }: Draft): Promise<boolean> =>
      Promise.resolve(JSON.stringify(policy).includes('culprit') && requests.some(({ url }) => url.includes('?')))
    expect(await shrunk(draft, needs)).toEqual({
      id: 'x',
      cluster: {},
      objects: [],
      policy: [{ metadata: { name: 'culprit' } }],
      requestor: { username: '' },
      requests: [{ method: '', url: '?' }],
    })
  })

  it('gives the draft back when nothing smaller disagrees', async () => {
    expect(await shrunk(draft, () => Promise.resolve(false))).toBe(draft)
  })

  it('drops what is in the middle of a text, and the last item of a list', () => {
    expect([...smaller('a?b')]).toContain('ab')
    expect([...smaller(['a'])]).toContainEqual([])
    expect([...smaller(9.75)]).toEqual([0, 9])
  })

  it('only makes values that are smaller', () => {
    const size = (value: JsonData): number => JSON.stringify(value).length
    for (const value of [draft as unknown as JsonData, ['ab', '👩‍🚀é'], { a: { b: [1, 22, 9.75] } }]) {
      for (const less of smaller(value)) expect(size(less)).toBeLessThan(size(value))
    }
  })
})
