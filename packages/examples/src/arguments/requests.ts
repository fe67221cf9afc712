import { http } from '../example.ts'
import { pod } from '../objects.ts'

// The requests that most arguments are about, so that their answers can be compared.

/** A list of pods in one namespace. */
export const LINE = 'GET /api/v1/namespaces/prod/pods'
export const LIST = http(LINE, { 'Impersonate-User': 'jane' })
export const DELETE = http('DELETE /api/v1/namespaces/prod/pods/web', { 'Impersonate-User': 'jane' })

/** A node, and the list of its pods. */
export const NODE = 'system:node:node-1'
export const NODE_LINE = 'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1'
export const NODE_PODS = http(NODE_LINE, { 'Impersonate-User': NODE })
/** A cluster with the Node authorizer, where the node runs one pod. */
export const NODES = { authorizationModes: ['Node', 'RBAC'], objects: pod('web', 'prod', 'node-1') } as const
