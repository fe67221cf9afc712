import {
  ALL_AUTHENTICATED,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  type Binding,
  objectKey,
  type PolicyRule,
  roleNamed,
  type Subject,
  SYSTEM_PRIVILEGED_GROUP,
} from '../../kube/index.ts'
import type { BindingSite, LintRule } from '../rule.ts'
import { inNamespace, quoted } from '../words.ts'
import { placeOf } from './subjects.ts'

export const mastersSubject: LintRule = {
  name: 'masters-subject',
  severity: 'note',
  summary: 'A binding to the group “system:masters”.',
  checkBinding({ binding, defaults }, report) {
    if (defaults?.bindings.some((one) => isSameGrant(one, binding))) return
    for (const subject of binding.subjects) {
      if (subject.kind !== 'Group' || subject.name !== SYSTEM_PRIVILEGED_GROUP) continue
      report({
        at: placeOf(subject, 'name'),
        message: 'Members of “system:masters” may do everything without any role; a binding gives and limits nothing.',
        fix: 'Bind the role to another group, which can also be taken away again.',
      })
    }
  },
}

export const anonymousAccess: LintRule = {
  name: 'anonymous-access',
  severity: 'warning',
  summary: 'A binding that gives anonymous users more than discovery.',
  checkBinding(site, report) {
    const { binding } = site
    for (const subject of binding.subjects) {
      if (!isAnonymous(subject) || beyondDiscovery(site).length === 0) continue
      report({
        at: placeOf(subject, 'name'),
        message: `Everybody who reaches the API server gets ${roleOf(binding)}, without credentials.`,
        fix: 'Bind the role to those who need it, or limit it to public paths.',
      })
    }
  },
}

const EVERYBODY = new Set([ALL_AUTHENTICATED, 'system:serviceaccounts'])

export const everybodyAccess: LintRule = {
  name: 'everybody-access',
  severity: 'warning',
  summary: 'A binding that lets every user change objects.',
  checkBinding(site, report) {
    const { binding } = site
    for (const subject of binding.subjects) {
      const { kind, name } = subject
      if (kind !== 'Group' || !EVERYBODY.has(name) || !beyondDiscovery(site).some(changes)) continue
      report({
        at: placeOf(subject, 'name'),
        message: `${name === ALL_AUTHENTICATED ? 'Every user and every service account' : 'Every service account'} gets ${roleOf(binding)}, ${binding.namespace === '' ? 'which' : 'where it'} can change objects.`,
        fix: 'Bind the role to those who need it.',
      })
    }
  },
}

/** Whether a binding has the name and the role of another one. */
function isSameGrant(one: Binding, other: Binding): boolean {
  return objectKey(one) === objectKey(other) && objectKey(roleNamed(one)) === objectKey(roleNamed(other))
}

function isAnonymous({ kind, name }: Subject): boolean {
  return (kind === 'Group' && name === ALL_UNAUTHENTICATED) || (kind === 'User' && name === ANONYMOUS)
}

function roleOf(binding: Binding): string {
  const { kind, name } = binding.roleRef
  return `${kind} ${quoted(name)}${inNamespace(binding)}`
}

/** The rules of a binding that give more than discovery. Paths are of no namespace, so a RoleBinding grants none. */
function beyondDiscovery({ binding, rules = [] }: BindingSite): readonly PolicyRule[] {
  return rules.filter(
    (rule) => isMoreThanDiscovery(rule) && (binding.namespace === '' || rule.nonResourceURLs.length === 0),
  )
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
