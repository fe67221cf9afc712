import { type Binding, objectKey, type PolicyRule, roleNamed, SYSTEM_PRIVILEGED_GROUP } from '../../kube/index.ts'
import { isMoreThanDiscovery, unsafeSubject } from '../../rights/index.ts'
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
      const unsafe = unsafeSubject(subject)
      if (unsafe?.id !== 'anonymous' || beyondDiscovery(site).length === 0) continue
      report({
        at: placeOf(subject, 'name'),
        message: `${unsafe.crowd} gets ${roleOf(binding)}, without credentials.`,
        fix: 'Bind the role to those who need it, or limit it to public paths.',
      })
    }
  },
}

export const everybodyAccess: LintRule = {
  name: 'everybody-access',
  severity: 'warning',
  summary: 'A binding that lets every user change objects.',
  checkBinding(site, report) {
    const { binding } = site
    for (const subject of binding.subjects) {
      const unsafe = unsafeSubject(subject)
      if (unsafe?.id !== 'everybody' || !beyondDiscovery(site).some(changes)) continue
      report({
        at: placeOf(subject, 'name'),
        message: `${unsafe.crowd} gets ${roleOf(binding)}, ${binding.namespace === '' ? 'which' : 'where it'} can change objects.`,
        fix: 'Bind the role to those who need it.',
      })
    }
  },
}

/** Whether a binding has the name and the role of another one. */
function isSameGrant(one: Binding, other: Binding): boolean {
  return objectKey(one) === objectKey(other) && objectKey(roleNamed(one)) === objectKey(roleNamed(other))
}

function roleOf(binding: Binding): string {
  const { kind, name } = binding.roleRef
  return `${kind} ${quoted(name)}${inNamespace(binding)}`
}

/** The rules of a binding that give more than discovery. Paths are of no namespace, so a RoleBinding grants none. */
function beyondDiscovery({ binding, rules = [] }: BindingSite): readonly PolicyRule[] {
  return rules.filter(
    (rule) =>
      isMoreThanDiscovery(rule, binding.namespace) && (binding.namespace === '' || rule.nonResourceURLs.length === 0),
  )
}

function changes(rule: PolicyRule): boolean {
  if (rule.resources.length > 0 && rule.resources.every((resource) => /reviews$/.test(resource))) return false
  return rule.verbs.some((verb) => !/^(?:get|list|watch|head|use)$/.test(verb))
}
