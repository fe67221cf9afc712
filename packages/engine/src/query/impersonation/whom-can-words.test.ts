import { describe, expect, it } from 'vitest'
import type { ClusterSettings } from '../../cluster/index.ts'
import { type PlainUser, userInfo } from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { rightsOf, subjectInWords } from '../../rights/index.ts'
import { plainText } from '../../words/index.ts'
import { canBecome } from './can-become.ts'
import { equivalents } from './escalations.ts'
import { pathsTo } from './identity-paths.ts'
import { type Bound, policyOf, type Rule } from './testing.ts'
import { type ImpersonationTarget, whoCanBecome } from './who-can-become.ts'
import {
  canBecomeInWords,
  escalationInWords,
  impersonatorInWords,
  notReadInWords,
  pathInWords,
} from './whom-can-words.ts'

const CLUSTER: ClusterSettings = { version: '1.36', authorizationModes: ['RBAC'] }
const AUTHENTICATION = 'authentication.k8s.io'
const RBAC = 'rbac.authorization.k8s.io'
const EVERYTHING: Rule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], nonResourceURLs: [] }

const rule = (verbs: string, apiGroup: string, resource: string, ...resourceNames: readonly string[]): Rule => ({
  verbs: verbs.split(' '),
  apiGroups: [apiGroup],
  resources: resource.split(' '),
  ...(resourceNames.length > 0 && { resourceNames }),
})

const bind = (...rows: readonly Bound[]) => rightsOf(readPolicy(policyOf(...rows)))

function becomes(user: PlainUser, ...rows: readonly Bound[]): readonly string[] {
  const from = canBecome(bind(...rows), userInfo(user), CLUSTER)
  return canBecomeInWords(from, [{ code: 'portal' }]).map(({ words }) => plainText(words))
}

const PORTAL = { username: 'portal' }

describe('whom a user can become, in words', () => {
  it('is a sentence for each rule on usernames', () => {
    expect(becomes(PORTAL, ['User/portal', 'team-a', rule('impersonate', '', 'serviceaccounts')])).toEqual([
      'portal may become any service account in namespace team-a (legacy), to do anything that the target may do.',
    ])
    const userInfoMode = [
      rule('impersonate:user-info', AUTHENTICATION, 'users', 'jane', 'joe'),
      rule('impersonate-on:user-info:get impersonate-on:user-info:list', '', 'pods'),
    ]
    expect(becomes(PORTAL, ['User/portal', '', ...userInfoMode])).toEqual([
      'portal may become jane or joe (user-info), to get or list pods cluster-wide, where the target may do it as well.',
    ])
    const accounts = [
      rule('impersonate:serviceaccount', AUTHENTICATION, 'serviceaccounts', 'ci'),
      rule('impersonate-on:serviceaccount:create', 'apps', 'deployments', 'web'),
      { verbs: ['impersonate-on:serviceaccount:get'], nonResourceURLs: ['/metrics'] },
    ]
    expect(becomes(PORTAL, ['User/portal', '', ...accounts])).toEqual([
      'portal may become service account ci of any namespace (serviceaccount), to create deployments of API group apps named web cluster-wide, or to get the path /metrics, where the target may do it as well.',
    ])
  })

  it('says what goes with the name', () => {
    const all = 'users groups uids userextras/scopes'
    expect(
      becomes(PORTAL, ['User/portal', '', { ...rule('impersonate', '', all), apiGroups: ['*'] }]).slice(1),
    ).toEqual([
      'portal may ask for any group along with the name (legacy).',
      'portal may ask for any UID along with the name (legacy).',
      'portal may ask for extra scopes along with the name (legacy).',
    ])
  })

  it('says that no check asks for the names of the rules there are, and which extra has no key', () => {
    const username = 'system:serviceaccount:live:rollout'
    expect(
      becomes(PORTAL, ['User/portal', '', rule('impersonate', '', 'users groups serviceaccounts', username)])[0],
    ).toBe(
      `portal may become nobody in mode legacy: no check asks for the name ${username} in its rules on users and serviceaccounts.`,
    )
    expect(
      becomes(
        PORTAL,
        ['User/portal', '', rule('impersonate:arbitrary-node', AUTHENTICATION, 'nodes', 'system:node:n1')],
        ['User/portal', '', rule('impersonate-on:arbitrary-node:get', '', 'pods')],
      ),
    ).toEqual([
      'portal may become nobody in mode arbitrary-node: no check asks for the name system:node:n1 in its rules on nodes.',
    ])
    expect(becomes(PORTAL, ['User/portal', '', rule('impersonate', '', 'serviceaccounts', username)])).toEqual([
      `portal may become nobody in mode legacy: no check asks for the name ${username} in its rules on users and serviceaccounts.`,
    ])
    const extras = [rule('impersonate', '', 'users', 'jane'), rule('impersonate', AUTHENTICATION, 'userextras')]
    expect(becomes(PORTAL, ['User/portal', '', ...extras])[1]).toBe(
      'portal may ask for an extra with an empty key along with the name (legacy).',
    )
    const star = [rule('impersonate', '', 'users', 'jane'), rule('impersonate', AUTHENTICATION, 'userextras/*')]
    expect(becomes(PORTAL, ['User/portal', '', ...star])[1]).toBe(
      'portal may ask for an extra whose key is * along with the name (legacy).',
    )
  })

  it('counts the names of a long list', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    expect(becomes(PORTAL, ['User/portal', '', rule('impersonate', '', 'users', ...names)])).toEqual([
      'portal may become a, b, c, d, e or 2 more (legacy), to do anything that the target may do.',
    ])
  })

  it('says what a mode lacks', () => {
    expect(becomes(PORTAL, ['User/portal', '', rule('impersonate-on:arbitrary-node:get', '', 'pods')])).toEqual([
      'portal may become nobody in mode arbitrary-node: no rule allows impersonate:arbitrary-node on nodes cluster-wide.',
    ])
    expect(becomes(PORTAL, ['User/portal', '', rule('impersonate:user-info', AUTHENTICATION, 'users')])).toEqual([
      'portal may become nobody in mode user-info: no rule allows impersonate-on:user-info:‹verb› on anything.',
    ])
  })

  it('is anything for members of system:masters', () => {
    const [first] = becomes({ username: 'root', groups: ['system:masters'] })
    expect(first).toBe('portal may become any node (arbitrary-node), to do anything that the target may do.')
  })
})

describe('who can become a target, in words', () => {
  it('is a sentence for each subject and mode', () => {
    const words = (target: ImpersonationTarget, ...rows: readonly Bound[]) =>
      whoCanBecome(bind(...rows), target, CLUSTER)
        .filter(({ subject }) => subject.name !== 'system:masters')
        .map((one) => plainText(impersonatorInWords(one, target)))
    const users = rule('impersonate', '', 'users groups')
    const root: ImpersonationTarget = { kind: 'user', user: userInfo({ username: 'root' }) }
    expect(words(root, ['Group/ops', '', users])).toEqual([
      'members of group ops may become root (legacy), to do anything that the target may do.',
    ])
    expect(words({ kind: 'group', group: 'dev' }, ['ServiceAccount/prod/ci', '', users])).toEqual([
      'service account prod/ci may become a user in group dev (legacy), to do anything that the target may do.',
    ])
    expect(words(root, ['User/a', '', rule('impersonate:user-info', AUTHENTICATION, 'users')])).toEqual([
      'a may not become root (user-info): no rule allows impersonate-on:user-info:‹verb› on anything.',
    ])
  })
})

describe('other ways to the rights of somebody else, in words', () => {
  const words = (namespace: string, ...rules: readonly Rule[]): readonly string[] =>
    equivalents(bind(['User/portal', namespace, ...rules]), userInfo(PORTAL), CLUSTER).map((way) =>
      plainText(escalationInWords(way, [{ code: 'portal' }])),
    )

  it('say whose rights, and what no policy tells', () => {
    expect(
      words(
        'prod',
        rule('create', '', 'pods pods/exec serviceaccounts/token'),
        rule('create', 'apps', 'deployments'),
        rule('get', '', 'secrets', 'a'),
      ),
    ).toEqual([
      'portal may create tokens of any service account in namespace prod.',
      'portal may create pods in namespace prod, which may run as any service account there.',
      'portal may create deployments.apps in namespace prod, whose pods may run as any service account there.',
      'portal may read Secret a in namespace prod, and so tokens of service accounts, if a Secret contains one.',
      'portal may run commands in pods in namespace prod, and so as the service accounts of the pods that run there.',
    ])
    expect(words('', rule('get', '', 'nodes/proxy', 'n1'), rule('create get', '', 'secrets'))).toEqual([
      'portal may create and read Secrets in every namespace; one of type kubernetes.io/service-account-token gets a token of any service account there.',
      'portal may use the kubelet of node n1, and so run commands as the service accounts of the pods that run there.',
    ])
  })

  it('say which roles are bound or written', () => {
    expect(words('', rule('bind', RBAC, 'clusterroles', 'admin'), rule('create', RBAC, 'rolebindings'))).toEqual([
      'portal may bind ClusterRole admin in every namespace, without holding what it grants.',
    ])
    expect(words('', rule('bind', RBAC, 'clusterroles'), rule('update', RBAC, 'clusterrolebindings', 'r0'))).toEqual([
      'portal may bind ClusterRole r0 cluster-wide, by another subject in ClusterRoleBinding r0, without holding what it grants.',
    ])
    expect(words('', rule('escalate update', RBAC, 'clusterroles', 'r0'))).toEqual([
      'portal may give ClusterRole r0 any rules.',
    ])
    expect(words('prod', rule('escalate create', RBAC, 'roles'))).toEqual([
      'portal may create Roles with any rules in namespace prod.',
    ])
  })
})

describe('a path to cluster-admin, in words', () => {
  const words = (...rows: readonly Bound[]): readonly string[] =>
    pathsTo({ kind: 'everything' }, bind(...rows), CLUSTER).map((path) =>
      plainText(pathInWords(path, subjectInWords(path.subject, 'members of group'))),
    )
  const robot: Bound = ['ServiceAccount/prod/ci', '', EVERYTHING]

  it('names the rule of those who are', () => {
    expect(words(robot)).toEqual([
      'members of group system:masters may do everything: membership in system:masters.',
      'service account prod/ci may do everything: the rule in line 1 of ClusterRole r0, bound by ClusterRoleBinding r0 in line 3.',
    ])
  })

  it('names the steps of the others', () => {
    const steps = (...rows: readonly Bound[]) => words(robot, ...rows).slice(2)
    expect(steps(['User/jane', 'prod', rule('create', '', 'pods')])).toEqual([
      'jane can do everything: create a pod that runs as service account prod/ci.',
    ])
    expect(steps(['User/jane', 'prod', rule('create', '', 'pods/exec')])).toEqual([
      'jane can do everything: run commands in a pod that runs as service account prod/ci, if there is one.',
    ])
    expect(steps(['User/jane', '', rule('create bind', RBAC, 'clusterroles clusterrolebindings')])).toEqual([
      'jane can do everything: bind ClusterRole cluster-admin to itself cluster-wide.',
    ])
    expect(steps(['User/jane', '', rule('update escalate', RBAC, 'clusterroles')])).toEqual([
      'jane can do everything: write any rules into ClusterRole r1, which is bound to it.',
    ])
    const limited = [
      rule('impersonate:serviceaccount', AUTHENTICATION, 'serviceaccounts', 'ci'),
      rule('impersonate-on:serviceaccount:list', '', 'pods'),
    ]
    expect(steps(['User/jane', '', ...limited])).toEqual([
      'jane can do everything: become service account prod/ci (serviceaccount), but only to list pods cluster-wide.',
    ])
  })
})

describe('what the rules do not tell', () => {
  it('is said, by the authorizers of the cluster', () => {
    const words = (...authorizationModes: ClusterSettings['authorizationModes']) =>
      notReadInWords({ ...CLUSTER, authorizationModes })
        .map(plainText)
        .slice(1)
    expect(words('RBAC')).toEqual([])
    expect(words('Node', 'Webhook')).toEqual([
      'This cluster does not ask RBAC, so only system:masters counts.',
      'The webhook is not asked: more may be allowed, or denied.',
    ])
  })
})
