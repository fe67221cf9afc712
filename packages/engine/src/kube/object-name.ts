/** The name of an object. `namespace` is empty for cluster-scoped objects. */
export interface ObjectName {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/**
 * A text that is equal for objects of the same kind, namespace and name alone. The names of a text that is not valid may have
 * any characters, so the length of the namespace says where it ends.
 */
export function objectKey({ kind, namespace, name }: ObjectName): string {
  return `${kind}/${namespace.length}/${namespace}/${name}`
}
