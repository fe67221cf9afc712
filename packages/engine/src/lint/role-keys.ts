import type { Binding, Role } from '../kube/index.ts'

type RoleName = Pick<Role, 'kind' | 'namespace' | 'name'>

export function keyOf({ kind, namespace, name }: RoleName): string {
  return `${kind}/${namespace}/${name}`
}

/** The role that a binding names. */
export function wantedRole({ roleRef: { kind, name }, namespace }: Binding): RoleName {
  return { kind, name, namespace: kind === 'Role' ? namespace : '' }
}
