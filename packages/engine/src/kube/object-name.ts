/** The name of an object. `namespace` is empty for cluster-scoped objects. */
export interface ObjectName {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** A text that is equal for objects of the same kind, namespace and name alone. */
export function objectKey({ kind, namespace, name }: ObjectName): string {
  return `${kind}/${namespace}/${name}`
}
