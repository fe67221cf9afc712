import { featureEnabled } from '../../cluster/index.ts'
import type { Scenario } from '../../decide/index.ts'
import { constrained } from '../../designs/index.ts'
import {
  CHANGED_IN,
  hasChange,
  KUBERNETES_VERSIONS,
  type KubernetesVersion,
  NEWEST_VERSION,
  nodeOf,
  serviceAccountOf,
} from '../../kube/index.ts'
import type { RichText } from '../../trace/index.ts'
import { authorizerReasons, withoutAuthorizer } from '../line/authorizer-reason.ts'
import type { ObservedRequest } from '../line/observed-request.ts'
import type { FilledPart } from './filled-part.ts'

type ClusterPart = Pick<Scenario, 'cluster' | 'design'>

/** The cluster settings that the text implies. Other settings stay. */
export function clusterOf(
  { impersonation, answer, check }: ObservedRequest,
  before: Scenario,
): FilledPart<ClusterPart> {
  const mode = impersonation.kind === 'reported' ? impersonation.mode : undefined
  const gate = mode !== undefined && mode !== 'legacy' && !featureEnabled(constrained, before.cluster)
  const noModes =
    check !== undefined && mode === 'legacy' && mayHaveModes(impersonation) && before.design === constrained.id
  const off = noModes && featureEnabled(constrained, before.cluster)
  const roles = before.cluster.defaultRoles !== true && DEFAULT_BINDING.test(answer.reason ?? '')
  const node =
    !before.cluster.authorizationModes.includes('Node') &&
    answer.authorization === 'forbidden' &&
    authorizerReasons(answer.reason ?? '').some(({ is }) => is === 'node')
  const released = before.design === constrained.id || before.design === 'legacy'
  const legacy = before.design === 'legacy' && mode !== undefined && mode !== 'legacy'
  const design = released && !legacy ? before.design : constrained.id
  const proven = provenVersion(answer, before.cluster.version)
  const changes: readonly RichText[] = [
    ...(design === before.design
      ? []
      : [['The text comes from a real cluster, so the design is ', { code: design }, '. '] as RichText]),
    ...(gate ? [[{ code: 'ConstrainedImpersonation' }, ' is on: the text names one of its modes. '] as RichText] : []),
    ...(off ? [WITHOUT_MODES] : []),
    ...(roles ? [['The default roles are included: one of their bindings allowed the request. '] as RichText] : []),
    ...(proven ? [provenWords(proven)] : []),
    ...(node ? [['The Node authorizer is asked before the others: the reason is one of its own. '] as RichText] : []),
  ]
  const hasGate = constrained.gate?.defaults[before.cluster.version] !== 'absent'
  return {
    value: {
      design,
      cluster: {
        ...before.cluster,
        ...(gate && { version: hasGate ? before.cluster.version : NEWEST_VERSION, constrainedImpersonation: true }),
        ...(proven && { version: proven }),
        ...(off && { constrainedImpersonation: false }),
        ...(roles && { defaultRoles: true }),
        ...(node && { authorizationModes: ['Node', ...before.cluster.authorizationModes] }),
      },
    },
    ...(changes.length > 0 && { filled: changes.flat() }),
  }
}

/**
 * The version nearest to that before whose API server writes reasons of refusals like this one, with or without the name of the
 * authorizer. Undefined where the version before does, or the reason does not say.
 */
function provenVersion(
  { authorization, reason = '' }: ObservedRequest['answer'],
  before: KubernetesVersion,
): KubernetesVersion | undefined {
  const ofKubernetes = authorizerReasons(reason).every(({ is }) => is === 'node' || is === 'lost-roles')
  if (authorization !== 'forbidden' || reason === '' || !ofKubernetes) return undefined
  const named = withoutAuthorizer(reason) !== reason
  if (named === hasChange(before, 'named-reasons')) return undefined
  const first = CHANGED_IN['named-reasons']
  return named ? first : KUBERNETES_VERSIONS[KUBERNETES_VERSIONS.indexOf(first) - 1]
}

function provenWords(version: KubernetesVersion): RichText {
  const first = CHANGED_IN['named-reasons']
  const names = hasChange(version, 'named-reasons')
    ? `has the name of its authorizer first, as from ${first} on`
    : `does not have the name of its authorizer first, which it has from ${first} on`
  return [`The version is set to ${version}: the reason ${names}. `]
}

/**
 * Whether a mode comes before the old verb, as far as the text says: of nodes and service accounts it does only where the request
 * asks for nothing beside the name.
 */
function mayHaveModes(impersonation: ObservedRequest['impersonation']): boolean {
  const { username = '' } = impersonation.kind === 'reported' ? impersonation.target : {}
  return serviceAccountOf(username) === undefined && nodeOf(username) === undefined
}

const WITHOUT_MODES: RichText = [
  { code: 'ConstrainedImpersonation' },
  ' is off: with it on, the filter reports the check of a mode first, unless the old verb had let this requestor in before, or the target is a node or a service account with groups, a UID or extras. ',
]

/** Kubernetes reserves these names for the roles that kube-apiserver creates. */
const DEFAULT_BINDING = /allowed by (?:ClusterRoleBinding|RoleBinding) "(?:system:|cluster-admin")/
