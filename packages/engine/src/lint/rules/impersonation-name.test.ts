import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { binding, codes, JANE, mended, role } from '../testing.ts'

const BOT = 'system:serviceaccount:prod:bot'
const rule = (verb: string, resources: string, name: string) =>
  `apiGroups: ["", authentication.k8s.io], resources: [${resources}], resourceNames: ["${name}"], verbs: ["${verb}"]`
const found = (text: string) => lintPolicy(readPolicy(text)).filter(({ code }) => code === 'impersonation-name')
const saidOf = (...of: Parameters<typeof rule>) => found(role([rule(...of)])).map(({ message }) => message)

describe('a username in place of the name that is asked for', () => {
  it('never matches as a user: the check is about the service account, or the node', () => {
    expect(saidOf('impersonate', 'users', BOT)).toEqual([
      `No check asks about users for “${BOT}”: it asks for “impersonate” on serviceaccounts named “bot” in namespace “prod”.`,
    ])
    expect(saidOf('impersonate:user-info', 'users', BOT)[0]).toContain(
      '“impersonate:serviceaccount” on serviceaccounts',
    )
    expect(saidOf('impersonate:user-info', 'users', 'system:node:n1')[0]).toContain(
      'it asks for “impersonate:arbitrary-node” on nodes named “n1”.',
    )
    expect(saidOf('impersonate', 'users, groups, serviceaccounts', BOT)).toHaveLength(1)
  })

  it('never matches as a service account or a node: the check asks for the name alone', () => {
    for (const written of [BOT, 'prod:bot', 'prod/bot']) {
      expect(saidOf('impersonate', 'serviceaccounts', written)).toEqual([
        `“${written}” is a username; the check asks for the name alone, “bot” in namespace “prod”.`,
      ])
    }
    expect(saidOf('impersonate:arbitrary-node', 'nodes', 'system:node:n1')).toHaveLength(1)
  })

  it('never matches where no service account can have the name', () => {
    for (const name of ['jane@example.com', 'Bot', 'team_a']) {
      expect(saidOf('impersonate', 'serviceaccounts', name)).toEqual([
        `No service account can be called “${name}”, so no check asks for it.`,
      ])
      expect(saidOf('impersonate', 'users, serviceaccounts', name)).toEqual([])
      expect(saidOf('get', 'serviceaccounts', name)).toEqual([])
    }
    expect(saidOf('impersonate', 'serviceaccounts', 'bot.v2')).toEqual([])
  })

  it('is to be written alone in a rule for no other resource, where the name would be that of a user or a group', () => {
    const fixOf = (resources: string) => found(role([rule('impersonate', resources, BOT)])).map(({ fix }) => fix)
    expect(fixOf('serviceaccounts')).toEqual(['Write “bot”, in a role that is bound in namespace “prod” alone.'])
    expect(fixOf('users, groups, serviceaccounts')).toEqual([
      'Write “bot”, in a rule for serviceaccounts alone and in a role that is bound in namespace “prod” alone.',
    ])
  })

  it.each([
    ['impersonate', 'users', 'jane'],
    ['impersonate', 'users', 'system:node:n1'],
    ['impersonate:user-info', 'users', 'system:kube-scheduler'],
    ['impersonate:user-info', 'groups', BOT],
    ['impersonate:serviceaccount', 'serviceaccounts', 'bot'],
    ['impersonate:arbitrary-node', 'nodes', 'n1.example.com'],
    ['get', 'users', BOT],
  ])('is none in a rule for “%s” on %s named “%s”', (...of) => {
    expect(saidOf(...of)).toEqual([])
  })

  it('is mended where the name alone means the same account and no other', () => {
    const named = (name: string) => rule('impersonate', 'serviceaccounts', name)
    expect(mended(role([named(BOT)], { kind: 'Role' }))).toBe(role([named('bot')], { kind: 'Role' }))
    const bound = (kind: string) => [role([named(BOT)]), binding(JANE, { kind })].join('---\n')
    expect(mended(bound('RoleBinding'))).not.toContain(BOT)
    // These would grant the accounts of other namespaces, or another user.
    for (const other of [
      bound('ClusterRoleBinding'),
      role([named(BOT)]),
      role([named('system:serviceaccount:web:bot')], { kind: 'Role' }),
      role([rule('impersonate', 'users, serviceaccounts', BOT)], { kind: 'Role' }),
    ]) {
      expect(mended(other)).toBe(other)
      expect(found(other)).toHaveLength(1)
    }
  })

  it('is not said to be an account in every namespace, which it cannot be', () => {
    const bound = (name: string) =>
      codes([role([rule('impersonate', 'serviceaccounts', name)]), binding(JANE)].join('---\n'))
    expect(bound(BOT)).toEqual(['impersonation-name'])
    expect(bound('bot')).toEqual(['account-in-every-namespace'])
    const every = 'apiGroups: ["*"], resources: ["*"], verbs: [impersonate]'
    const both = role([rule('impersonate', 'serviceaccounts', 'bot'), every])
    expect(codes([both, binding(JANE)].join('---\n'))).not.toContain('account-in-every-namespace')
  })

  it('is one where “*” lets somebody act as it, whether a rule names the verb or not', () => {
    const everyVerb = role(['apiGroups: [""], resources: [serviceaccounts], resourceNames: [bot], verbs: ["*"]'])
    expect(codes([everyVerb, binding(JANE)].join('---\n'))).toEqual(['account-in-every-namespace'])
  })

  it('is not said to be one by rules that those of default roles replace', () => {
    const selecting = (label: string) =>
      `${role([rule('impersonate', 'serviceaccounts', 'bot')])}aggregationRule: {clusterRoleSelectors: [{matchLabels: {${label}: "true"}}]}\n`
    const bound = (label: string) => codes([selecting(label), binding(JANE)].join('---\n'))
    expect(bound('nobody')).toContain('account-in-every-namespace')
    expect(bound('rbac.authorization.k8s.io/aggregate-to-view')).toEqual(['aggregated-rules'])
  })
})
