import type { Random, VectorRequest, VectorScenario, VectorUser } from '@authz-playground/engine/internal/vectors'

/** Seconds between requests, so that no cache of the server has an answer. */
export const APART = 60

interface MadeImpersonator {
  readonly user: VectorUser
  /** The subject of its bindings, as YAML. */
  readonly subject: string
}

const NAMESPACES = ['prod', 'staging', 'ci', 'kube-system']
const USERS = ['jane', 'bob@example.com', 'oidc:ann', 'y', '1e3', 'a b']
const ACCOUNTS = ['system:serviceaccount:ci:deployer', 'system:serviceaccount:prod:web']
const NODES = ['system:node:n1', 'system:node:n2']
const GROUPS = ['devs', 'ops', 'team:a', 'x,y', 'kubernetes admins']
const EXTRAS: readonly (readonly [key: string, values: readonly string[]])[] = [
  ['acme.io/team', ['a']],
  ['acme.io/team', ['a', 'b']],
  ['example.com/scopes', ['view', 'edit: all']],
  ['scopes', ['all']],
]

/** The numbers of a cluster's impersonators and of their requests. */
export interface ClusterSize {
  readonly impersonators: number
  readonly requests: number
}

/**
 * A cluster with impersonators (up to three, where no size is given) that hold the legacy verb, users with rights of their own, and the requests that the
 * impersonators send, each as if it were the first.
 */
export function madeCluster(random: Random, id: string, size?: ClusterSize): VectorScenario {
  const count = size?.impersonators ?? random.between(1, 3)
  const impersonators = Array.from({ length: count }, (_, at) => madeImpersonator(random, at))
  const policy = [
    ...impersonators.flatMap((one, at) => legacyObjects(one, at, random)),
    ...rightsOfTargets(random),
    ...(random.chance(0.3) ? [someConstrainedRules(random.pick(impersonators))] : []),
  ].join('---\n')
  const requests = Array.from({ length: size?.requests ?? random.between(4, 16) }, (): VectorRequest => {
    const { user } = random.pick(impersonators)
    const headers = targetHeaders(random)
    return { ...madeRequest(random), headers, requestor: user, after: APART }
  })
  return { id, policy, requests, cluster: { constrainedImpersonation: true } }
}

function madeImpersonator(random: Random, at: number): MadeImpersonator {
  const everybody = 'system:authenticated'
  switch (random.pick(['user', 'account', 'agent', 'group'] as const)) {
    case 'user': {
      const username = `portal-${at}`
      return { user: { username, groups: [everybody] }, subject: subjectOf('User', username) }
    }
    case 'group':
      return {
        user: { username: `helper-${at}`, groups: [`helpers-${at}`, everybody] },
        subject: subjectOf('Group', `helpers-${at}`),
      }
    case 'account':
    case 'agent': {
      const name = `agent-${at}`
      const user = {
        username: `system:serviceaccount:web:${name}`,
        groups: ['system:serviceaccounts', 'system:serviceaccounts:web', everybody],
        ...(random.chance(0.7) && { extra: { 'authentication.kubernetes.io/node-name': ['n1'] } }),
      }
      return { user, subject: `{kind: ServiceAccount, name: ${name}, namespace: web}` }
    }
  }
}

function subjectOf(kind: 'User' | 'Group', name: string): string {
  return `{kind: ${kind}, name: ${JSON.stringify(name)}, apiGroup: rbac.authorization.k8s.io}`
}

const LEGACY_RULES: readonly (readonly [weight: number, rule: string])[] = [
  [4, '{apiGroups: [""], resources: [users, groups, serviceaccounts], verbs: [impersonate]}'],
  [2, '{apiGroups: [""], resources: [users], resourceNames: [jane, "y"], verbs: [impersonate]}'],
  [2, '{apiGroups: [""], resources: [users], verbs: [impersonate, get]}'],
  [2, '{apiGroups: [""], resources: [groups], resourceNames: [devs, system:authenticated], verbs: [impersonate]}'],
  [1, '{apiGroups: [""], resources: [serviceaccounts], verbs: [get, impersonate, list]}'],
  [1, '{apiGroups: ["*"], resources: ["*"], verbs: [impersonate]}'],
  [2, '{apiGroups: [authentication.k8s.io], resources: ["*"], verbs: [impersonate]}'],
  [1, '{apiGroups: [authentication.k8s.io], resources: [uids, userextras/acme.io/team], verbs: [impersonate]}'],
  [1, '{apiGroups: [""], resources: [users, groups], verbs: ["*"]}'],
  [0.3, '{apiGroups: [""], resources: ["*"], verbs: ["*"]}'],
  [1, '{apiGroups: [""], resources: [namespaces], verbs: [get, list]}'],
]

function legacyObjects({ subject }: MadeImpersonator, at: number, random: Random): readonly string[] {
  const rules = Array.from({ length: random.between(1, 3) }, () => `- ${random.weighted(LEGACY_RULES)}\n`).join('')
  const name = `legacy-${at}`
  const shared = at > 0 && random.chance(0.2) ? 'legacy-0' : name
  const objects = [`${HEAD}kind: ClusterRole\nmetadata: {name: ${name}}\nrules:\n${rules}`]
  objects.push(clusterBinding(name, shared, subject))
  if (random.chance(0.3)) {
    const namespace = random.pick(NAMESPACES)
    objects.push(
      `${HEAD}kind: Role\nmetadata: {name: ${name}, namespace: ${namespace}}\nrules:\n- {apiGroups: [""], resources: [serviceaccounts], verbs: [impersonate]}\n`,
      `${HEAD}kind: RoleBinding\nmetadata: {name: ${name}, namespace: ${namespace}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: ${name}}\nsubjects: [${subject}]\n`,
    )
  }
  return objects
}

const HEAD = 'apiVersion: rbac.authorization.k8s.io/v1\n'

function clusterBinding(name: string, role: string, subject: string): string {
  return `${HEAD}kind: ClusterRoleBinding\nmetadata: {name: ${name}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role}}\nsubjects:\n- ${subject}\n`
}

/** Rights of the impersonated users: most may do everything, so that what is refused is refused by the filter. */
function rightsOfTargets(random: Random): readonly string[] {
  const all = `${HEAD}kind: ClusterRole\nmetadata: {name: everything}\nrules:\n- {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}\n- {nonResourceURLs: ["*"], verbs: ["*"]}\n`
  const users = [...USERS, ...NODES].filter(() => random.chance(0.8)).map((name) => subjectOf('User', name))
  const subjects = [
    ...users,
    subjectOf('Group', 'devs'),
    ...groupsOfAccounts(random).map((name) => subjectOf('Group', name)),
  ]
  return [all, clusterBinding('everything', 'everything', subjects.join('\n- '))]
}

/** Now and then the impersonators are among them: then they can do everything, whatever is taken away. */
function groupsOfAccounts(random: Random): readonly string[] {
  if (random.chance(0.1)) return ['system:serviceaccounts']
  return ['system:serviceaccounts:ci', 'system:serviceaccounts:prod']
}

/** Constrained impersonation that is there already. */
function someConstrainedRules({ subject }: MadeImpersonator): string {
  const rules = [
    '{apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: ["impersonate:user-info"]}',
    '{apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list", "impersonate-on:user-info:get"]}',
  ]
  const role = `${HEAD}kind: ClusterRole\nmetadata: {name: as-jane}\nrules:\n${rules.map((rule) => `- ${rule}\n`).join('')}`
  return `${role}---\n${clusterBinding('as-jane', 'as-jane', subject)}`
}

function targetHeaders(random: Random): readonly (readonly [name: string, value: string])[] {
  const username = random.weighted([
    [6, random.pick(USERS)],
    [2, random.pick(ACCOUNTS)],
    [2, random.pick(NODES)],
  ] as const)
  const isUser = !username.startsWith('system:')
  const more = isUser || random.chance(0.2)
  const groups = more ? random.some(random.chance(0.05) ? [...GROUPS, '*'] : GROUPS, 5) : []
  const everybody = groups.length > 0 && random.chance(0.4) ? ['system:authenticated'] : []
  const masters = more && random.chance(0.05) ? ['system:masters'] : []
  const [key, values] = random.pick(EXTRAS)
  const extra =
    more && random.chance(0.25)
      ? values.map((value) => [`Impersonate-Extra-${encodeURIComponent(key)}`, value] as const)
      : []
  return [
    ['Impersonate-User', username],
    ...[...groups, ...masters, ...everybody].map((group) => ['Impersonate-Group', group] as const),
    ...(more && random.chance(0.2) ? [['Impersonate-Uid', `uid-${random.between(1, 3)}`] as const] : []),
    ...extra,
  ]
}

function madeRequest(random: Random): Pick<VectorRequest, 'method' | 'url'> {
  const namespace = random.pick(NAMESPACES)
  const name = random.pick(['web', 'db', 'web-7d9f6-x2k4q'])
  const pods = `/api/v1/namespaces/${namespace}/pods`
  const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`
  const [method, url] = random.pick([
    ['GET', pods],
    ['GET', `${pods}?watch=true`],
    ['GET', `${pods}?fieldSelector=metadata.name%3D${name}`],
    ['GET', `${pods}/${name}`],
    ['GET', `${pods}/${name}/log?follow=true`],
    ['POST', pods],
    ['DELETE', `${pods}/${name}`],
    ['DELETE', pods],
    ['PATCH', `${deployments}/${name}`],
    ['PUT', `${deployments}/${name}/scale`],
    ['GET', '/apis/apps/v1/deployments'],
    ['GET', '/api/v1/nodes/n1'],
    ['GET', `/api/v1/namespaces/${namespace}`],
    ['GET', '/api/v1/secrets?limit=500'],
    ['GET', '/metrics'],
    ['GET', '/healthz?verbose'],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'],
  ] as const)
  return { method, url }
}
