import { type PolicyRule, readPolicy } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from '../index.ts'
import { linesOfRulesForEveryVerb, type RuleSet, withRules } from './rule-sets.ts'

const HEAD = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r}\n'

/** The rules as text, one a line: verbs and API groups. */
function rulesIn(text: string): readonly string[] {
  const { roles, diagnostics } = readPolicy(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return roles.flatMap(({ rules }) => rules.map(({ verbs, apiGroups }) => `${verbs.join()} in ${apiGroups.join()}`))
}

function sets(text: string): Readonly<Record<RuleSet, readonly string[]>> {
  const found = { old: withRules(text, 'old'), new: withRules(text, 'new'), both: withRules(text, 'both') }
  for (const one of Object.values(found)) {
    expect(one.length).toBe(text.length)
    expect(one.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length))
  }
  return { old: rulesIn(found.old), new: rulesIn(found.new), both: rulesIn(found.both) }
}

describe('the rules of a policy', () => {
  it('are distinguished by their verbs, and the users’ own permissions are in each set', () => {
    const text = `${HEAD}rules:
- apiGroups: [""]
  resources: [users]
  verbs: [impersonate]
- apiGroups:
  - authentication.k8s.io
  resources: ["users"] # whom

  verbs:
  - impersonate:user-info # how
# of its own
- apiGroups: [""]
  resources: [pods]
  verbs: [get, list]
`
    expect(sets(text)).toEqual({
      old: ['impersonate in ', 'get,list in '],
      new: ['impersonate:user-info in authentication.k8s.io', 'get,list in '],
      both: ['impersonate in ', 'impersonate:user-info in authentication.k8s.io', 'get,list in '],
    })
    expect(withRules(text, 'old').split('\n').slice(4, 16)).toEqual([
      '- apiGroups: [""]',
      '  resources: [users]',
      '  verbs: [impersonate]',
      '# apiGroups:',
      '# - authentication.k8s.io',
      '# resources: ["users"] # whom',
      '',
      '# verbs:',
      '# - impersonate:user-info # how',
      '# of its own',
      '- apiGroups: [""]',
      '  resources: [pods]',
    ])
  })

  it('lose a verb where they have others, between brackets and on lines of its own', () => {
    const text = `${HEAD}rules:
- {apiGroups: [""], resources: [pods], verbs: [list, "impersonate-on:user-info:list", get, impersonate-on:list]}
- apiGroups: [""]
  resources: [users]
  verbs:
    - impersonate
    # in between
    - impersonate:user-info
    - get
`
    expect(sets(text)).toEqual({
      old: ['list,get in ', 'impersonate,get in '],
      new: ['list,impersonate-on:user-info:list,get,impersonate-on:list in ', 'impersonate:user-info,get in '],
      both: [
        'list,impersonate-on:user-info:list,get,impersonate-on:list in ',
        'impersonate,impersonate:user-info,get in ',
      ],
    })
    expect(withRules(text, 'old').split('\n').slice(9, 12)).toEqual([
      '    # in between',
      '    # impersonate:user-info',
      '    - get',
    ])
  })

  it('lose the special API group, which means the verb', () => {
    const text = `${HEAD}rules:
- {apiGroups: [core.impersonation.k8s.io, apps.impersonation.k8s.io], resources: ["*"], verbs: [list]}
- {apiGroups: [apps, apps.impersonation.k8s.io], resources: [deployments], verbs: [get]}
- {apiGroups: [impersonation.k8s.io.example.com], resources: [x], verbs: [get]}
`
    expect(sets(text).old).toEqual(['get in apps', 'get in impersonation.k8s.io.example.com'])
    expect(sets(text).new).toHaveLength(3)
  })

  it('are found in JSON, in lists, in aliases, and in every document', () => {
    const rule = (verb: string): string => `{"apiGroups":[""],"resources":["users"],"verbs":["${verb}"]}`
    const roleOf = (...verbs: readonly string[]): string =>
      `{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"r"},"rules":[${verbs.map(rule).join(',')}]}`
    const json = roleOf('impersonate:user-info', 'impersonate', 'impersonate-on:get')
    expect(sets(json).old).toEqual(['impersonate in '])
    expect(sets(json).new).toEqual(['impersonate:user-info in ', 'impersonate-on:get in '])
    const list = `{"apiVersion":"v1","kind":"List","items":[${json}]}\n${roleOf('impersonate-on:get', 'get')}`
    expect(sets(list).old).toEqual(['impersonate in ', 'get in '])
    const aliased = `${HEAD}rules: &all
- {apiGroups: [""], resources: [users], verbs: [impersonate, "impersonate:node"]}
---
${HEAD.replace('name: r', 'name: s')}rules:
  - &one
    apiGroups: [""]
    resources: [users]
    verbs: ["impersonate:node"]
  - apiGroups: [""]
    resources: [users]
    verbs: &verbs [impersonate-on:get, get]
  - apiGroups: [""]
    resources: [groups]
    verbs: *verbs
`
    expect(sets(aliased).old).toEqual(['impersonate in ', 'get in ', 'get in '])
  })

  it('stay in every set where they grant every verb, and are named', () => {
    const text = `${HEAD}rules:\n- {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}\n`
    expect(sets(text)).toEqual({ old: ['* in *'], new: ['* in *'], both: ['* in *'] })
    expect(linesOfRulesForEveryVerb(text)).toEqual([5])
    expect(linesOfRulesForEveryVerb(text.replace('verbs: ["*"]', 'verbs: [get]'))).toEqual([])
  })

  it('are unchanged in a text that is not a policy', () => {
    for (const text of [
      '',
      'rules: [',
      'rules:\n- verbs: impersonate',
      '\u0000',
      '- - -\n- rules: [[impersonate]]\n',
    ]) {
      for (const rules of ['old', 'new', 'both'] as const) expect(withRules(text, rules)).toHaveLength(text.length)
    }
  })
})

describe.each(['old', 'new'] as const)('the %s rules of every example', (rules) => {
  const policies = [...new Set(EXAMPLES.map(({ scenario }) => scenario.policy))]
  const wanted = (verb: string): boolean =>
    rules === 'old' ? !/^impersonate(-on)?:/.test(verb) : verb !== 'impersonate'
  const group = (name: string): boolean => rules === 'new' || !name.endsWith('impersonation.k8s.io')
  const left = ({ verbs, apiGroups, ...rest }: PolicyRule) => ({
    ...rest,
    verbs: verbs.filter(wanted),
    apiGroups: apiGroups.filter(group),
    span: rest.span.start,
  })

  it('are those of the policy that are left, in their places', () => {
    for (const text of policies) {
      const derived = withRules(text, rules)
      expect(derived).toHaveLength(text.length)
      const before = readPolicy(text)
      const after = readPolicy(derived)
      const errors = ({ diagnostics }: typeof after) => diagnostics.filter(({ severity }) => severity === 'error')
      expect(errors(after)).toEqual(errors(before))
      expect(after.roles.map((role) => role.rules.map(left))).toEqual(
        before.roles.map((role) =>
          role.rules
            .map(left)
            .filter(
              ({ verbs, apiGroups }, at) =>
                verbs.length > 0 && (apiGroups.length > 0 || role.rules[at]?.apiGroups.length === 0),
            ),
        ),
      )
      expect(after.bindings).toEqual(before.bindings)
    }
  })
})
