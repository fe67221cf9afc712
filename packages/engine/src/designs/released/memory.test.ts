import { describe, expect, it } from 'vitest'
import { attributesOf } from '../../http/index.ts'
import { type Attributes, userInfo } from '../../kube/index.ts'
import { type Attempt, ServerMemory } from './memory.ts'

const CTL = userInfo({ username: 'ctl', groups: ['ops'], extra: { k: ['v'] } })

function asking(target = '/api/v1/namespaces/prod/pods', requestor = CTL): Attributes {
  const result = attributesOf({ method: 'GET', target, headers: [], body: '' }, requestor)
  if (!result.ok) throw new Error(result.message)
  return result.attributes
}

const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  mode: 'user-info',
  target: userInfo({ username: 'jane', groups: ['a', 'b'] }),
  attributes: asking(),
  ...change,
})

function since(seconds: number, kept: 'request' | 'identity', asked: Attempt, done = attempt()): number | undefined {
  const memory = new ServerMemory()
  memory.rememberSuccess(kept, done)
  memory.wait(seconds)
  return memory.sinceSuccess(kept, asked)
}

describe('a success', () => {
  it('counts for less than ten seconds', () => {
    expect(since(0, 'request', attempt())).toBe(0)
    expect(since(9.5, 'request', attempt())).toBe(9.5)
    expect(since(10, 'request', attempt())).toBeUndefined()
    expect(since(9, 'identity', attempt())).toBe(9)
  })

  it('counts for ten seconds to the nanosecond, whatever numbers make them up', () => {
    const memory = new ServerMemory()
    memory.wait(9.9)
    memory.rememberSuccess('request', attempt())
    memory.wait(3.3)
    memory.wait(6.699_999_999)
    expect(memory.sinceSuccess('request', attempt())).toBe(9.999_999_999)
    memory.wait(0.000_000_001)
    expect(memory.sinceSuccess('request', attempt())).toBeUndefined()
  })

  it('counts anew from when it is remembered again', () => {
    const memory = new ServerMemory()
    memory.rememberSuccess('request', attempt())
    memory.wait(6)
    memory.rememberSuccess('request', attempt())
    memory.wait(6)
    expect(memory.sinceSuccess('request', attempt())).toBe(6)
  })

  it('counts for the very request, or for the identity whatever the request', () => {
    const other = attempt({ attributes: asking('/api/v1/namespaces/prod/secrets') })
    expect(since(1, 'request', other)).toBeUndefined()
    expect(since(1, 'identity', other)).toBe(1)
    const selected = attempt({ attributes: asking('/api/v1/namespaces/prod/pods?labelSelector=a') })
    expect(since(1, 'request', selected)).toBeUndefined()
  })

  it('counts for the same target alone, its groups in the same order', () => {
    const swapped = attempt({ target: userInfo({ username: 'jane', groups: ['b', 'a'] }) })
    expect(since(1, 'request', swapped)).toBeUndefined()
    expect(since(1, 'identity', swapped)).toBeUndefined()
  })

  it('counts for the same requestor alone, whatever the order of the extra keys', () => {
    const as = (extra: Record<string, string[]>): Attempt =>
      attempt({ attributes: asking(undefined, userInfo({ username: 'ctl', groups: ['ops'], extra })) })
    expect(since(1, 'identity', as({ k: ['other'] }))).toBeUndefined()
    expect(since(1, 'identity', as({ x: ['1'], k: ['v'] }), as({ k: ['v'], x: ['1'] }))).toBe(1)
  })

  it('counts in its own mode', () => {
    expect(since(1, 'identity', attempt({ mode: 'serviceaccount' }))).toBeUndefined()
  })

  it('counts for every node that the requestor may run on', () => {
    const on = (node: string): Attempt =>
      attempt({ mode: 'associated-node', target: userInfo({ username: `system:node:${node}` }) })
    expect(since(1, 'identity', on('n2'), on('n1'))).toBe(1)
    expect(since(1, 'request', on('n2'), on('n1'))).toBe(1)
  })

  it('is not kept for a request whose selectors do not parse; its identity is', () => {
    const odd = attempt({ attributes: asking('/api/v1/namespaces/prod/pods?labelSelector=a%20b') })
    expect(odd.attributes.selectorNotParsed).toBe(true)
    expect(since(1, 'request', odd, odd)).toBeUndefined()
    expect(since(1, 'identity', odd, odd)).toBe(1)
  })
})

describe('the mode that last worked', () => {
  it('is remembered by username', () => {
    const memory = new ServerMemory()
    memory.rememberMode('ctl', 'legacy')
    expect(memory.modeOf('ctl')).toBe('legacy')
    expect(memory.modeOf('other')).toBeUndefined()
    memory.wait(1_000_000)
    expect(memory.modeOf('ctl')).toBe('legacy')
  })

  it('is forgotten for the requestor who has not asked for longest, beyond ten thousand', () => {
    const memory = new ServerMemory()
    for (let i = 0; i < 10_000; i++) memory.rememberMode(`u${i}`, 'user-info')
    expect(memory.modeOf('u0')).toBe('user-info')
    memory.rememberMode('one more', 'legacy')
    expect(memory.modeOf('u0')).toBe('user-info')
    expect(memory.modeOf('u1')).toBeUndefined()
    expect(memory.modeOf('one more')).toBe('legacy')
  })

  it('is not forgotten for those who were never answered', () => {
    const memory = new ServerMemory()
    memory.rememberMode('ctl', 'legacy')
    for (let i = 0; i < 10_000; i++) memory.modeOf(`stranger${i}`)
    memory.rememberMode('other', 'user-info')
    expect(memory.modeOf('ctl')).toBe('legacy')
  })
})
