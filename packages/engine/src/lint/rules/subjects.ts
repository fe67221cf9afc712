import { type Subject, serviceAccountOf } from '../../kube/index.ts'
import { subjectIn, subjectKey } from '../../rights/index.ts'
import type { Place } from '../finding.ts'
import type { LintRule } from '../rule.ts'
import { quoted } from '../words.ts'

/** The place of a field of a subject. */
export function placeOf(subject: Subject, field: string): Place {
  return { span: subject.span, path: [field] }
}

const GROUPS = /^system:(?:masters|authenticated|unauthenticated|nodes|serviceaccounts(?::.*)?)$/
// Certificates may well have the name of a component as user and as group.
const USERS = /^system:(?:anonymous|serviceaccount:.*|node:.*)$/

/** Subjects whose name is of another kind: RBAC compares names within a kind (Go: `appliesToUser`). */
export const subjectKind: LintRule = {
  name: 'subject-kind',
  severity: 'warning',
  summary: 'A user with the name of a group, or the reverse.',
  decidedSingly: true,
  checkBinding({ binding }, report) {
    for (const subject of binding.subjects) {
      const { kind, name } = subject
      const other =
        kind === 'User' && GROUPS.test(name) ? 'Group' : kind === 'Group' && USERS.test(name) ? 'User' : undefined
      if (other === undefined) continue
      report({
        at: placeOf(subject, 'kind'),
        message: `${quoted(name)} is the name of a ${other.toLowerCase()}, and no ${kind.toLowerCase()} has it.`,
        fix: `Write kind: ${other}.`,
        replace: [other],
      })
    }
  },
}

export const accountName: LintRule = {
  name: 'account-name',
  severity: 'warning',
  summary: 'A username of a service account that is none.',
  checkBinding({ binding }, report) {
    for (const subject of binding.subjects) {
      const { kind, name } = subject
      if (kind !== 'User' || !name.startsWith('system:serviceaccount:') || serviceAccountOf(name) !== undefined)
        continue
      report({
        at: placeOf(subject, 'name'),
        message: `${quoted(name)} is not the name of a service account: it needs a namespace and a name.`,
        fix: 'Write system:serviceaccount:NAMESPACE:NAME, or kind: ServiceAccount with “name” and “namespace”.',
      })
    }
  },
}

export const noSubjects: LintRule = {
  name: 'no-subjects',
  severity: 'note',
  summary: 'A binding without subjects, which grants nothing.',
  checkBinding({ binding }, report) {
    if (binding.subjects.length > 0) return
    report({
      at: { span: binding.nameSpan },
      message: `This ${binding.kind} has no subjects, so nobody gets its role.`,
      fix: 'Write “subjects”. `kubectl create` writes them for --user, --group and --serviceaccount; --as is the user who creates the binding.',
    })
  },
}

export const duplicateSubject: LintRule = {
  name: 'duplicate-subject',
  severity: 'note',
  summary: 'A subject that is twice in a binding.',
  checkBinding({ binding, lineOf }, report) {
    const seen = new Map<string, Subject>()
    for (const [index, subject] of binding.subjects.entries()) {
      const key = subjectKey(subjectIn(subject, binding) ?? subject)
      const earlier = seen.get(key)
      if (earlier === undefined) {
        seen.set(key, subject)
        continue
      }
      report({
        at: { span: binding.span, path: ['subjects', index] },
        message: `This subject is in the binding already, in line ${lineOf(earlier.span)}.`,
        fix: 'Remove one of them.',
        replace: [],
      })
    }
  },
}
