import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { mended, role } from '../testing.ts'

const ruleFor = (resource: string, name: string, more = '') =>
  `apiGroups: [""], resources: [${resource}], resourceNames: ["${name}"], verbs: [create, get]${more}`
const found = (text: string) => lintPolicy(readPolicy(text)).filter(({ code }) => code === 'impossible-name')
const fixesOf = (...of: Parameters<typeof ruleFor>) => found(role([ruleFor(...of)])).map(({ fix }) => fix)

const BOT = 'system:serviceaccount:prod:bot'

describe('a name that no object of the resource can have', () => {
  it.each([
    ['serviceaccounts/token', BOT, 'Write “bot”, in a role that is bound in namespace “prod” alone.'],
    ['serviceaccounts', 'prod:bot', 'Write “bot”, in a role that is bound in namespace “prod” alone.'],
    ['nodes', 'system:node:n1', 'Write “n1”.'],
    ['pods/exec', 'Web', 'Write “web”.'],
    ['secrets', 'prod/web', 'Write the name as kubectl get secrets prints it.'],
    ['namespaces', 'team.a', 'Write the name as kubectl get namespaces prints it.'],
  ])('is reported: of %s %s', (resource, name, fix) => {
    expect(fixesOf(resource, name)).toEqual([fix])
  })

  it('is written alone only where the role counts in no other namespace', () => {
    const rules = [ruleFor('serviceaccounts/token', BOT)]
    const inRole = role(rules, { kind: 'Role' })
    expect(mended(inRole)).toBe(inRole.replace(BOT, 'bot'))
    const elsewhere = inRole.replace('namespace: prod', 'namespace: ci')
    expect(mended(elsewhere)).toBe(elsewhere)
    expect(mended(role(rules))).toBe(role(rules))
  })

  it.each([
    ['configmaps', 'web.v2'],
    // Requests through a proxy name a scheme and a port.
    ['services/proxy', 'https:dashboard:'],
    ['nodes/proxy', 'n1:10250'],
    ['secrets, users', 'My_Secret'],
    ['"*"', 'My_Secret'],
    // Other rules are about these.
    ['secrets', 'web-*'],
    ['secrets', '<name>'],
  ])('is not reported: of %s %s', (resource, name) => {
    expect(fixesOf(resource, name)).toEqual([])
  })

  it('is not reported of roles, nor in an API group that may have a resource of the same plural', () => {
    const rules = ['rbac.authorization.k8s.io', 'longhorn.io'].map((group) =>
      ruleFor(group === 'longhorn.io' ? 'nodes' : 'clusterroles', 'system:node:n1').replace('""', group),
    )
    expect(found(role(rules))).toEqual([])
  })
})
