import { type Binding, RBAC_GROUP, type Subject, serviceAccountOf } from '../../kube/index.ts'
import type { Problem, Span } from '../../text/index.ts'
import type { Struct } from '../decode/decoded-value.ts'
import type { RbacKind } from '../schema/rbac-schema.ts'
import { type RbacObject, rbacObject } from './rbac-objects.ts'

/** The code of the note about them, which a policy has at most once. */
export const OPENSHIFT_KIND = 'openshift-kind'

/** Says how an object of OpenShift's group is read. */
export function openShiftNote(head: Span): Problem {
  return {
    severity: 'note',
    code: OPENSHIFT_KIND,
    message:
      'OpenShift stores its roles and bindings as those of RBAC, and they are read as those: without attributeRestrictions, and with subjects in place of userNames and groupNames.',
    fix: `To edit them, get them by their full names, such as roles.${RBAC_GROUP}.`,
    span: head,
    path: 'apiVersion',
  }
}

/** Whether a problem is one of RBAC's kinds alone: OpenShift's references have no kind, and two kinds of subjects more. */
export function isOpenShiftUsage({ code, detail = '' }: Problem): boolean {
  return code === 'wrong-role-kind' || (code === 'wrong-subject-kind' && /"System(?:User|Group)"/.test(detail))
}

/**
 * The role or binding of RBAC that OpenShift stores for one of its group (Go: `Convert_authorization_RoleBinding_To_rbac_RoleBinding`
 * of openshift-apiserver): a reference with a namespace is to a Role, any other to a ClusterRole.
 */
export function storedObject(kind: RbacKind, struct: Struct): RbacObject {
  const object = rbacObject(kind, struct)
  if ('role' in object) return object
  const { binding } = object
  const namespace = struct.struct('roleRef')?.text('namespace') ?? ''
  const roleRef: Binding['roleRef'] = { ...binding.roleRef, kind: namespace === '' ? 'ClusterRole' : 'Role' }
  const subjects = binding.subjects.length > 0 ? binding.subjects.map(subjectOf) : namedSubjects(struct)
  return { ...object, binding: { ...binding, roleRef, subjects } }
}

function subjectOf(subject: Subject): Subject {
  return { ...subject, kind: subject.kind.replace(/^System(?=User$|Group$)/, '') as Subject['kind'] }
}

/** The subjects of a binding that has only the names of them, as clients of OpenShift 3 write it. */
function namedSubjects(struct: Struct): readonly Subject[] {
  const named = (list: string, kind: 'User' | 'Group'): readonly Subject[] =>
    struct.texts(list).map(({ value: name, node }) => {
      const account = kind === 'User' ? serviceAccountOf(name) : undefined
      const span = { start: node.start, end: node.end }
      return account ? { kind: 'ServiceAccount', ...account, span } : { kind, name, namespace: '', span }
    })
  return [...named('userNames', 'User'), ...named('groupNames', 'Group')]
}
