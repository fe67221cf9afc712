import { describe, expect, it } from 'vitest'
import { grantedVerbs, namingOf } from './named-requests.ts'

describe('a request with a verb on whole objects', () => {
  it('names one, or never does, also where it is an action of constrained impersonation', () => {
    for (const verb of ['get', 'list', 'watch', 'update', 'patch', 'delete', 'impersonate', '*'])
      expect(namingOf(verb)).toBe('may')
    expect(namingOf('create')).toBe('applied')
    for (const verb of ['deletecollection', 'impersonate-on:user-info:deletecollection'])
      expect(namingOf(verb)).toBe('never')
    expect(namingOf('impersonate-on:serviceaccount:create')).toBe('applied')
  })
})

describe('the verbs that a rule grants', () => {
  it('are without those whose requests never name an object, where it lists names', () => {
    const verbs = ['get', 'create', 'deletecollection']
    expect(grantedVerbs({ verbs, resourceNames: [] })).toEqual(verbs)
    expect(grantedVerbs({ verbs, resourceNames: ['db'] })).toEqual(['get', 'create'])
    expect(grantedVerbs({ verbs, resourceNames: ['db', ''] })).toEqual(verbs)
  })
})
