import { type PlainUser, readRequest, type Scenario, sentRequests } from '@authz-playground/engine'
import type { VectorRequest, VectorScenario, VectorUser } from '@authz-playground/engine/internal/vectors'
import { notPlayable } from '../cluster/front-proxy.ts'

/** A scenario for a real server, or why it is skipped. */
export type Askable = { readonly scenario: VectorScenario } | { readonly leftOut: string }

/** The designs that a kube-apiserver 1.36 has, and how its gate is set for each. */
const RELEASED: Readonly<Record<string, boolean>> = { constrained: true, legacy: false }

/**
 * A scenario of the playground adapted to a real server, under one of the released designs. A server always has its
 * default roles, and authentication adds `system:authenticated` to every user, so the scenario has both, too.
 */
export function askable(id: string, scenario: Scenario, design: 'constrained' | 'legacy'): Askable {
  const { authorizationModes } = scenario.cluster
  const other = authorizationModes.find((mode) => mode !== 'Node' && mode !== 'RBAC')
  if (other !== undefined) return { leftOut: `the authorization mode ${other}` }
  const requests: VectorRequest[] = []
  for (const { request, requestor, after } of sentRequests(scenario)) {
    const { request: read } = readRequest(request)
    if (read === undefined) return { leftOut: 'a request that cannot be read' }
    const { method, target, headers, body } = read
    requests.push({
      method,
      url: target,
      headers: headers.map(({ name, value }) => [name, value] as const),
      requestor: plain(requestor),
      ...(after !== undefined && { after }),
      ...(body !== '' && { body }),
    })
  }
  return toAsk({
    id,
    cluster: {
      constrainedImpersonation: RELEASED[design] ?? true,
      authorizationModes,
      ...(scenario.objects !== undefined && { objects: scenario.objects }),
    },
    policy: scenario.policy,
    requests,
  })
}

function plain({ username, uid, groups, extra }: PlainUser): VectorUser {
  return { username, ...(uid !== undefined && { uid }), ...(groups && { groups }), ...(extra && { extra }) }
}

/** A scenario of the vectors format, adapted in the same way. */
export function toAsk({ design, cluster = {}, requestor = {}, requests, ...rest }: VectorScenario): Askable {
  if (design !== undefined && RELEASED[design] === undefined)
    return { leftOut: `the design ${design}, of which no code exists` }
  const asked = requests.map((request, index): VectorRequest => {
    const { requestor: own, ...others } = request
    const url = harmless(request, index === requests.length - 1)
    return { ...others, url, requestor: authenticated(own ?? requestor) }
  })
  for (const { requestor: who = {} } of asked) {
    const why = notPlayable(who)
    if (why !== undefined) return { leftOut: why }
  }
  return {
    scenario: {
      ...rest,
      cluster: {
        constrainedImpersonation: cluster.constrainedImpersonation ?? RELEASED[design ?? 'constrained'] ?? true,
        authorizationModes: cluster.authorizationModes ?? ['RBAC'],
        ...(cluster.objects !== undefined && { objects: cluster.objects }),
        defaultRoles: true,
      },
      requests: asked,
    },
  }
}

/** The groups from every authenticator except the one for anonymous requests. */
export function authenticated(user: VectorUser): VectorUser {
  const { username, groups = [] } = user
  const hasImplied = groups.includes('system:authenticated') || groups.includes('system:unauthenticated')
  return hasImplied || username === 'system:anonymous' ? user : { ...user, groups: [...groups, 'system:authenticated'] }
}

/**
 * An allowed deletion would remove objects that later scenarios need, and an allowed write would affect later requests,
 * so both become dry runs; no check looks at `dryRun`. The last request may write a role or binding, because the stage
 * removes those.
 */
function harmless({ method, url, body = '' }: VectorRequest, last: boolean): string {
  const writesRBAC = url.startsWith('/apis/rbac.authorization.k8s.io/')
  if (method !== 'DELETE' && (body === '' || (last && writesRBAC))) return url
  return `${url}${url.includes('?') ? '&' : '?'}dryRun=All`
}
