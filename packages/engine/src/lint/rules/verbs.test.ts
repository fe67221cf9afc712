import { describe, expect, it } from 'vitest'
import { codes, found, mended, role } from '../testing.ts'

describe('verbs', () => {
  it.each([
    ['delte', 'misspelt-verb', 'delete'],
    ['Delete', 'misspelt-verb', 'delete'],
    ['remove', 'no-such-verb', 'delete'],
    ['"get, list"', 'several-values-in-one', '"get", "list"'],
    ['"get "', 'several-values-in-one', '"get"'],
  ])('%s', (verb, code, meant) => {
    const text = role([`apiGroups: [""], resources: [pods], verbs: [${verb}]`])
    expect(found(text)).toEqual([[code, verb]])
    expect(mended(text)).toBe(text.replace(`verbs: [${verb}]`, `verbs: [${meant}]`))
  })

  it('removes a mistake whose verb is in the rule already, and no last verb', () => {
    const text = role(['apiGroups: [""], resources: [pods], verbs: [get, Get]'])
    expect(mended(text)).toBe(text.replace('[get, Get]', '[get]'))
  })

  it('leaves verbs of other API groups alone', () => {
    expect(codes(role(['apiGroups: [subresources.example.com], resources: [vms], verbs: [remove, lists]']))).toEqual([])
    expect(
      codes(role(['apiGroups: [example.com], resources: [vms], verbs: [get, undelete, recreate, match, set]'])),
    ).toEqual([])
    expect(codes(role(['apiGroups: [example.com], resources: [vms], verbs: [get, delte]']))).toEqual(['misspelt-verb'])
  })
})
