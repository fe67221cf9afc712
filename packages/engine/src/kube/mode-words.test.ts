import { describe, expect, it } from 'vitest'
import { misnamedModeVerb } from './mode-words.ts'
import { isKnownVerb, verbFix } from './verb-words.ts'

describe('a verb of impersonation that no request has', () => {
  it.each([
    ['impersonate:user', 'impersonate:user-info'],
    ['impersonate:userinfo', 'impersonate:user-info'],
    ['impersonate:service-account', 'impersonate:serviceaccount'],
    ['impersonate:arbitary-node', 'impersonate:arbitrary-node'],
    ['impersonate-on:users:list', 'impersonate-on:user-info:list'],
    ['impersonatee', 'impersonate'],
  ])('means a released one: %s', (verb, meant) => {
    expect(misnamedModeVerb(verb)).toBe(meant)
    expect(isKnownVerb(verb, false)).toBe(false)
    expect(verbFix(verb, false)).toBe(`Did you mean “${meant}”?`)
  })

  it.each([
    'impersonate',
    'impersonate:associated-node',
    'impersonate-on:serviceaccount:get',
    'impersonate:scheduled-node',
    'impersonate-on:get',
    'impersonate:robots',
    'get',
  ])('is not one of a design, or one that is nothing like it: %s', (verb) => {
    expect(misnamedModeVerb(verb)).toBeUndefined()
  })
})
