/** A rule as it is written. Lists that are left out are empty. */
export interface Rule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** A subject such as `User/jane`, a namespace or none, and the rules of a role that is bound to it there. */
export type Bound = readonly [subject: string, namespace: string, ...rules: readonly Rule[]]

/** A policy in which each row is a role of its own, `r0`, `r1` and so on, bound to `User/jane`, `Group/ops` or `ServiceAccount/prod/ci`. */
export function policyOf(...rows: readonly Bound[]): string {
  return rows
    .flatMap(([subject, namespace, ...rules], index) => {
      const [kind = '', ...name] = subject.split('/')
      const scope = namespace === '' ? 'Cluster' : ''
      const metadata = { name: `r${index}`, ...(namespace !== '' && { namespace }) }
      const apiVersion = 'rbac.authorization.k8s.io/v1'
      const who =
        kind === 'ServiceAccount'
          ? { kind, namespace: name[0], name: name[1] }
          : { kind, name: name.join('/'), apiGroup: 'rbac.authorization.k8s.io' }
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: `${scope}Role`, name: `r${index}` }
      return [
        { apiVersion, kind: `${scope}Role`, metadata, rules },
        { apiVersion, kind: `${scope}RoleBinding`, metadata, roleRef, subjects: [who] },
      ]
    })
    .map((one) => JSON.stringify(one))
    .join('\n---\n')
}
