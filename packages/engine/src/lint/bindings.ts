import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  type Binding,
  type PolicyRule,
  type Subject,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountOf,
} from '../kube/index.ts'
import type { LintedPolicy, Place, ReportFound } from './finding.ts'
import type { KnownResources } from './known-resources.ts'
import { clusterScopedIn } from './role-rules.ts'
import { quoted } from './words.ts'

function at(subject: Subject, field: string): Place {
  return { span: subject.span, path: [field] }
}

const GROUPS = /^system:(?:masters|authenticated|unauthenticated|nodes|serviceaccounts(?::.*)?)$/
// Certificates may well have the name of a component as user and as group.
const USERS = /^system:(?:anonymous|serviceaccount:.*|node:.*)$/

/** Subjects whose name is of another kind: RBAC compares names within a kind (Go: `appliesToUser`). */
export function lintSubjects(binding: Binding, { lineOf }: LintedPolicy, report: ReportFound): void {
  const seen = new Map<string, Subject>()
  for (const [index, subject] of binding.subjects.entries()) {
    const { kind, name } = subject
    if (kind === 'User' && GROUPS.test(name)) {
      report({
        rule: 'subject-kind',
        at: at(subject, 'kind'),
        message: `${quoted(name)} is the name of a group, and no user has it.`,
        fix: 'Write kind: Group.',
        replace: ['Group'],
      })
    } else if (kind === 'Group' && USERS.test(name)) {
      report({
        rule: 'subject-kind',
        at: at(subject, 'kind'),
        message: `${quoted(name)} is the name of a user, and no group has it.`,
        fix: 'Write kind: User.',
        replace: ['User'],
      })
    } else if (kind === 'User' && name.startsWith('system:serviceaccount:') && serviceAccountOf(name) === undefined) {
      report({
        rule: 'account-name',
        at: at(subject, 'name'),
        message: `${quoted(name)} is not the name of a service account: it needs a namespace and a name.`,
        fix: 'Write system:serviceaccount:NAMESPACE:NAME, or kind: ServiceAccount with “name” and “namespace”.',
      })
    }
    const namespace = kind === 'ServiceAccount' && subject.namespace === '' ? binding.namespace : subject.namespace
    const key = `${kind}/${namespace}/${name}`
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, subject)
    else {
      report({
        rule: 'duplicate-subject',
        at: { span: binding.span, path: ['subjects', index] },
        message: `This subject is in the binding already, in line ${lineOf(earlier.span)}.`,
        fix: 'Remove one of them.',
        replace: [],
      })
    }
  }
}

/** Paths that anonymous users may read in every cluster, or that are made for them. */
const PUBLIC_PATH = /^\/(?:api|apis|healthz|livez|readyz|version|openapi|openid|\.well-known)(?:\/|\*|$)/

/** Whether a rule gives a crowd more than discovery: not only public paths, reviews of oneself, or a few objects by name. */
function isMoreThanDiscovery(rule: PolicyRule): boolean {
  const reads = rule.verbs.every((verb) => verb === 'get' || verb === 'head')
  if (rule.nonResourceURLs.length > 0) return !reads || !rule.nonResourceURLs.every((url) => PUBLIC_PATH.test(url))
  if (rule.resources.length > 0 && rule.resources.every((resource) => resource.startsWith('self'))) return false
  const named = rule.resourceNames.length > 0 && rule.verbs.every((verb) => /^(?:get|list|watch)$/.test(verb))
  return !named
}

function changes(rule: PolicyRule): boolean {
  if (rule.resources.length > 0 && rule.resources.every((resource) => /reviews$/.test(resource))) return false
  return rule.verbs.some((verb) => !/^(?:get|list|watch|head|use)$/.test(verb))
}

const EVERYBODY = new Set([ALL_AUTHENTICATED, 'system:serviceaccounts'])
const STRONG = new Set(['cluster-admin', 'admin', 'edit'])

/** Bindings to `system:masters`, to everybody, or to nobody in particular. */
export function lintCrowds(binding: Binding, rules: readonly PolicyRule[] | undefined, report: ReportFound): void {
  const { roleRef } = binding
  if (/^system:/.test(binding.name) && /^system:/.test(roleRef.name)) return
  for (const subject of binding.subjects) {
    const { kind, name } = subject
    if (kind === 'Group' && name === SYSTEM_PRIVILEGED_GROUP) {
      report({
        rule: 'masters-subject',
        at: at(subject, 'name'),
        message: 'Members of “system:masters” may do everything without any role; a binding gives and limits nothing.',
        fix: 'Bind the role to another group, which can also be taken away again.',
      })
      continue
    }
    const anonymous = (kind === 'Group' && name === ALL_UNAUTHENTICATED) || (kind === 'User' && name === ANONYMOUS)
    const strong = roleRef.kind === 'ClusterRole' && STRONG.has(roleRef.name)
    if (anonymous && (strong || rules?.some(isMoreThanDiscovery))) {
      report({
        rule: 'anonymous-access',
        at: at(subject, 'name'),
        message: `Everybody who reaches the API server gets ${roleRef.kind} ${quoted(roleRef.name)}, without credentials.`,
        fix: 'Bind the role to those who need it, or limit it to public paths.',
      })
    } else if (
      kind === 'Group' &&
      EVERYBODY.has(name) &&
      (strong || rules?.some((rule) => isMoreThanDiscovery(rule) && changes(rule)))
    ) {
      report({
        rule: 'everybody-access',
        at: at(subject, 'name'),
        message: `${name === ALL_AUTHENTICATED ? 'Every user and every service account' : 'Every service account'} gets ${roleRef.kind} ${quoted(roleRef.name)}, which can change objects.`,
        fix: 'Bind the role to those who need it.',
      })
    }
  }
}

/** A RoleBinding to a ClusterRole of which nothing counts within a namespace. */
export function lintNothingWithin(
  binding: Binding,
  rules: readonly PolicyRule[] | undefined,
  resources: KnownResources,
  report: ReportFound,
): void {
  if (binding.kind !== 'RoleBinding' || binding.roleRef.kind !== 'ClusterRole' || !rules?.length) return
  const nothing = rules.every(
    (rule) =>
      (rule.nonResourceURLs.length > 0 && rule.resources.length === 0) ||
      (rule.resources.length > 0 && clusterScopedIn(rule, resources).length === rule.resources.length),
  )
  if (!nothing) return
  report({
    rule: 'cluster-scoped-in-role',
    at: { span: binding.roleRef.span, path: ['name'] },
    message: `ClusterRole ${quoted(binding.roleRef.name)} has only cluster-scoped resources and paths, and a RoleBinding grants only within its namespace.`,
    fix: 'Use a ClusterRoleBinding.',
  })
}
