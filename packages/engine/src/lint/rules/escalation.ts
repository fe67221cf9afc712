import { type PolicyRule, RBAC_GROUP } from '../../kube/index.ts'
import { allowsEveryResource, type Rights, ruleAllowsAction, unsafePodPolicies } from '../../rights/index.ts'
import { namespacesOf } from '../open-identities.ts'
import type { LintRule } from '../rule.ts'
import { inNamespaces, joined, listed } from '../words.ts'

export const grantsEverything: LintRule = {
  name: 'grants-everything',
  severity: 'note',
  summary: 'Every verb on every resource.',
  checkRole(role, linted, report) {
    for (const rule of role.rules) {
      if (!allowsEveryResource(rule)) continue
      report({
        at: { span: rule.span },
        message: `This rule grants every verb on every resource of every API group${inNamespaces(namespacesOf(role, linted))}, those of the future too.`,
        fix: 'List what is needed, or bind ClusterRole “cluster-admin”, which says so in its name.',
      })
    }
  },
}

export const grantsEscalation: LintRule = {
  name: 'grants-escalation',
  severity: 'note',
  summary: 'A permission that leads to more than it says.',
  checkRole(role, linted, report) {
    const namespaces = namespacesOf(role, linted)
    for (const rule of role.rules) {
      if (allowsEveryResource(rule)) continue
      const found = ESCALATIONS.filter(
        (escalation) => (namespaces === undefined || !escalation.clusterWide) && grants(rule, escalation),
      )
      const strong = strongRoles(rule, linted.rights)
      const ofRoles = rule.resourceNames.length === 0 ? found.map(({ words }) => words) : namedRoles(rule, strong)
      const words = [...ofRoles, ...podPolicies(rule)]
      if (words.length === 0) continue
      const isNamed = rule.resourceNames.length > 0
      const isAboutRoles = ofRoles.length > 0 && (isNamed || found.every(({ apiGroup }) => apiGroup === RBAC_GROUP))
      report({
        at: { span: rule.span },
        ...(strong.length > 0 && { severity: 'warning' }),
        message: `This rule is a way to more privileges: it allows ${joined(words)}${inNamespaces(namespaces)}.`,
        fix: isAboutRoles
          ? 'Grant it only to those whom you trust with all that it leads to. Of “bind” alone, “resourceNames” with roles of few permissions is a limit.'
          : `${isNamed ? 'Name others, or grant' : 'Limit it with “resourceNames”, or grant'} it only to those whom you trust with all that it leads to.`,
      })
    }
  },
}

/** A way in which a permission leads to more than it says. */
interface Escalation {
  readonly words: string
  readonly apiGroup: string
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  /** It is checked without a namespace, where no Role and no RoleBinding counts. */
  readonly clusterWide?: true
}

const BIND = { apiGroup: RBAC_GROUP, resources: ['roles', 'clusterroles'], verbs: ['bind'] }
const ESCALATE = { ...BIND, verbs: ['escalate'] }

/**
 * What https://kubernetes.io/docs/concepts/security/rbac-good-practices/ lists as ways to more privileges, without those that most
 * controllers need: secrets, and creating pods.
 */
const ESCALATIONS: readonly Escalation[] = [
  { words: 'roles with more permissions than its holder has (“escalate”)', ...ESCALATE },
  { words: 'bindings of roles with more permissions than its holder has (“bind”)', ...BIND },
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

function grants(rule: PolicyRule, { apiGroup, resources, verbs }: Omit<Escalation, 'words'>): boolean {
  return verbs.some((verb) => resources.some((resource) => ruleAllowsAction(rule, { verb, apiGroup, resource })))
}

/**
 * What a rule with names allows on roles: any rules in them by “escalate”, and bindings of those that allow everything by “bind”. A
 * role of few permissions is named in order to be bound.
 */
function namedRoles(rule: PolicyRule, strong: readonly string[]): readonly string[] {
  const { resourceNames } = rule
  return [
    ...(grants(rule, ESCALATE)
      ? [
          `any rules in ${rolesIn(rule)} ${listed(resourceNames)}, where its holder may change ${resourceNames.length === 1 ? 'it' : 'them'} (“escalate”)`,
        ]
      : []),
    ...(strong.length > 0
      ? [
          `bindings of ClusterRole ${listed(strong, 'or')}, which allows everything, where its holder may create or change bindings (“bind”)`,
        ]
      : []),
  ]
}

/** The policies that let pods be privileged. */
function podPolicies(rule: PolicyRule): readonly string[] {
  return unsafePodPolicies(rule).map(({ kind, names }) =>
    names === 'every'
      ? `pods under every ${kind.words}, also under one for privileged pods (“use”)`
      : `pods under the ${kind.words} ${listed(names)}, as root or with access to the node (“use”)`,
  )
}

/** The ClusterRoles that a rule names for “bind”, and that allow everything. */
function strongRoles(rule: PolicyRule, rights: Rights): readonly string[] {
  if (!grants(rule, { ...BIND, resources: ['clusterroles'] })) return []
  return rule.resourceNames.filter((name) => rights.allowsEverythingBy(name))
}

function rolesIn(rule: PolicyRule): string {
  const isPlural = rule.resourceNames.length > 1
  const ofCluster = grants(rule, { ...ESCALATE, resources: ['clusterroles'] })
  const ofNamespace = grants(rule, { ...ESCALATE, resources: ['roles'] })
  const one = ofCluster && ofNamespace ? 'role' : ofCluster ? 'ClusterRole' : 'Role'
  return isPlural ? `${one}s` : one
}
