import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rbac } from '../authorizers/index.ts'
import { type ClusterSettings, clusterOf } from '../cluster/index.ts'
import { type Attributes, attributesFor, missingGroups, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf, userOnlyNamed } from '../rights/index.ts'
import { plainText } from '../words/index.ts'
import { type ChangeList, changeInWords, diffInWords, type PolicyDiff, policyDiff } from './index.ts'
import { covers, policyOf, requestsIn, type TestGrant, type TestRule } from './testing.ts'

const GET_PODS: TestRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
const EVERYTHING: TestRule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }

const to = (who: string, namespace: string, ...rules: readonly TestRule[]): TestGrant => ({
  to: who.split(','),
  namespace,
  rules,
})

function diffOf(before: readonly TestGrant[], after: readonly TestGrant[]): PolicyDiff {
  return policyDiff(clusterOf(policyOf(before)), clusterOf(policyOf(after)))
}

/** The sentences of a comparison, each followed by its exceptions. */
function told({ gains, losses }: PolicyDiff): readonly string[] {
  const lines = (changes: PolicyDiff['gains'], list: ChangeList) =>
    changes.flatMap((change) => {
      const { sentence, except } = changeInWords(change, list)
      return [plainText(sentence), ...except.map((one) => `- ${plainText(one)}`)]
    })
  return [...lines(gains, 'gain'), ...lines(losses, 'loss')]
}

describe('the difference of two policies', () => {
  it('is one sentence for what several subjects gain, and for several namespaces', () => {
    const wider: TestRule = { ...GET_PODS, verbs: ['get', 'delete'] }
    const both = (rule: TestRule) => [
      to('User=jane,ServiceAccount=ci/deployer', 'prod', rule),
      to('User=jane,ServiceAccount=ci/deployer', 'dev', rule),
    ]
    const diff = diffOf(both(GET_PODS), both(wider))
    expect(told(diff)).toEqual([
      'jane and service account ci/deployer may now delete any pods in namespaces dev and prod',
    ])
    expect(plainText(diffInWords(diff))).toBe(
      'jane and service account ci/deployer may now delete any pods in namespaces dev and prod; nobody loses anything.',
    )
    expect(told(diffOf(both(wider), both(GET_PODS)))).toEqual([
      'jane and service account ci/deployer may no longer delete any pods in namespaces dev and prod',
    ])
  })

  it('leaves out what a RoleBinding grants on identities that the API server checks in no namespace', () => {
    const legacy: TestRule = { verbs: ['impersonate', 'get'], apiGroups: [''], resources: ['users', 'serviceaccounts'] }
    expect(told(diffOf([], [to('User=jane', 'prod', legacy)]))).toEqual([
      'jane may now act as any service account of namespace prod (legacy impersonate)',
      'jane may now get any users and serviceaccounts in namespace prod',
    ])
    const constrained: TestRule = {
      verbs: ['impersonate:user-info'],
      apiGroups: ['authentication.k8s.io'],
      resources: ['users', 'userextras/scopes'],
    }
    expect(told(diffOf([], [to('User=jane', 'prod', constrained)]))).toEqual([])
    const everywhere = told(diffOf([to('User=jane', 'prod', legacy)], [to('User=jane', '', legacy)]))
    expect(everywhere.slice(1)).toEqual([
      '- already allowed: get any users and serviceaccounts in namespace prod',
      '- already allowed: act as any service account of namespace prod (legacy impersonate)',
    ])
    expect(told(diffOf([], [to('User=jane', '', constrained)]))).toHaveLength(1)
  })

  it('says what of a wildcard, of every name and of the whole cluster was allowed already', () => {
    expect(told(diffOf([to('User=jane', '', GET_PODS)], [to('User=jane', '', EVERYTHING)]))).toEqual([
      'jane may now do anything with every resource cluster-wide',
      '- already allowed: get any pods in any namespace',
    ])
    const named = { ...GET_PODS, resourceNames: ['web'] }
    expect(told(diffOf([to('User=jane', 'prod', named)], [to('User=jane', 'prod', GET_PODS)]))).toEqual([
      'jane may now get any pods in namespace prod',
      '- already allowed: get pods named web in namespace prod',
    ])
    expect(told(diffOf([to('User=jane', 'prod', GET_PODS)], [to('User=jane', '', GET_PODS)]))).toEqual([
      'jane may now get any pods in any namespace',
      '- already allowed in namespace prod',
    ])
    const paths = (...nonResourceURLs: readonly string[]) => [to('Group=devs', '', { verbs: ['get'], nonResourceURLs })]
    expect(told(diffOf(paths('/a*', '/b'), paths('/a/b')))).toEqual([
      'group devs may no longer get the paths /a* and /b',
      '- still allowed: get the path /a/b',
    ])
  })

  it('leaves out verbs that a rule with names grants to no request', () => {
    const named = { verbs: ['deletecollection'], apiGroups: [''], resources: ['secrets'], resourceNames: ['db'] }
    expect(told(diffOf([], [to('User=jane', 'prod', named)]))).toEqual([])
    expect(told(diffOf([], [to('User=jane', 'prod', { ...named, verbs: ['get', 'deletecollection'] })]))).toEqual([
      'jane may now get secrets named db in namespace prod',
    ])
    const all = { ...named, resourceNames: [] }
    expect(told(diffOf([to('User=jane', 'prod', named)], [to('User=jane', 'prod', all)]))).toEqual([
      'jane may now use deletecollection on secrets in namespace prod',
    ])
  })

  it('leaves out what the groups of a name allow', () => {
    const all = to('Group=system:serviceaccounts:ci', '', GET_PODS)
    expect(told(diffOf([all], [all, to('ServiceAccount=ci/bot,ServiceAccount=dev/bot', '', GET_PODS)]))).toEqual([
      'service account dev/bot may now get any pods in any namespace',
    ])
  })

  it('says rights to impersonate in their own words', () => {
    const rules: readonly TestRule[] = [
      { verbs: ['impersonate'], apiGroups: [''], resources: ['users'] },
      {
        verbs: ['impersonate:user-info'],
        apiGroups: ['authentication.k8s.io'],
        resources: ['users'],
        resourceNames: ['bob'],
      },
      { verbs: ['impersonate-on:user-info:list'], apiGroups: ['apps'], resources: ['deployments'] },
      { verbs: ['impersonate'], apiGroups: ['authentication.k8s.io'], resources: ['userextras/scopes'] },
    ]
    expect(told(diffOf([], [to('User=portal', '', ...rules)]))).toEqual([
      'portal may now act as any user (legacy impersonate)',
      'portal may now act as user bob (with a right on the action: impersonate:user-info)',
      'portal may now list deployments.apps as somebody else (with a right on the identity: impersonate-on:user-info:list)',
      'portal may now send any value of the extra scopes (legacy impersonate)',
    ])
    const node = (mode: string) => ({
      verbs: [`impersonate:${mode}`],
      apiGroups: ['authentication.k8s.io'],
      resources: ['nodes'],
    })
    const asNodes = told(
      diffOf([], [to('ServiceAccount=a/agent', '', node('associated-node'), node('arbitrary-node'))]),
    )
    expect(asNodes).toEqual([
      'service account a/agent may now act as the node that it runs on (with a right on the action: impersonate:associated-node); act as any node (with a right on the action: impersonate:arbitrary-node)',
    ])
    const account = { verbs: ['impersonate'], apiGroups: [''], resources: ['serviceaccounts'] }
    expect(told(diffOf([], [to('User=portal', 'prod', account)]))).toEqual([
      'portal may now act as any service account of namespace prod (legacy impersonate)',
    ])
    // An API group in which the identities are not checked, and an identity that the older verb is not checked about.
    const unasked: readonly TestRule[] = [
      { verbs: ['impersonate'], apiGroups: [''], resources: ['userextras/scopes'] },
      { verbs: ['impersonate'], apiGroups: ['authentication.k8s.io'], resources: ['users', 'nodes'] },
      { verbs: ['impersonate:user-info'], apiGroups: [''], resources: ['users'] },
    ]
    for (const said of told(diffOf([], [to('User=portal', '', ...unasked)]))) {
      expect(said).not.toMatch(/act as|send|legacy/)
    }
  })

  it('lists dangers first, and the rules and bindings that grant them', () => {
    const secrets = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] }
    const { gains } = diffOf([], [to('User=jane', '', GET_PODS), to('User=bob', 'prod', secrets)])
    expect(
      gains.map(({ dangers, grants }) => [dangers.map(({ id }) => id), grants.map(({ role }) => role?.name)]),
    ).toEqual([
      [['read-secrets'], ['role-1']],
      [[], ['role-0']],
    ])
  })

  it('says why nothing changes', () => {
    const words = (before: string, after: string) =>
      plainText(diffInWords(policyDiff(clusterOf(readPolicy(before)), clusterOf(readPolicy(after)))))
    const text = policyOf([to('User=jane', '', GET_PODS)]).text
    const commented =
      'kind: ClusterRole # a comment\napiVersion: rbac.authorization.k8s.io/v1\nmetadata: {name: a}\nrules: []\n'
    expect(words(text, text)).toBe('Nothing changes: the texts are the same.')
    expect(words(commented, commented.replace(' # a comment', ''))).toBe(
      'Nothing changes: the texts differ in comments, layout or order only.',
    )
    expect(words('', commented)).toBe('Nothing changes: 1 object differs, and together they grant the same as before.')
  })

  it('of two versions says what counts in one of them only', () => {
    const between = (from: Partial<ClusterSettings>, to: Partial<ClusterSettings>, ...grants: readonly TestGrant[]) =>
      policyDiff(clusterOf(policyOf(grants), from), clusterOf(policyOf(grants), to))
    const [old, now] = [{ version: '1.34' }, { version: '1.36' }] as const
    const identity = {
      verbs: ['impersonate:user-info'],
      apiGroups: ['authentication.k8s.io'],
      resources: ['users'],
      resourceNames: ['bob'],
    }
    const action = { ...GET_PODS, verbs: ['impersonate-on:user-info:get'] }
    const exec = { ...GET_PODS, resources: ['pods/exec'] }
    const create = { ...exec, verbs: ['create'], resourceNames: ['web'] }
    const halves = [
      'portal may now act as user bob (with a right on the action: impersonate:user-info)',
      'portal may now get pods as somebody else (with a right on the identity: impersonate-on:user-info:get)',
    ]
    expect(told(between(old, now, to('User=portal', '', identity, action)))).toEqual(halves)
    expect(told(between(now, old, to('User=portal', '', identity, action)))).toEqual(
      halves.map((one) => one.replace('may now', 'may no longer')),
    )
    // Another user cannot have the other half; a member of a group can.
    expect(told(between(old, now, to('User=portal', '', identity), to('User=jane', '', action)))).toEqual([])
    expect(told(between(old, now, to('User=portal', '', identity), to('Group=devs', '', action)))).toEqual([
      halves[0],
      halves[1]?.replace('portal', 'group devs'),
    ])
    const everyVerb = { ...GET_PODS, verbs: ['*'] }
    expect(told(between(old, now, to('User=portal', 'prod', everyVerb), to('User=portal', '', identity)))[1]).toBe(
      'portal may now do anything with pods in namespace prod as somebody else (with a right on the identity)',
    )
    const legacy = { verbs: ['impersonate'], apiGroups: [''], resources: ['users'] }
    const both = between(old, now, to('User=portal', '', identity, action, legacy))
    expect(told(both)).toEqual([])
    expect(plainText(diffInWords(both))).toBe(
      'Nothing changes from Kubernetes 1.34 to 1.36: RBAC and impersonation answer every request as before.',
    )
    // Of several names, those that it may act as already are said.
    const jane = { ...legacy, resourceNames: ['jane'] }
    const bobOrJane = { ...identity, resourceNames: ['bob', 'jane'] }
    expect(told(between(old, now, to('User=portal', '', bobOrJane, action, jane))).slice(0, 2)).toEqual([
      'portal may now act as user bob or jane (with a right on the action: impersonate:user-info)',
      '- already allowed: act as user jane (legacy impersonate)',
    ])
    // Legacy impersonation adds no group to a node. It matters where a binding names that group.
    const everything = to('User=alice', '', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] })
    expect(told(between(old, now, everything))).toEqual([])
    const ofNodes = between(old, now, everything, to('Group=system:nodes', '', GET_PODS))
    expect(told(ofNodes)[0]).toBe(
      'alice may now act as any node (with a right on the action: impersonate:arbitrary-node)',
    )
    const connection = between({ version: '1.34' }, { version: '1.35' }, to('User=jane', 'prod', exec, create))
    expect(told(connection)).toEqual([
      'jane may no longer connect by GET to any pods/exec in namespace prod without create',
      '- still allowed: connect by GET to pods/exec named web in namespace prod',
    ])
    expect(plainText(diffInWords(connection))).toMatch(/^From Kubernetes 1\.34 to 1\.35: jane may no longer connect /)
    const binding = policyOf([to('User=jane', '', GET_PODS)])
    const unread = clusterOf({ ...binding, roles: [] }, old)
    const [same, upgraded] = [unread, clusterOf(unread.policy, now)].map((one) =>
      plainText(diffInWords(policyDiff(unread, one))),
    )
    expect(same).toBe('Nothing changes: the texts are the same.')
    expect(upgraded).toBe('Nothing that could be judged changes from Kubernetes 1.34 to 1.36, and not all could be.')
    const gate = { version: '1.36', constrainedImpersonation: false } as const
    expect(plainText(diffInWords(between(now, gate, to('User=portal', '', identity, action))))).toMatch(
      /^From Kubernetes 1\.36 to 1\.36 with ConstrainedImpersonation=false: nobody gains anything; portal loses rights\.$/,
    )
    const added = policyDiff(clusterOf(policyOf([]), old), clusterOf(policyOf([to('User=portal', '', identity)]), old))
    expect(told(added)).toEqual([])
    expect(plainText(diffInWords(added))).toBe(
      'Nothing changes: 2 objects differ, and every request is answered as before.',
    )
  })

  it('names access rules, which it does not compare', () => {
    const rule = (condition: string) =>
      readPolicy(`apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: a}
rule: {entries: [{effect: Deny, condition: '${condition}'}]}
`)
    const diff = policyDiff(clusterOf(rule('true')), clusterOf(rule('false')))
    expect(plainText(diffInWords(diff))).toBe(
      'Roles and bindings grant the same. Access rules differ; only roles and bindings are compared, so read those yourself.',
    )
  })

  it('covers each sampled request whose answer changes, and names only requests whose answer changes', () => {
    fc.assert(
      fc.property(
        POLICY,
        POLICY,
        fc.array(MUTATION, { maxLength: 3 }),
        fc.array(REQUEST, { minLength: 20, maxLength: 20 }),
        checkPair,
      ),
      { numRuns: 150 },
    )
  })
})

const words = (...all: readonly string[]) => fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 3 })
const VERBS = ['get', 'list', 'delete', '*']
const RULE: fc.Arbitrary<TestRule> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      verbs: words(...VERBS),
      apiGroups: words('', 'apps', '*'),
      resources: words('pods', 'secrets', 'pods/log', '*/log', '*', 'pods/*'),
      resourceNames: fc.oneof(fc.constant([]), words('web', 'db')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      verbs: words(...VERBS),
      nonResourceURLs: words('/a', '/a/*', '/a*', '/a/b/*', '/b', '*'),
    }),
  },
)
const SUBJECTS = [
  'User=jane',
  'User=bob',
  'User=system:serviceaccount:ci:bot',
  'User=system:anonymous',
  'ServiceAccount=ci/bot',
  'Group=devs',
  'Group=system:authenticated',
  'Group=system:serviceaccounts',
  'Group=system:serviceaccounts:ci',
]
const GRANT: fc.Arbitrary<TestGrant> = fc.record({
  to: words(...SUBJECTS),
  namespace: fc.constantFrom('', '', 'prod', 'dev'),
  rules: fc.array(RULE, { minLength: 1, maxLength: 3 }),
})
const POLICY = fc.array(GRANT, { maxLength: 5 })
/** Replaces a grant of the first policy, or adds one; a pair without any is of unrelated policies. */
const MUTATION = fc.record({ at: fc.nat({ max: 5 }), grant: fc.option(GRANT) })
const REQUEST = fc
  .record({
    username: fc.constantFrom('jane', 'bob', 'system:serviceaccount:ci:bot', 'system:anonymous', 'eve'),
    member: fc.boolean(),
    verb: fc.constantFrom('get', 'list', 'delete', 'patch'),
    apiGroup: fc.constantFrom('', 'apps', 'batch'),
    resource: fc.constantFrom('pods', 'secrets', 'nodes'),
    subresource: fc.constantFrom('', '', 'log', 'exec', '*'),
    namespace: fc.constantFrom('', 'prod', 'dev', 'test'),
    name: fc.constantFrom('', 'web', 'db', 'x'),
    path: fc.option(fc.constantFrom('/a', '/a/', '/a/b', '/a/b/c', '/b', '/bc', '/'), { freq: 4 }),
  })
  .map(({ username, member, path, ...asked }) => {
    const groups = member ? ['devs'] : []
    const user = userInfo({ username, groups: [...groups, ...missingGroups({ username, groups })] })
    return path === null
      ? attributesFor(user, asked)
      : attributesFor(user, { verb: asked.verb, path, isResourceRequest: false })
  })

function checkPair(
  first: readonly TestGrant[],
  second: readonly TestGrant[],
  mutations: readonly { readonly at: number; readonly grant: TestGrant | null }[],
  requests: readonly Attributes[],
): void {
  const mutated = mutations.reduce(
    (grants, { at, grant }) => [...grants.slice(0, at), ...(grant === null ? [] : [grant]), ...grants.slice(at + 1)],
    first,
  )
  const [before, after] = [policyOf(first), policyOf(mutations.length === 0 ? second : mutated)]
  const { gains, losses } = policyDiff(clusterOf(before), clusterOf(after))
  const [then, now] = [rbac(rightsOf(before)), rbac(rightsOf(after))]
  const answers = (request: Attributes) => [then, now].map((one) => one.authorize(request).decision)
  for (const request of requests) {
    const [old, next] = answers(request)
    if (old === next) continue
    expect(
      (next === 'Allow' ? gains : losses).some((one) => covers(one, request)),
      JSON.stringify(request),
    ).toBe(true)
  }
  for (const [changes, wanted] of [
    [gains, ['NoOpinion', 'Allow']],
    [losses, ['Allow', 'NoOpinion']],
  ] as const) {
    for (const change of changes) {
      for (const subject of change.subjects) {
        const alone = userOnlyNamed(subject)
        const user = subject.kind === 'Group' ? alone : { ...alone, groups: missingGroups(alone) }
        for (const namespace of change.namespaces.includes('') ? ['', 'prod', 'dev', 'test'] : change.namespaces) {
          const named = requestsIn(change.rule, namespace, user).filter((one) => covers(change, one))
          for (const request of named) expect([request, answers(request)]).toEqual([request, wanted])
        }
        expect(
          ['test', ...change.namespaces].some((namespace) =>
            requestsIn(change.rule, namespace, user).some((one) => covers(change, one)),
          ),
        ).toBe(true)
      }
    }
  }
}
