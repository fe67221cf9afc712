import type { PolicyRule } from '../../kube/index.ts'
import { allowsEveryResource, ruleAllowsAction } from '../../rights/index.ts'
import type { LintRule } from '../rule.ts'
import { inNamespace } from '../words.ts'

export const grantsEverything: LintRule = {
  name: 'grants-everything',
  severity: 'note',
  summary: 'Every verb on every resource.',
  checkRule({ role, rule }, report) {
    if (!allowsEveryResource(rule)) return
    report({
      at: { span: rule.span },
      message: `This rule grants every verb on every resource of every API group${inNamespace(role)}, those of the future too.`,
      fix: 'List what is needed, or bind ClusterRole “cluster-admin”, which says so in its name.',
    })
  },
}

export const grantsEscalation: LintRule = {
  name: 'grants-escalation',
  severity: 'note',
  summary: 'A permission that leads to more than it says.',
  checkRule({ role, rule }, report) {
    if (allowsEveryResource(rule)) return
    const words = ESCALATIONS.filter(
      (escalation) => (role.kind === 'ClusterRole' || !escalation.clusterWide) && grants(rule, escalation),
    ).map(({ words }) => words)
    if (words.length === 0) return
    report({
      at: { span: rule.span },
      message: `This rule is a way to more privileges: it allows ${words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`}${inNamespace(role)}.`,
      fix: 'Limit it with “resourceNames”, or grant it only to those whom you trust with all that it leads to.',
    })
  },
}

/** A way in which a permission leads to more than it says. */
interface Escalation {
  readonly words: string
  readonly apiGroup: string
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  /** It is checked without a namespace, where no Role counts. */
  readonly clusterWide?: true
}

/**
 * What https://kubernetes.io/docs/concepts/security/rbac-good-practices/ lists as ways to more privileges, without those that most
 * controllers need: secrets, and creating pods.
 */
const ESCALATIONS: readonly Escalation[] = [
  {
    words: 'roles with more permissions than its holder has (“escalate”)',
    apiGroup: 'rbac.authorization.k8s.io',
    resources: ['roles', 'clusterroles'],
    verbs: ['escalate'],
  },
  {
    words: 'bindings of roles with more permissions than its holder has (“bind”)',
    apiGroup: 'rbac.authorization.k8s.io',
    resources: ['roles', 'clusterroles'],
    verbs: ['bind'],
  },
  { words: 'acting as any user', apiGroup: '', resources: ['users'], verbs: ['impersonate'], clusterWide: true },
  { words: 'acting with any group', apiGroup: '', resources: ['groups'], verbs: ['impersonate'], clusterWide: true },
  { words: 'acting as any service account', apiGroup: '', resources: ['serviceaccounts'], verbs: ['impersonate'] },
  { words: 'tokens of any service account', apiGroup: '', resources: ['serviceaccounts/token'], verbs: ['create'] },
  {
    words: 'commands in every container of a node through its kubelet',
    apiGroup: '',
    resources: ['nodes/proxy'],
    verbs: ['create', 'get'],
    clusterWide: true,
  },
]

function grants(rule: PolicyRule, { apiGroup, resources, verbs }: Escalation): boolean {
  if (rule.resourceNames.length > 0) return false
  return verbs.some((verb) => resources.some((resource) => ruleAllowsAction(rule, { verb, apiGroup, resource })))
}
