import { featureEnabled } from '../../cluster/index.ts'
import type { Scenario } from '../../decide/index.ts'
import { constrained } from '../../designs/index.ts'
import type { RichText } from '../../trace/index.ts'
import { authorizerReasons } from '../line/authorizer-reason.ts'
import type { ObservedRequest } from '../line/observed-request.ts'
import type { FilledPart } from './filled-part.ts'

type ClusterPart = Pick<Scenario, 'cluster' | 'design'>

/** The cluster settings that the text implies. Other settings stay. */
export function clusterOf({ impersonation, answer }: ObservedRequest, before: Scenario): FilledPart<ClusterPart> {
  const mode = impersonation.kind === 'reported' ? impersonation.mode : undefined
  const gate = mode !== undefined && mode !== 'legacy' && !featureEnabled(constrained, before.cluster)
  const roles = before.cluster.defaultRoles !== true && DEFAULT_BINDING.test(answer.reason ?? '')
  const node =
    !before.cluster.authorizationModes.includes('Node') &&
    answer.authorization === 'forbidden' &&
    authorizerReasons(answer.reason ?? '').some(({ is }) => is === 'node')
  const released = before.design === constrained.id || before.design === 'legacy'
  const legacy = before.design === 'legacy' && mode !== undefined && mode !== 'legacy'
  const design = released && !legacy ? before.design : constrained.id
  const changes: readonly RichText[] = [
    ...(design === before.design
      ? []
      : [['The text comes from a real cluster, so the design is ', { code: design }, '. '] as RichText]),
    ...(gate ? [[{ code: 'ConstrainedImpersonation' }, ' is on: the text names one of its modes. '] as RichText] : []),
    ...(roles ? [['The default roles are included: one of their bindings allowed the request. '] as RichText] : []),
    ...(node ? [['The Node authorizer is asked before the others: the reason is one of its own. '] as RichText] : []),
  ]
  const hasGate = constrained.gate?.defaults[before.cluster.version] !== 'absent'
  return {
    value: {
      design,
      cluster: {
        ...before.cluster,
        ...(gate && { version: hasGate ? before.cluster.version : '1.36', constrainedImpersonation: true }),
        ...(roles && { defaultRoles: true }),
        ...(node && { authorizationModes: ['Node', ...before.cluster.authorizationModes] }),
      },
    },
    ...(changes.length > 0 && { filled: changes.flat() }),
  }
}

/** Kubernetes reserves these names for the roles that kube-apiserver creates. */
const DEFAULT_BINDING = /allowed by (?:ClusterRoleBinding|RoleBinding) "(?:system:|cluster-admin")/
