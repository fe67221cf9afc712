import { type Check, defaultRoles, type Policy, readPolicy } from '@authz-playground/engine'
import { authorizerChain, rbac } from '@authz-playground/engine/internal/authorizers'
import { loadAllChunks } from '@authz-playground/engine/internal/decide'
import { goQuote } from '@authz-playground/engine/internal/go'
import { UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import { rightsOf } from '@authz-playground/engine/internal/rights'
import type { VectorScenario } from '@authz-playground/engine/internal/vectors'

const CHUNKS = await loadAllChunks()

const ALLOWED_BY = /^RBAC: allowed by (ClusterRoleBinding|RoleBinding) "((?:[^"\\]|\\.)*)" of /

/**
 * A server iterates over bindings in the random order of a map, so it may name any of several that allow a check.
 * Returns whether it may name the binding of this reason: whether this binding alone allows the check with exactly this
 * reason.
 */
export function mayAllow({ policy, cluster = {} }: VectorScenario, { attributes }: Check, reason: string): boolean {
  const {
    version = UNNAMED_VERSION,
    authorizationModes: modes = ['RBAC'],
    objects = '',
    defaultRoles: withDefaults = false,
  } = cluster
  const [, kind, quoted] = ALLOWED_BY.exec(reason) ?? []
  if (kind === undefined) return false
  const defaults = withDefaults ? defaultRoles(version) : undefined
  const read = readPolicy(policy, defaults && { defaults })
  const named = <T extends { readonly kind: string; readonly name: string; readonly namespace: string }>(one: T) => {
    const name = one.kind === 'RoleBinding' ? `${one.name}/${one.namespace}` : one.name
    return one.kind === kind && goQuote(name) === `"${quoted}"`
  }
  // Not the rights of a cluster: those of one of its bindings alone.
  const only = (one: Policy): Policy => ({ ...one, bindings: one.bindings.filter(named) })
  const chain = authorizerChain(
    {
      rbac: rbac(rightsOf(only(read), defaults && only(defaults))),
      ...(modes.includes('Node') && {
        node: CHUNKS.cluster.nodeAuthorizer(CHUNKS.cluster.readObjects(objects, version), version),
      }),
    },
    modes,
    version,
  )
  const answer = chain.authorize(attributes)
  return answer.decision === 'Allow' && answer.reason === reason
}

/** A text with RBAC's list of errors sorted: RBAC lists them in the order of the bindings. */
export function withSortedErrors(text: string): string {
  return text.replaceAll(/RBAC: \[([^\n]*)\]/g, (_, list: string) => `RBAC: [${list.split(', ').sort().join(', ')}]`)
}
