import type { ObjectRule } from './rule.ts'

/**
 * Users and groups belong to no namespace; `appliesToUser` of the RBAC authorizer ignores it. Validation of metadata reports the
 * same of cluster-scoped objects.
 */
export const namespaceIgnored: ObjectRule = {
  name: 'namespace-ignored',
  severity: 'warning',
  summary: 'A namespace of a user or a group, or of a ClusterRole or its binding.',
  decidedSingly: true,
  warnOfSubject(subject, path, report) {
    const kind = subject.text('kind')
    const field = subject.field('namespace')
    if ((kind !== 'User' && kind !== 'Group') || field === undefined || field.value === '') return
    report({
      message: `A ${kind} belongs to no namespace; the API server ignores this one.`,
      fix: 'Remove “namespace”, or write kind: ServiceAccount without “apiGroup” if one is meant.',
      span: field.key,
      path: `${path}.namespace`,
    })
  },
}
