import { defaultRoles } from '@authz-playground/engine'
import { clusterOf } from '@authz-playground/engine/internal/cluster'
import { UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import {
  readVectorPolicy,
  type VectorCheck,
  type VectorRequest,
  type VectorScenario,
} from '@authz-playground/engine/internal/vectors'
import { type AccessChange, type PolicyDiff, policyDiff } from '@authz-playground/engine/policy'
import { covers, isOf } from '../fixing/neighbours.ts'
import type { PolicyPair } from './pairs.ts'

/** The difference of two policies as the engine has it; undefined where one of them is refused. */
export function diffOfPair({ before, after, defaultRoles: withDefaults }: PolicyPair): PolicyDiff | undefined {
  const defaults = withDefaults ? defaultRoles(UNNAMED_VERSION) : undefined
  const [old, now] = [before, after].map((text) => {
    const policy = readVectorPolicy(text, defaults)
    const isRefused = policy.diagnostics.some(({ severity }) => severity === 'error')
    return isRefused
      ? undefined
      : clusterOf(policy, { version: UNNAMED_VERSION, defaultRoles: withDefaults }, { defaultRoles: defaults })
  })
  return old && now && policyDiff(old, now)
}

/** The scenario of some requests under one policy of a pair. */
export function underPolicy(
  pair: PolicyPair,
  side: 'before' | 'after',
  requests: readonly VectorRequest[],
): VectorScenario {
  return {
    id: side,
    policy: pair[side],
    cluster: { authorizationModes: ['RBAC'], ...(pair.defaultRoles && { defaultRoles: true }) },
    requestor: { username: 'jane' },
    requests,
  }
}

/** A check that both policies were asked, of one request. */
export interface ComparedCheck {
  readonly request: VectorRequest
  readonly check: VectorCheck
  readonly before: boolean
  readonly after: boolean
}

/** The checks that each request makes under both policies. */
export function comparedChecks(before: VectorScenario, after: VectorScenario): readonly ComparedCheck[] {
  return before.requests.flatMap((request, index) => {
    const later = new Map((after.expect?.[index]?.checks ?? []).map((check) => [keyOf(check), check]))
    return (before.expect?.[index]?.checks ?? []).flatMap((check): readonly ComparedCheck[] => {
      const other = later.get(keyOf(check))
      return other === undefined ? [] : [{ request, check, before: isAllowed(check), after: isAllowed(other) }]
    })
  })
}

/** Whether a change of one of the user's names covers a check. */
export function coversCheck({ subjects, namespaces, rule, except }: AccessChange, check: VectorCheck): boolean {
  return subjects.some(
    (subject) =>
      isOf(subject, check.user) &&
      namespaces.some((namespace) => covers({ subject, namespace, rule }, check)) &&
      !except.some((part) =>
        namespaces.some((own) => covers({ subject, namespace: part.namespace || own, rule: part.rule }, check)),
      ),
  )
}

function isAllowed({ decision }: VectorCheck): boolean {
  return decision === 'Allow'
}

function keyOf({ decision: _, reason: __, ...check }: VectorCheck): string {
  return JSON.stringify(check)
}
