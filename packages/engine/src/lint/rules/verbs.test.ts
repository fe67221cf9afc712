import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
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

  it('says which resource a word is about, and writes no verb where the rule has another one', () => {
    const fixes = (rule: string) =>
      lintPolicy(readPolicy(role([rule]))).flatMap(({ code, fix, mend }) =>
        code === 'no-such-verb' ? [[fix, mend !== undefined]] : [],
      )
    expect(fixes('apiGroups: [""], resources: [pods], verbs: [logs]')).toEqual([['Write get for pods/log.', false]])
    expect(fixes('apiGroups: [""], resources: [pods/log], verbs: [logs]')).toEqual([['Write “get”.', true]])
    expect(fixes('apiGroups: [apps], resources: [deployments], verbs: [scale]')).toEqual([
      ['Write update and patch for the subresource scale.', false],
    ])
    expect(fixes('apiGroups: [""], resources: [pods], verbs: [restart]')).toEqual([
      ['Write patch for deployments, daemonsets or statefulsets.', false],
    ])
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
