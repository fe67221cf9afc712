import { describe, expect, it } from 'vitest'
import { clusterOf } from '../cluster/index.ts'
import { type Attributes, attributesFor, type PlainUser, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { plainText } from '../words/index.ts'
import { NearRules } from './near.ts'
import { nearInWords } from './near-words.ts'

const DEPLOYER: PlainUser = { username: 'system:serviceaccount:ci:deployer' }

function check(verb: string, of: Partial<Attributes> = {}, user: PlainUser = DEPLOYER): Attributes {
  return attributesFor(userInfo(user), {
    verb,
    apiGroup: 'apps',
    apiVersion: 'v1',
    resource: 'deployments',
    namespace: 'prod',
    name: 'web',
    ...of,
  })
}

const path = (of: string, verb = 'get'): Attributes =>
  check(verb, { isResourceRequest: false, apiGroup: '', resource: '', namespace: '', name: '', path: of })

/** A Role with one rule, bound to a subject, with the parts that a case changes. */
function policy({
  rule = '{apiGroups: [apps], resources: [deployments], verbs: [delete]}',
  role = 'metadata: {name: deploy, namespace: prod}',
  binding = 'metadata: {name: deployers, namespace: prod}',
  ref = '{kind: Role, name: deploy, apiGroup: rbac.authorization.k8s.io}',
  subject = '{kind: ServiceAccount, name: deployer, namespace: ci}',
  kinds = ['Role', 'RoleBinding'],
} = {}): string {
  const head = (kind: string) => `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\n`
  return `${head(kinds[0] as string)}${role}\nrules:\n- ${rule}\n---\n${head(kinds[1] as string)}${binding}\nroleRef: ${ref}\nsubjects:\n- ${subject}\n`
}

const clusterWide = (rule: string): string =>
  policy({
    rule,
    kinds: ['ClusterRole', 'ClusterRoleBinding'],
    role: 'metadata: {name: deploy}',
    binding: 'metadata: {name: deployers}',
    ref: '{kind: ClusterRole, name: deploy, apiGroup: rbac.authorization.k8s.io}',
  })

function near(text: string, asked: Attributes) {
  const read = readPolicy(text)
  expect(read.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return new NearRules(clusterOf(read)).nearTo(asked)
}

/** The first near rule: its mismatches with their causes, and its sentence. */
function first(text: string, asked: Attributes) {
  const [one] = near(text, asked)
  if (one === undefined) return undefined
  return {
    mismatches: one.mismatches.map(({ dimension, cause }) =>
      cause === undefined ? dimension : `${dimension}: ${cause}`,
    ),
    words: plainText(nearInWords(one, asked)),
    at: one.mismatches.map(({ range }) => `${range.line}:${range.column}`),
    instead: one.mismatches.map(({ instead }) => instead),
  }
}

describe('what nearly fits', () => {
  it('knows the names of resources that the text defines', () => {
    const crd = (plural: string, kind: string) =>
      `---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ${plural}.example.com}\nspec: {group: example.com, scope: Namespaced, names: {plural: ${plural}, kind: ${kind}}, versions: [{name: v1, served: true, storage: true}]}\n`
    const asked = check('get', { apiGroup: 'example.com', resource: 'batterys' })
    const causes = (written: string, text = crd('batterys', 'Battery')) =>
      first(policy({ rule: `{apiGroups: [example.com], resources: [${written}], verbs: [get]}` }) + text, asked)
        ?.mismatches
    expect(causes('Battery')).toEqual(['resource: kind'])
    expect(causes('batteries')).toEqual(['resource: misspelt'])
    expect(causes('bakterys')).toEqual(['resource: misspelt'])
    // That is a resource of its own.
    expect(causes('bakterys', crd('batterys', 'Battery') + crd('bakterys', 'Baktery'))).toEqual(['resource'])
  })

  it('is nothing where the rule allows the check', () => {
    expect(near(policy(), check('delete'))).toEqual([])
  })

  it.each<readonly [string, string, Attributes, string, string]>([
    ['verbs', '[get, list]', check('delete'), 'verb', 'It grants get and list; the check asks for delete.'],
    ['verbs', '[delte]', check('delete'), 'verb: misspelt', 'delte is probably meant to be delete.'],
    [
      'verbs',
      '["d\u0435lete"]',
      check('delete'),
      'verb: misspelt',
      'd\\u0435lete is probably meant to be delete (\u0435 is U+0435, Cyrillic).',
    ],
    ['verbs', '[Delete]', check('delete'), 'verb: case', 'upper and lower case count'],
    ['verbs', '[remove]', check('delete'), 'verb: no-verb', 'No request has the verb remove; this one has delete.'],
    ['verbs', '[edit]', check('patch'), 'verb: no-verb', 'No request has the verb edit; this one has patch.'],
    ['verbs', '[scale]', check('patch'), 'verb', 'It grants scale; the check asks for patch.'],
    ['verbs', '["del*"]', check('delete'), 'verb: wildcard', 'in verbs only “*” alone is a wildcard'],
    ['verbs', '["get,delete"]', check('delete'), 'verb: several-in-one', 'delete is a value of its own.'],
    ['verbs', '["delete "]', check('delete'), 'verb: several-in-one', 'has a blank in it'],
    ['apiGroups', '["apps, batch"]', check('delete'), 'apiGroup: several-in-one', 'apps is a value of its own.'],
    [
      'resources',
      '["pods deployments"]',
      check('delete'),
      'resource: several-in-one',
      'deployments is a value of its own.',
    ],
    ['verbs', '[patch]', check('watch'), 'verb', 'It grants patch; the check asks for watch.'],
    [
      'resources',
      '[deployment]',
      check('delete'),
      'resource: singular',
      'is the singular; rules name the plural, deployments',
    ],
    [
      'resources',
      '[Deployment]',
      check('delete'),
      'resource: kind',
      'is the kind; rules name the resource, deployments',
    ],
    ['resources', '[deploy]', check('delete'), 'resource: short-name', 'is a short name of kubectl'],
    ['resources', '[DEPLOYMENTS]', check('delete'), 'resource: case', 'upper and lower case count'],
    [
      'resources',
      '[deployments.apps]',
      check('delete'),
      'resource: with-group',
      'deployments.apps has the API group in it; rules name the resource alone, deployments.',
    ],
    ['apiGroups', '["apps/*"]', check('delete'), 'apiGroup: misspelt', 'apps/* is probably meant to be apps.'],
    ['resources', '[deploymnets]', check('delete'), 'resource: misspelt', 'is probably meant to be deployments'],
    [
      'resources',
      '[deployments]',
      check('delete', { subresource: 'scale' }),
      'subresource: parent',
      'It names deployments, which does not cover its subresource deployments/scale.',
    ],
    [
      'resources',
      '["deployments/*"]',
      check('delete', { subresource: 'scale' }),
      'subresource: subresources',
      'matches nothing',
    ],
    [
      'resources',
      '["deployments/*"]',
      check('delete'),
      'subresource: subresources',
      'would not cover deployments if it did',
    ],
    [
      'resources',
      '[deployments/status]',
      check('delete', { subresource: 'scale' }),
      'subresource: subresource',
      'It names deployments/status; the check asks for deployments/scale.',
    ],
    [
      'apiGroups',
      '[extensions]',
      check('delete'),
      'apiGroup: other-group',
      'It is for the API group extensions; the check asks for deployments.apps.',
    ],
    [
      'apiGroups',
      '[""]',
      check('delete'),
      'apiGroup: wrong-group',
      'deployments is asked for in the API group apps, not in "".',
    ],
    ['apiGroups', '[app]', check('delete'), 'apiGroup: misspelt', 'is probably meant to be apps.'],
    ['apiGroups', '[apps.k8s.io]', check('delete'), 'apiGroup: misspelt', 'is probably meant to be apps.'],
    ['apiGroups', '[workloads]', check('delete'), 'apiGroup: misspelt', 'is probably meant to be apps.'],
    ['apiGroups', '[apps/v1]', check('delete'), 'apiGroup: version', 'names a version; the API group is apps'],
    ['resourceNames', '[api]', check('delete'), 'name', 'It lists api; the check asks for web.'],
    [
      'resourceNames',
      '[web-1]',
      check('delete', { name: 'web-2' }),
      'name',
      'It lists web-1; the check asks for web-2.',
    ],
    ['resourceNames', '["*"]', check('delete'), 'name: wildcard', 'In names * is no wildcard'],
    ['resourceNames', '["we*"]', check('delete'), 'name: wildcard', 'in names nothing is a wildcard'],
    [
      'resourceNames',
      '[web]',
      check('delete', { name: '' }),
      'name: no-name',
      'It lists names (web), and this delete names no object.',
    ],
  ])('knows %s: %s', (field, value, asked, mismatch, words) => {
    const fields = { apiGroups: '[apps]', resources: '[deployments]', verbs: `[${asked.verb}]`, [field]: value }
    const rule = `{${Object.entries(fields)
      .map(([key, of]) => `${key}: ${of}`)
      .join(', ')}}`
    const found = first(policy({ rule }), asked)
    expect(found?.mismatches).toEqual([mismatch])
    expect(found?.words).toContain(words)
    expect(found?.words).toMatch(
      /^Line 5 comes closest: all but the (API group|\w+)\. .* It is bound in namespace prod, to service account ci\/deployer\.$/,
    )
  })

  it('points at the value, and says what to write', () => {
    const rule = '{apiGroups: [apps], resources: [deployments], verbs: [get, delte]}'
    expect(first(policy({ rule }), check('delete'))).toMatchObject({ at: ['5:62'], instead: ['delete'] })
  })

  it.each<readonly [string, Parameters<typeof policy>[0], string, string]>([
    [
      'a binding in another namespace',
      {
        role: 'metadata: {name: deploy, namespace: staging}',
        binding: 'metadata: {name: deployers, namespace: staging}',
      },
      'scope: other-namespace',
      'Line 5 would do, but RoleBinding deployers in line 7 grants it in namespace staging only, not in prod.',
    ],
    [
      'a binding in a namespace with a similar name',
      { role: 'metadata: {name: deploy, namespace: prd}', binding: 'metadata: {name: deployers, namespace: prd}' },
      'scope: misspelt',
      'grants it in namespace prd, which is probably meant to be prod.',
    ],
    [
      'a subject without namespace',
      { subject: '{kind: ServiceAccount, name: deployer}' },
      'subject: no-namespace',
      'line 12 names the service account deployer without its namespace, ci.',
    ],
    [
      'an account of another namespace',
      { subject: '{kind: ServiceAccount, name: deployer, namespace: build}' },
      'subject: other-namespace',
      'the service account of that name in namespace build, not in ci',
    ],
    [
      'a user of the account’s name',
      { subject: '{kind: User, name: deployer, apiGroup: rbac.authorization.k8s.io}' },
      'subject: other-kind',
      'is a ServiceAccount',
    ],
    [
      'an account with a similar name',
      { subject: '{kind: ServiceAccount, name: deploer, namespace: ci}' },
      'subject: misspelt',
      'binds it to deploer, which is probably meant to be deployer.',
    ],
    [
      'a group',
      { subject: '{kind: Group, name: admins, apiGroup: rbac.authorization.k8s.io}' },
      'subject: not-in-group',
      'it is bound to the group admins, and service account ci/deployer is not in it.',
    ],
    [
      'a group that authentication adds',
      { subject: '{kind: Group, name: "system:serviceaccounts:ci", apiGroup: rbac.authorization.k8s.io}' },
      'subject: implied-group',
      'which authentication adds to service account ci/deployer',
    ],
    [
      'somebody else',
      { subject: '{kind: User, name: dana, apiGroup: rbac.authorization.k8s.io}' },
      'subject',
      'Line 5 would do, but it is bound to dana, not to service account ci/deployer.',
    ],
    [
      'a missing role of a similar name',
      { ref: '{kind: Role, name: deplo, apiGroup: rbac.authorization.k8s.io}' },
      'role: role-not-found',
      'Line 5 would do, but RoleBinding deployers in line 7 names Role deplo, which no text has; deploy is probably meant.',
    ],
    [
      'a missing role of the other kind',
      { ref: '{kind: ClusterRole, name: deploy, apiGroup: rbac.authorization.k8s.io}' },
      'role: role-of-other-kind',
      'RoleBinding deployers in line 7 names ClusterRole deploy, which no text has; Role deploy is probably meant.',
    ],
    [
      'a Role of another namespace',
      { role: 'metadata: {name: deploy, namespace: staging}' },
      'role: role-elsewhere',
      'Line 5 would do, but RoleBinding deployers in line 7 names Role deploy, which is in namespace staging, not in prod.',
    ],
    [
      'a Role that a binding cannot have',
      {
        kinds: ['Role', 'ClusterRoleBinding'],
        binding: 'metadata: {name: deployers}',
        ref: '{kind: ClusterRole, name: deploy, apiGroup: rbac.authorization.k8s.io}',
      },
      'role: role-elsewhere',
      'Line 5 would do, but ClusterRoleBinding deployers in line 7 names ClusterRole deploy, which no text has; the one of that name is a Role in namespace prod.',
    ],
  ])('knows %s', (_, parts, mismatch, words) => {
    const found = first(policy(parts), check('delete'))
    expect(found?.mismatches).toEqual([mismatch])
    expect(found?.words).toContain(words)
  })

  it('takes the same verb for another thing as nearer than another verb', () => {
    const text = policy({ rule: '{apiGroups: [apps], resources: [deployments], verbs: ["granular:label(tier)", use]}' })
    const distance = (verb: string) => near(text, check(verb))[0]?.distance ?? 0
    expect(distance('granular:label(app)')).toBeLessThan(distance('patch'))
    expect(distance('granular:annotation(app)')).toBe(distance('patch'))
  })

  it('knows a RoleBinding where the check is cluster-wide', () => {
    expect(first(policy(), check('delete', { namespace: '' }))).toMatchObject({
      mismatches: ['scope: cluster-wide'],
      words:
        'Line 5 would do, but RoleBinding deployers in line 7 grants it in namespace prod only, and the check is cluster-wide.',
    })
  })

  it('knows a binding without subjects', () => {
    const [withoutSubjects = ''] = policy().split('subjects:')
    expect(first(withoutSubjects, check('delete'))).toMatchObject({
      mismatches: ['subject: no-subjects'],
      words: 'Line 5 would do, but RoleBinding deployers in line 7 has no subjects.',
    })
  })

  it('knows a role that is bound nowhere, and a binding to no role', () => {
    const [role = '', binding = ''] = policy().split('---\n')
    expect(first(role, check('delete'))).toMatchObject({
      mismatches: ['role: not-bound'],
      words: 'Line 5 would do, but no binding names its role, Role deploy.',
    })
    expect(first(binding, check('delete'))).toMatchObject({
      mismatches: ['role: role-not-found'],
      words: 'RoleBinding deployers in line 1 grants service account ci/deployer Role deploy, which no text has.',
    })
    const toDefault = policy({ ref: '{kind: ClusterRole, name: edit, apiGroup: rbac.authorization.k8s.io}' })
    expect(first(toDefault.split('---\n')[1] ?? '', check('delete'))).toMatchObject({
      mismatches: ['role: default-role'],
      words:
        'RoleBinding deployers in line 1 names service account ci/deployer and the default role edit, but default roles do not count here.',
    })
  })

  it('knows a label that keeps an aggregated role from selecting a role', () => {
    const text = `${clusterWide('{apiGroups: [""], resources: [pods], verbs: [get]}').replace('rules:\n- {apiGroups: [""], resources: [pods], verbs: [get]}', 'aggregationRule: {clusterRoleSelectors: [{matchLabels: {to-deploy: "true"}}]}')}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: part, labels: {to-deploy: "yes"}}
rules: [{apiGroups: [apps], resources: [deployments], verbs: [delete]}]
`
    expect(first(text, check('delete'))).toMatchObject({
      mismatches: ['role: labels'],
      instead: ['to-deploy: true'],
    })
    expect(first(text, check('delete'))?.words).toContain('ClusterRole part has the label to-deploy: yes')
    expect(near(text.replace('"yes"', '"true"'), check('delete'))).toEqual([])
  })

  it('knows a label of the same domain that no role selects', () => {
    const aggregating = (name: string, label: string) =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${name}}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {${label}: "true"}}]}\n`
    const [, binding = ''] = clusterWide('{}').split('---\n')
    const part = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: part, labels: {example.com/to-deployment-team: "true"}}
rules: [{apiGroups: [apps], resources: [deployments], verbs: [delete]}]
`
    const text = [aggregating('deploy', 'example.com/to-deploy'), binding, part].join('---\n')
    expect(first(text, check('delete'))).toMatchObject({
      mismatches: ['role: labels'],
      instead: ['example.com/to-deploy: true'],
    })
    const selected = [text, aggregating('other', 'example.com/to-deployment-team')].join('---\n')
    expect(first(selected, check('delete'))?.mismatches).not.toContain('role: labels')
  })

  it.each([
    ['/metrics', path('/metrics/cadvisor'), 'path: no-star'],
    ['/metrics/', path('/metrics'), 'path: trailing-slash'],
    ['metrics', path('/metrics'), 'path: no-slash'],
    ['/metrics', path('/metrics', 'post'), 'verb'],
    ['/metrics', path('/metrics/'), 'path: no-trailing-slash'],
    ['/healthz/*', path('/healthz'), 'path: below-only'],
    ['/api', path('/apis'), 'path'],
    ['/metrisc', path('/metrics'), 'path: misspelt'],
  ])('knows the URL %s', (url, asked, mismatch) => {
    expect(first(clusterWide(`{nonResourceURLs: [${url}], verbs: [get]}`), asked)?.mismatches).toEqual([mismatch])
  })

  it('says of the URL that it means what is known about it, and mends only what is a mistake', () => {
    const rule = '{nonResourceURLs: [/version, /healthz/*], verbs: [get]}'
    expect(first(clusterWide(rule), path('/healthz'))).toMatchObject({
      words: expect.stringContaining('/healthz/* covers the paths below it, but not /healthz itself.'),
      instead: [undefined],
    })
    const below = '{nonResourceURLs: [/version, /metrics], verbs: [get]}'
    expect(first(clusterWide(below), path('/metrics/cadvisor'))?.words).toContain(
      '/metrics does not cover the paths below it; /metrics/* would.',
    )
  })

  it('says that only a ClusterRoleBinding grants paths, and what is in no namespace', () => {
    const parts = {
      ref: '{kind: ClusterRole, name: deploy, apiGroup: rbac.authorization.k8s.io}',
      role: 'metadata: {name: deploy}',
    }
    const bound = (rule: string) => policy({ ...parts, rule, kinds: ['ClusterRole', 'RoleBinding'] })
    expect(first(bound('{nonResourceURLs: [/metrics], verbs: [get]}'), path('/metrics'))?.words).toContain(
      'is for namespace prod, and only a ClusterRoleBinding grants paths.',
    )
    const nodes = check('list', { apiGroup: '', resource: 'nodes', namespace: '', name: '' })
    expect(first(bound('{apiGroups: [""], resources: [nodes], verbs: [list]}'), nodes)?.words).toContain(
      'is for namespace prod, and only a ClusterRoleBinding grants nodes, which are in no namespace.',
    )
  })

  it('takes names that differ in a part of one letter, or in more than one typo, as two names', () => {
    const team = policy({
      role: 'metadata: {name: deploy, namespace: team-a}',
      binding: 'metadata: {name: deployers, namespace: team-a}',
    })
    expect(first(team, check('delete', { namespace: 'team-b' }))?.mismatches).toEqual(['scope: other-namespace'])
    const named = policy({
      rule: '{apiGroups: [apps], resources: [deployments], verbs: [delete], resourceNames: [us-west]}',
    })
    expect(first(named, check('delete', { name: 'us-east' }))?.mismatches).toEqual(['name'])
  })

  it('knows a rule about users that has the username of the identity in a check', () => {
    const rule =
      '{apiGroups: [""], resources: [users], verbs: [impersonate], resourceNames: ["system:serviceaccount:prod:bot"]}'
    const asked = check('impersonate', { apiGroup: '', resource: 'serviceaccounts', name: 'bot' }, DEPLOYER)
    expect(first(clusterWide(rule), asked)).toMatchObject({
      mismatches: ['resource: identity', 'name: username'],
      words: expect.stringContaining(
        'No check asks about users for this identity: it asks about serviceaccounts. system:serviceaccount:prod:bot is a username; the check asks for the name alone, bot.',
      ),
    })
    expect(first(clusterWide(rule), { ...asked, namespace: 'ci' })).toBeUndefined()
  })

  it('knows the username of an account or a node whose object is asked for', () => {
    const asking = (resource: string, subresource: string, written: string) => {
      const text = clusterWide(
        `{apiGroups: [""], resources: [${resource}/${subresource}], resourceNames: ["${written}"], verbs: [delete]}`,
      )
      return first(text, check('delete', { apiGroup: '', resource, subresource, name: 'bot' }))
    }
    const found = { mismatches: ['name: username'], instead: ['bot'] }
    expect(asking('serviceaccounts', 'token', 'system:serviceaccount:prod:bot')).toMatchObject(found)
    expect(asking('nodes', 'status', 'system:node:bot')).toMatchObject(found)
  })

  it('knows the username of an identity whose check asks for its name', () => {
    const identity = (resource: string, verb: string, name: string) =>
      clusterWide(
        `{apiGroups: [authentication.k8s.io], resources: [${resource}], verbs: ["${verb}"], resourceNames: ["${name}"]}`,
      )
    const asked = (resource: string, verb: string, of: Partial<Attributes>) =>
      check(verb, { apiGroup: 'authentication.k8s.io', resource, namespace: '', ...of })
    expect(
      first(
        identity('nodes', 'impersonate:arbitrary-node', 'system:node:n1'),
        asked('nodes', 'impersonate:arbitrary-node', { name: 'n1' }),
      ),
    ).toMatchObject({ mismatches: ['name: username'], instead: ['n1'] })
    const account = identity('serviceaccounts', 'impersonate:serviceaccount', 'system:serviceaccount:ci:bot')
    const asking = (namespace: string) =>
      first(account, asked('serviceaccounts', 'impersonate:serviceaccount', { namespace, name: 'bot' }))
    expect(asking('ci')?.mismatches).toEqual(['name: username'])
    expect(asking('prod')?.mismatches).toEqual(['name'])
  })

  it('puts the nearest first: a typo, another verb, others’ rules, another resource', () => {
    const bind = (name: string, rule: string, user: string) =>
      policy({
        rule,
        role: `metadata: {name: ${name}, namespace: prod}`,
        binding: `metadata: {name: ${name}, namespace: prod}`,
        ref: `{kind: Role, name: ${name}, apiGroup: rbac.authorization.k8s.io}`,
        subject: `{kind: User, name: ${user}, apiGroup: rbac.authorization.k8s.io}`,
      })
    const text = [
      bind('resource', '{apiGroups: [apps], resources: [daemonsets], verbs: [delete]}', 'jane'),
      bind('others', '{apiGroups: [apps], resources: [deployments], verbs: [delete]}', 'somebody'),
      bind('verb', '{apiGroups: [apps], resources: [deployments], verbs: [get]}', 'jane'),
      bind('typo', '{apiGroups: [apps], resources: [deployments], verbs: [delte]}', 'jane'),
      bind('nothing', '{apiGroups: [""], resources: [pods], verbs: [get]}', 'somebody'),
    ].join('---\n')
    const found = near(text, check('delete', {}, { username: 'jane' }))
    expect(found.map(({ role }) => role?.name)).toEqual(['typo', 'verb', 'others', 'resource'])
    expect(found[1]?.marks).toEqual({
      verb: false,
      apiGroup: true,
      resource: true,
      name: true,
      role: true,
      scope: true,
      subject: true,
    })
  })

  it('takes another verb on the same subresource as nearer than another resource', () => {
    const rules =
      '{apiGroups: [""], resources: [pods], verbs: [get]}\n- {apiGroups: [""], resources: [pods/exec], verbs: [create]}'
    const asked = check('get', { apiGroup: '', resource: 'pods', subresource: 'exec' })
    expect(first(policy({ rule: rules }), asked)?.mismatches).toEqual(['verb'])
  })

  it('takes a subresource that exists for right, however the check spells it', () => {
    const rule = '{apiGroups: [""], resources: [pods/portforward], verbs: [create]}'
    const asked = check('create', { apiGroup: '', resource: 'pods', subresource: 'portForward' })
    expect(first(policy({ rule }), asked)?.mismatches).toEqual(['subresource: subresource'])
    const misspelt = rule.replace('portforward', 'portforwards')
    expect(first(policy({ rule: misspelt }), { ...asked, subresource: 'portforward' })?.mismatches).toEqual([
      'resource: misspelt',
    ])
  })

  it('come after those of one’s own where every cluster has them for others', () => {
    const system = clusterWide('{apiGroups: [apps], resources: [deployments], verbs: [delete]}')
      .replaceAll('name: deployers', 'name: system:node')
      .replaceAll('name: deploy}', 'name: "system:node"}')
      .replaceAll('name: deploy,', 'name: "system:node",')
      .replace(/subjects:[\s\S]*/, 'subjects: []\n')
    const own = clusterWide('{apiGroups: [apps], resources: [deployments], verbs: [get]}').replace(
      'deployer,',
      'other,',
    )
    const found = near(`${system}---\n${own}`, check('delete'))
    expect(found.map(({ role }) => role?.name)).toEqual(['deploy', 'system:node'])
  })
})

describe('a subject that differs in a prefix or in quotes', () => {
  it.each([
    ['"oidc:jane"', 'jane'],
    ['jane', 'https://login.example.org#jane'],
    ['\'"jane"\'', 'jane'],
  ])('%s is probably meant to be %s', (name, username) => {
    const [one] = near(policy({ subject: `{kind: User, name: ${name}}` }), check('delete', {}, { username }))
    expect(one?.mismatches).toMatchObject([{ dimension: 'subject', cause: 'misspelt', instead: username }])
  })

  it('is another user under another issuer', () => {
    const text = policy({ subject: '{kind: User, name: "https://a.example.org#jane"}' })
    const [one] = near(text, check('delete', {}, { username: 'https://b.example.com#jane' }))
    expect(one?.mismatches[0]?.cause).toBeUndefined()
  })
})
