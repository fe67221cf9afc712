import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { codes, mended, role } from '../testing.ts'

describe('verbs of impersonation', () => {
  it.each([
    ['"impersonate:userinfo"', 'misspelt-verb', '"impersonate:user-info"'],
    ['"impersonate:user"', 'misspelt-verb', '"impersonate:user-info"'],
    ['"impersonate:groups"', 'misspelt-verb', '"impersonate:user-info"'],
    ['"impersonate:scheduled-node"', 'verb-of-other-design', undefined],
  ])('the verb %s', (verb, code, meant) => {
    const text = role([
      `apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: [${verb}]`,
    ])
    expect(codes(text)).toContain(code)
    if (meant !== undefined) expect(mended(text)).toBe(text.replace(verb, meant))
  })

  it('names the modes where no design asks for a verb', () => {
    const fixes = (verb: string) =>
      lintPolicy(readPolicy(role([`apiGroups: [""], resources: [pods], verbs: ["${verb}"]`]))).map(({ fix }) => fix)
    expect(fixes('impersonate-on:logs:get')).toEqual([
      'Write “impersonate-on:MODE:get” with the mode “user-info”, “serviceaccount”, “arbitrary-node” or “associated-node”. The resources of the rule limit what it is about.',
    ])
    expect(fixes('impersonate-on:list')[0]).toContain('keep this for the design that asks for it')
  })

  it('asks for the words of the design that is chosen', () => {
    const text = role(['apiGroups: [""], resources: [pods], verbs: ["impersonate-on:list"]'])
    expect(codes(text)).toEqual(['verb-of-other-design'])
    const design = { name: 'KEP-5284 as proposed', words: [{ verb: /^impersonate-on:[^:]+$/ }] }
    expect(codes(text, { design })).toEqual([])
  })
})
