import type { Cluster } from './cluster.ts'

/** Makes something of a cluster when it is first asked for, and keeps it as long as the cluster. */
export function perCluster<Value>(make: (cluster: Cluster) => Value): (cluster: Cluster) => Value {
  const made = new WeakMap<Cluster, { readonly value: Value }>()
  return (cluster) => {
    const known = made.get(cluster) ?? { value: make(cluster) }
    made.set(cluster, known)
    return known.value
  }
}
