import { type Binding, objectKey, type PolicyRule, roleNamed, SYSTEM_PRIVILEGED_GROUP } from '../../kube/index.ts'
import { isMoreThanDiscovery, unsafeSubject } from '../../rights/index.ts'
import type { BindingSite, LintRule } from '../rule.ts'
import { inNamespace, listed, quoted } from '../words.ts'
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
  summary: 'A binding that lets every user do more than read.',
  checkBinding(site, report) {
    const { binding } = site
    for (const subject of binding.subjects) {
      const unsafe = unsafeSubject(subject)
      const beyond = beyondReading(site)
      if (unsafe?.id !== 'everybody' || beyond.length === 0) continue
      const does = beyond.some((verb) => WRITING.has(verb)) ? 'can change objects' : `grants ${listed(beyond)}`
      report({
        at: placeOf(subject, 'name'),
        message: `${unsafe.crowd} gets ${roleOf(binding)}, ${binding.namespace === '' ? 'which' : 'where it'} ${does}.`,
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

const WRITING: ReadonlySet<string> = new Set(['*', 'create', 'update', 'patch', 'delete', 'deletecollection'])

/** The verbs of a binding that do more than read, each once. Who may ask for a review changes nothing. */
function beyondReading(site: BindingSite): readonly string[] {
  const verbs = beyondDiscovery(site)
    .filter(({ resources }) => resources.length === 0 || !resources.every((resource) => /reviews$/.test(resource)))
    .flatMap((rule) => rule.verbs)
  return [...new Set(verbs)].filter((verb) => !/^(?:get|list|watch|head|use)$/.test(verb))
}
