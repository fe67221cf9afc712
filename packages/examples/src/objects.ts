/** Stored objects for the Node authorizer: they connect a pod, and the objects that it mounts, to its node. */

/** A pod that runs on a node, with the volumes that it mounts. `volumes` are bodies of list entries. */
export function pod(name: string, namespace: string, node: string, ...volumes: readonly string[]): string {
  const mounted = volumes.map((volume) => `\n  - ${volume}`).join('')
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  nodeName: ${node}
  serviceAccountName: ${name}${mounted === '' ? '' : `\n  volumes:${mounted}`}`
}
