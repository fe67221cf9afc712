import type { Rule } from '../kube/index.ts'
import { ruleAllowsAction } from './matching.ts'

/** A kind of policies that admission asks for by the verb `use`, in the namespace of the pod. */
export interface PodPolicyKind {
  readonly apiGroup: string
  readonly resource: string
  /** One of them, in the words of its authors. */
  readonly words: string
  /** Those of known names that let a container have rights on its node, or run as root. */
  readonly unsafe: ReadonlySet<string>
}

/**
 * The kinds, with the objects that OpenShift makes
 * (https://docs.openshift.com/container-platform/latest/authentication/managing-security-context-constraints.html), and the name
 * that the documentation of PodSecurityPolicy used.
 */
const POD_POLICIES: readonly PodPolicyKind[] = [
  {
    apiGroup: 'security.openshift.io',
    resource: 'securitycontextconstraints',
    words: 'security context constraint',
    unsafe: new Set(
      'privileged anyuid hostaccess hostmount-anyuid hostmount-anyuid-v2 hostnetwork hostnetwork-v2 node-exporter'.split(
        ' ',
      ),
    ),
  },
  {
    apiGroup: 'policy',
    resource: 'podsecuritypolicies',
    words: 'pod security policy',
    unsafe: new Set(['privileged']),
  },
]

/** The unsafe policies of pods of one kind that a rule lets pods use: every one, or those of these names. */
export interface UnsafePodPolicies {
  readonly kind: PodPolicyKind
  readonly names: 'every' | readonly string[]
}

/** What a rule opens by `use`: a rule without names opens those for privileged pods, too. */
export function unsafePodPolicies(rule: Rule): readonly UnsafePodPolicies[] {
  return POD_POLICIES.flatMap((kind): readonly UnsafePodPolicies[] => {
    if (!ruleAllowsAction(rule, { verb: 'use', apiGroup: kind.apiGroup, resource: kind.resource })) return []
    if (rule.resourceNames.length === 0) return [{ kind, names: 'every' }]
    const names = rule.resourceNames.filter((name) => kind.unsafe.has(name))
    return names.length === 0 ? [] : [{ kind, names }]
  })
}
