import { type Attributes, attributesFor, type Policy, type Rule, type UserInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { ruleAllows, userOnlyNamed } from '../rights/index.ts'
import type { AccessChange } from './policy-diff.ts'

const API = 'rbac.authorization.k8s.io'

/** A rule in a test; absent lists are empty. */
export type TestRule = Partial<Rule>

/** A binding in a test, with the rules of a role of its own. */
export interface TestGrant {
  /** `User=jane`, `Group=devs` or `ServiceAccount=ci/bot`. */
  readonly to: readonly string[]
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string
  readonly rules: readonly TestRule[]
}

/** A policy with a ClusterRole and a binding for each grant. */
export function policyOf(grants: readonly TestGrant[]): Policy {
  const items = grants.flatMap(({ to, namespace, rules }, at) => [
    { apiVersion: `${API}/v1`, kind: 'ClusterRole', metadata: { name: `role-${at}` }, rules },
    {
      apiVersion: `${API}/v1`,
      kind: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding',
      metadata: { name: `binding-${at}`, ...(namespace !== '' && { namespace }) },
      roleRef: { apiGroup: API, kind: 'ClusterRole', name: `role-${at}` },
      subjects: to.map(subjectOf),
    },
  ])
  const policy = readPolicy(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  const error = policy.diagnostics.find(({ severity }) => severity === 'error')
  if (error !== undefined) throw new Error(error.message)
  return policy
}

function subjectOf(word: string) {
  const [kind = '', name = ''] = word.split('=')
  const [namespace = '', account = ''] = name.split('/')
  return kind === 'ServiceAccount' ? { kind, name: account, namespace } : { kind, name, apiGroup: API }
}

/** Whether a change is about a request of a user: of its name or one of its groups. */
export function covers({ subjects, namespaces, rule, except }: AccessChange, request: Attributes): boolean {
  const { user, namespace } = request
  const isOf = subjects.some((subject) => {
    const { username, groups } = userOnlyNamed(subject)
    return subject.kind === 'Group' ? groups.some((one) => user.groups.includes(one)) : username === user.username
  })
  const isThere = namespaces.includes('') || (request.isResourceRequest && namespaces.includes(namespace))
  return (
    isOf &&
    isThere &&
    allows(rule, request) &&
    !except.some((part) => isIn(part.namespace, request) && allows(part.rule, request))
  )
}

function isIn(namespace: string, request: Attributes): boolean {
  return namespace === '' || (request.isResourceRequest && request.namespace === namespace)
}

function allows(rule: Rule, request: Attributes): boolean {
  return ruleAllows(rule, request)
}

const OTHER = 'other'

/** Requests that a rule allows in a namespace, for one user: each value of its lists, and further ones for wildcards. */
export function requestsIn(rule: Rule, namespace: string, user: UserInfo): readonly Attributes[] {
  const verbs = rule.verbs.flatMap((verb) => (verb === '*' ? ['get', 'delete', OTHER] : [verb]))
  const paths = rule.nonResourceURLs.flatMap((url) => {
    if (!url.endsWith('*')) return [url]
    const before = url.replace(/\*+$/, '')
    return [before, `${before}x`, `${before}b/c`]
  })
  const groups = rule.apiGroups.flatMap((group) => (group === '*' ? ['', 'apps', OTHER] : [group]))
  const resources = rule.resources.flatMap((one) => {
    if (one === '*') return ['pods', 'secrets', 'pods/log', `${OTHER}/log`, OTHER]
    return one.startsWith('*/') ? [`pods${one.slice(1)}`, `${OTHER}${one.slice(1)}`] : [one]
  })
  const names = rule.resourceNames.length === 0 ? ['', 'web', OTHER] : rule.resourceNames
  const ofPaths = paths.flatMap((path) =>
    verbs.map((verb) => attributesFor(user, { verb, path, isResourceRequest: false })),
  )
  const ofResources = groups.flatMap((apiGroup) =>
    resources.flatMap((one) =>
      verbs.flatMap((verb) =>
        names.map((name) => {
          const [resource = '', subresource = ''] = one.split('/')
          return attributesFor(user, { verb, apiGroup, resource, subresource, namespace, name })
        }),
      ),
    ),
  )
  return [...ofPaths, ...ofResources]
}
