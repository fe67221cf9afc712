import { describe, expect, it } from 'vitest'
import { readObjects } from '../../cluster/index.ts'
import { type Attributes, attributesFor, NODES_GROUP, userInfo } from '../../kube/index.ts'
import { nodeAuthorizer } from './node.ts'

const OBJECTS = `
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: prod}
spec:
  nodeName: n1
  serviceAccountName: runner
  imagePullSecrets:
  - name: registry
  containers:
  - name: c
    env:
    - name: PASSWORD
      valueFrom:
        secretKeyRef: {name: password, key: k}
    envFrom:
    - configMapRef:
        name: settings
  volumes:
  - name: data
    persistentVolumeClaim:
      claimName: web-data
  - name: scratch
    ephemeral: {}
  resourceClaims:
  - name: gpu
    resourceClaimName: web-gpu
---
apiVersion: v1
kind: Pod
metadata: {name: other, namespace: prod}
spec: {nodeName: n2, serviceAccountName: other}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv1}
spec:
  claimRef: {namespace: prod, name: web-data}
  csi:
    nodeStageSecretRef:
      name: storage
      namespace: csi
    controllerPublishSecretRef: {name: controller, namespace: csi}
---
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: {name: va1}
spec: {nodeName: n1}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: slice1}
spec: {nodeName: n1}
`

const read = readObjects(OBJECTS, '1.36')
const node = nodeAuthorizer(read, '1.36')
const NO_RELATION = "no relationship found between node 'n1' and this object"

type Asked = Partial<Omit<Attributes, 'user'>>

function attributes(asked: Asked, username: string, groups: readonly string[]): Attributes {
  return attributesFor(userInfo({ username, groups }), { verb: 'get', apiVersion: 'v1', ...asked })
}

function ask(asked: Asked, username = 'system:node:n1', groups: readonly string[] = [NODES_GROUP]) {
  return node.authorize(attributes(asked, username, groups))
}

/** The answer, in short: `Allow`, or the reason of no opinion. */
function answer(...asked: Parameters<typeof ask>): string {
  const { decision, reason } = ask(...asked)
  return decision === 'Allow' && reason === '' ? 'Allow' : `${decision}: ${reason}`
}

function on(node_: string, operator: '=' | '!=' = '='): Asked {
  return { fieldSelector: [{ field: 'spec.nodeName', operator, value: node_ }] }
}

/** `kind namespace/name: the text of the line pointed at`. */
function related(asked: Asked): readonly string[] | undefined {
  return ask(asked).evidence?.related?.map(({ kind, namespace, name, range }) => {
    expect(range.source).toBe('objects')
    return `${kind} ${namespace}/${name}: ${OBJECTS.split('\n')[range.line - 1]?.trim()}`
  })
}

const SECRET = { resource: 'secrets', namespace: 'prod' }
const CLAIM = { resource: 'persistentvolumeclaims', namespace: 'prod' }
const SLICES = { apiGroup: 'resource.k8s.io', resource: 'resourceslices' }
const LEASE = { apiGroup: 'coordination.k8s.io', resource: 'leases', namespace: 'kube-node-lease' }
const CSI_NODE = { apiGroup: 'storage.k8s.io', resource: 'csinodes' }
const ACCOUNT = { resource: 'serviceaccounts', namespace: 'prod' }

describe('who is a node', () => {
  const asked = { resource: 'nodes', name: 'n1' }
  it('is recognised by the username and the group together', () => {
    expect(answer(asked)).toBe('Allow')
    expect(answer(asked, 'system:node:n1', ['system:authenticated'])).toBe('NoOpinion: ')
    expect(answer(asked, 'n1', [NODES_GROUP])).toBe('NoOpinion: ')
  })

  it('reads any name after the prefix as a node name, but an empty one as an unknown node', () => {
    expect(answer({ resource: 'nodes', name: 'N 1:x' }, 'system:node:N 1:x')).toBe('Allow')
    expect(answer(asked, 'system:node:')).toBe('NoOpinion: unknown node for user "system:node:"')
  })
})

describe('secrets and config maps', () => {
  it('may be read when a pod of the node refers to them, also by a watch for the one name', () => {
    for (const verb of ['get', 'list', 'watch']) expect(answer({ ...SECRET, verb, name: 'registry' })).toBe('Allow')
    expect(answer({ ...SECRET, name: 'password' })).toBe('Allow')
    expect(answer({ ...SECRET, resource: 'configmaps', name: 'settings' })).toBe('Allow')
  })

  it('may not be read otherwise', () => {
    expect(answer({ ...SECRET, name: 'settings' })).toBe(`NoOpinion: ${NO_RELATION}`)
    expect(answer({ ...SECRET, namespace: 'default', name: 'registry' })).toBe(`NoOpinion: ${NO_RELATION}`)
    expect(answer({ ...SECRET, name: 'registry' }, 'system:node:n2')).toContain("node 'n2'")
    expect(answer({ ...SECRET, name: 'registry' }, 'system:node:unheard-of')).toContain("node 'unheard-of'")
    expect(answer({ ...SECRET, verb: 'list' })).toBe('NoOpinion: No Object name found')
    expect(answer({ ...SECRET, verb: 'update', name: 'registry' })).toBe(
      'NoOpinion: can only read resources of this type',
    )
    expect(answer({ ...SECRET, subresource: 'x', name: 'registry' })).toBe('NoOpinion: cannot read subresource')
    expect(answer({ resource: 'secrets', name: 'registry' })).toBe(
      'NoOpinion: can only read namespaced object of this type',
    )
  })

  it('of a volume may be read on the node that its claim is used on, but not those of the controller', () => {
    expect(answer({ ...SECRET, namespace: 'csi', name: 'storage' })).toBe('Allow')
    expect(answer({ ...SECRET, namespace: 'csi', name: 'storage' }, 'system:node:n2')).toContain('no relationship')
    expect(answer({ ...SECRET, namespace: 'csi', name: 'controller' })).toBe(`NoOpinion: ${NO_RELATION}`)
  })

  it('of another API group are not decided by this authorizer', () => {
    expect(answer({ ...SECRET, apiGroup: 'apps', name: 'registry' })).toBe('NoOpinion: ')
  })
})

describe('claims and volumes', () => {
  it('may be got when a pod of the node uses them', () => {
    expect(answer({ ...CLAIM, name: 'web-data' })).toBe('Allow')
    expect(answer({ ...CLAIM, name: 'web-scratch' })).toBe('Allow')
    expect(answer({ resource: 'persistentvolumes', name: 'pv1' })).toBe('Allow')
    expect(answer({ resource: 'persistentvolumes', name: 'pv1' }, 'system:node:n2')).toContain('no relationship')
    expect(answer({ resource: 'persistentvolumes', name: 'pv1', namespace: 'prod' })).toBe(`NoOpinion: ${NO_RELATION}`)
    expect(
      answer({ apiGroup: 'resource.k8s.io', resource: 'resourceclaims', namespace: 'prod', name: 'web-gpu' }),
    ).toBe('Allow')
  })

  it('may not be listed, and have no subresources to get', () => {
    expect(answer({ ...CLAIM, verb: 'list', name: 'web-data' })).toBe(
      'NoOpinion: can only get individual resources of this type',
    )
    expect(answer({ resource: 'persistentvolumes', subresource: 'status', name: 'pv1' })).toBe(
      'NoOpinion: cannot get subresource',
    )
  })

  it('the status of a claim may be written, but not got', () => {
    const status = { ...CLAIM, subresource: 'status', name: 'web-data' }
    expect(answer({ ...status, verb: 'update' })).toBe('Allow')
    expect(answer({ ...status, verb: 'patch' })).toBe('Allow')
    expect(answer(status)).toBe('NoOpinion: can only get/update/patch this type')
    expect(answer({ ...status, verb: 'update', name: 'else' })).toBe(`NoOpinion: ${NO_RELATION}`)
  })

  it('volume attachments belong to the node that they name', () => {
    const attachment = { apiGroup: 'storage.k8s.io', resource: 'volumeattachments', name: 'va1' }
    expect(answer(attachment)).toBe('Allow')
    expect(answer(attachment, 'system:node:n2')).toContain('no relationship')
  })
})

describe('service accounts', () => {
  it('may be got, and tokens made for them, when a pod of the node runs as them', () => {
    expect(answer({ ...ACCOUNT, name: 'runner' })).toBe('Allow')
    expect(answer({ ...ACCOUNT, verb: 'create', subresource: 'token', name: 'runner' })).toBe('Allow')
    expect(answer({ ...ACCOUNT, verb: 'create', subresource: 'token', name: 'other' })).toBe(
      `NoOpinion: ${NO_RELATION}`,
    )
  })

  it('nothing else may be done with them', () => {
    expect(answer({ ...ACCOUNT, verb: 'list' })).toBe(
      'NoOpinion: can only create tokens for individual service accounts',
    )
    expect(answer({ ...ACCOUNT, verb: 'create', subresource: 'token' })).toBe(
      'NoOpinion: can only create tokens for individual service accounts',
    )
    expect(answer({ ...ACCOUNT, verb: 'create', name: 'runner' })).toBe(
      'NoOpinion: can only create token subresource of serviceaccount',
    )
    expect(answer({ resource: 'serviceaccounts', name: 'runner' })).toBe(
      'NoOpinion: can only read namespaced object of this type',
    )
  })
})

describe('leases and CSI nodes', () => {
  it('are the node’s own by their name', () => {
    for (const verb of ['get', 'create', 'update', 'patch', 'delete']) {
      expect(answer({ ...LEASE, verb, name: 'n1' })).toBe('Allow')
      expect(answer({ ...CSI_NODE, verb, name: 'n1' })).toBe('Allow')
    }
    expect(answer({ ...LEASE, name: 'n2' })).toBe(
      'NoOpinion: can only access node lease with the same name as the requesting node',
    )
    expect(answer({ ...CSI_NODE, name: 'n2' })).toBe(
      'NoOpinion: can only access CSINode with the same name as the requesting node',
    )
  })

  it('may be created with any name, which is not known here', () => {
    expect(answer({ ...LEASE, verb: 'create' })).toBe('Allow')
    expect(answer({ ...CSI_NODE, verb: 'create' })).toBe('Allow')
  })

  it('may not be listed, and leases are in one namespace', () => {
    expect(answer({ ...LEASE, verb: 'list' })).toBe(
      'NoOpinion: can only get, create, update, patch, or delete a node lease',
    )
    expect(answer({ ...CSI_NODE, verb: 'watch' })).toBe(
      'NoOpinion: can only get, create, update, patch, or delete a CSINode',
    )
    expect(answer({ ...LEASE, namespace: 'default', name: 'n1' })).toBe(
      'NoOpinion: can only access leases in the "kube-node-lease" system namespace',
    )
    expect(answer({ ...CSI_NODE, subresource: 'status', name: 'n1' })).toBe(
      'NoOpinion: cannot authorize CSINode subresources',
    )
  })
})

describe('resource slices', () => {
  it('may be created, and changed when they name the node', () => {
    expect(answer({ ...SLICES, verb: 'create' })).toBe('Allow')
    for (const verb of ['get', 'update', 'patch', 'delete'])
      expect(answer({ ...SLICES, verb, name: 'slice1' })).toBe('Allow')
    expect(answer({ ...SLICES, name: 'slice1' }, 'system:node:n2')).toContain('no relationship')
  })

  it('may be listed, watched and deleted as a collection for the own node only', () => {
    for (const verb of ['list', 'watch', 'deletecollection']) {
      expect(answer({ ...SLICES, verb, ...on('n1') })).toBe('Allow')
      for (const selector of [{}, on('n2'), on('n1', '!=')])
        expect(answer({ ...SLICES, verb, ...selector })).toBe(
          'NoOpinion: can only list/watch/deletecollection resourceslices with nodeName field selector',
        )
    }
  })

  it('know no subresources and no other verbs', () => {
    expect(answer({ ...SLICES, subresource: 'status' })).toBe('NoOpinion: cannot authorize ResourceSlice subresources')
    expect(answer({ ...SLICES, verb: 'escalate' })).toBe(
      'NoOpinion: only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
    )
  })
})

describe('nodes', () => {
  it('may be read individually, and only the own', () => {
    for (const verb of ['get', 'list', 'watch']) {
      expect(answer({ resource: 'nodes', verb, name: 'n1' })).toBe('Allow')
      expect(answer({ resource: 'nodes', verb, name: 'n2' })).toBe(
        "NoOpinion: node 'n1' cannot read 'n2', only its own Node object",
      )
      expect(answer({ resource: 'nodes', verb })).toBe(
        "NoOpinion: node 'n1' cannot read all nodes, only its own Node object",
      )
    }
  })

  it('may be written, which admission narrows', () => {
    for (const verb of ['create', 'update', 'patch']) expect(answer({ resource: 'nodes', verb })).toBe('Allow')
    for (const verb of ['update', 'patch'])
      expect(answer({ resource: 'nodes', subresource: 'status', verb, name: 'n2' })).toBe('Allow')
    expect(answer({ resource: 'nodes', verb: 'delete', name: 'n1' })).toBe('NoOpinion: ')
    expect(answer({ resource: 'nodes', subresource: 'status', name: 'n1' })).toBe('NoOpinion: ')
    expect(answer({ resource: 'nodes', subresource: 'proxy', name: 'n1' })).toBe('NoOpinion: ')
  })
})

describe('pods', () => {
  const pods = { resource: 'pods', namespace: 'prod' }
  it('may be got when they are bound to the node', () => {
    expect(answer({ ...pods, name: 'web' })).toBe('Allow')
    expect(answer({ ...pods, name: 'other' })).toBe(`NoOpinion: ${NO_RELATION}`)
    expect(answer({ ...pods, subresource: 'log', name: 'web' })).toBe('NoOpinion: ')
    expect(answer(pods)).toBe('NoOpinion: No Object name found')
  })

  it('may be listed and watched for the own node only, or as a single pod', () => {
    for (const verb of ['list', 'watch']) {
      expect(answer({ resource: 'pods', verb, ...on('n1') })).toBe('Allow')
      expect(answer({ ...pods, verb, name: 'web' })).toBe('Allow')
      expect(answer({ ...pods, verb, name: 'other' })).toBe(`NoOpinion: ${NO_RELATION}`)
      for (const selector of [{}, on('n2'), on('n1', '!=')])
        expect(answer({ ...pods, verb, ...selector })).toBe(
          'NoOpinion: can only list/watch pods with spec.nodeName field selector',
        )
    }
  })

  it('may be made, removed, evicted and reported on, which admission narrows', () => {
    expect(answer({ ...pods, verb: 'create' })).toBe('Allow')
    expect(answer({ ...pods, verb: 'delete', name: 'other' })).toBe('Allow')
    expect(answer({ ...pods, verb: 'update', subresource: 'status', name: 'other' })).toBe('Allow')
    expect(answer({ ...pods, verb: 'patch', subresource: 'status', name: 'other' })).toBe('Allow')
    expect(answer({ ...pods, verb: 'create', subresource: 'eviction', name: 'other' })).toBe('Allow')
  })

  it('may be changed in no other way', () => {
    for (const verb of ['update', 'patch', 'deletecollection'])
      expect(answer({ ...pods, verb, name: 'web' })).toBe('NoOpinion: ')
    expect(answer({ ...pods, verb: 'create', subresource: 'exec', name: 'web' })).toBe('NoOpinion: ')
    expect(answer({ ...pods, subresource: 'status', name: 'web' })).toBe('NoOpinion: ')
  })
})

describe('everything else', () => {
  it('is decided by the rules for all nodes', () => {
    expect(answer({ resource: 'services', verb: 'list' })).toBe('Allow')
    expect(answer({ apiGroup: 'storage.k8s.io', resource: 'csidrivers', name: 'x' })).toBe('Allow')
    expect(answer({ resource: 'services', verb: 'delete' })).toBe('NoOpinion: ')
    expect(answer({ isResourceRequest: false, path: '/healthz' })).toBe('NoOpinion: ')
    const own = nodeAuthorizer(read, '1.36', [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }])
    const path = attributes({ isResourceRequest: false, path: '/healthz' }, 'system:node:n1', [NODES_GROUP])
    expect(own.authorize(path).decision).toBe('Allow')
  })

  it('does not include pod certificate requests, whose gate is off', () => {
    const requests = { apiGroup: 'certificates.k8s.io', resource: 'podcertificaterequests', namespace: 'prod' }
    const anything = nodeAuthorizer(read, '1.36', [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }])
    const asked = attributes({ ...requests, verb: 'create' }, 'system:node:n1', [NODES_GROUP])
    expect(anything.authorize(asked)).toEqual({ decision: 'NoOpinion', reason: '' })
  })
})

describe('the evidence of an answer', () => {
  it('is the line that names the thing', () => {
    expect(related({ ...SECRET, name: 'registry' })).toEqual(['Pod prod/web: - name: registry'])
    expect(related({ ...SECRET, resource: 'configmaps', name: 'settings' })).toEqual(['Pod prod/web: name: settings'])
    expect(related({ ...ACCOUNT, name: 'runner' })).toEqual(['Pod prod/web: serviceAccountName: runner'])
    expect(related({ ...CLAIM, name: 'web-scratch' })).toEqual(['Pod prod/web: - name: scratch'])
  })

  it('is the first object of the text that names it', () => {
    const pod = (name: string): string =>
      `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: prod}\nspec: {nodeName: n1, containers: [], imagePullSecrets: [{name: shared}]}\n`
    const { evidence } = nodeAuthorizer(readObjects([pod('first'), pod('second')].join('---\n'))).authorize(
      attributes({ ...SECRET, name: 'shared' }, 'system:node:n1', [NODES_GROUP]),
    )
    expect(evidence?.related?.map(({ name }) => name)).toEqual(['first'])
  })

  it('is not another namespace’s object, even with slashes in the names', () => {
    const objects = readObjects(
      'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: a}\nspec: {nodeName: n1, containers: [], imagePullSecrets: [{name: b/c}]}\n',
    )
    const decision = (namespace: string, name: string): string =>
      nodeAuthorizer(objects).authorize(attributes({ ...SECRET, namespace, name }, 'system:node:n1', [NODES_GROUP]))
        .decision
    expect(decision('a', 'b/c')).toBe('Allow')
    expect(decision('a/b', 'c')).toBe('NoOpinion')
  })

  it('leads over a volume to the pod that uses its claim', () => {
    expect(related({ ...SECRET, namespace: 'csi', name: 'storage' })).toEqual([
      'PersistentVolume /pv1: name: storage',
      'Pod prod/web: claimName: web-data',
    ])
    expect(related({ resource: 'persistentvolumes', name: 'pv1' })).toEqual([
      'PersistentVolume /pv1: claimRef: {namespace: prod, name: web-data}',
      'Pod prod/web: claimName: web-data',
    ])
  })

  it('is where an object names the node itself', () => {
    expect(related({ resource: 'pods', namespace: 'prod', name: 'web' })).toEqual(['Pod prod/web: nodeName: n1'])
    expect(related({ ...SLICES, name: 'slice1' })).toEqual(['ResourceSlice /slice1: spec: {nodeName: n1}'])
  })

  it('is nothing but the name of the node, or a rule, for the rest', () => {
    expect(ask({ ...LEASE, name: 'n1' }).evidence).toEqual({ authorizer: 'Node', related: [] })
    expect(ask({ resource: 'services', verb: 'list' }).evidence).toEqual({ authorizer: 'Node', related: [] })
    expect(ask({ ...SECRET, name: 'else' }).evidence).toBeUndefined()
  })
})

describe('paths over several objects', () => {
  it('are found by whichever volume and pod lead to the node', () => {
    const text = `
apiVersion: v1
kind: List
items:
${Array.from(
  { length: 300 },
  (_, i) => `- apiVersion: v1
  kind: Pod
  metadata: {name: p${i}, namespace: prod}
  spec: {nodeName: n${i}, volumes: [{name: v, persistentVolumeClaim: {claimName: c${i % 30}}}]}
- apiVersion: v1
  kind: PersistentVolume
  metadata: {name: v${i}}
  spec: {claimRef: {namespace: prod, name: c${i}}, rbd: {secretRef: {name: ceph}}}`,
).join('\n')}`
    const authorizer = nodeAuthorizer(readObjects(text))
    const decisions = Array.from({ length: 301 }, (_, i) => {
      const asked = attributes({ ...SECRET, name: 'ceph' }, `system:node:n${i}`, [NODES_GROUP])
      return authorizer.authorize(asked).decision
    })
    expect(decisions.filter((decision) => decision === 'Allow')).toHaveLength(300)
    expect(decisions.at(-1)).toBe('NoOpinion')
    const volume = { resource: 'persistentvolumes', name: 'v31' }
    const asked = (node_: string) => attributes(volume, `system:node:${node_}`, [NODES_GROUP])
    expect(authorizer.authorize(asked('n31')).decision).toBe('NoOpinion')
    expect(authorizer.authorize({ ...asked('n31'), name: 'v1' }).decision).toBe('Allow')
  })
})

describe('the Node authorizer of 1.37', () => {
  const REQUEST = `apiVersion: certificates.k8s.io/v1
kind: PodCertificateRequest
metadata: {name: pcr, namespace: prod}
spec: {signerName: example.com/signer, nodeName: n1}
`
  const said = (version: '1.36' | '1.37', asked: Asked, username = 'system:node:n1') => {
    const { decision, reason } = nodeAuthorizer(readObjects(REQUEST, version), version).authorize(
      attributes(asked, username, [NODES_GROUP]),
    )
    return decision === 'Allow' ? 'Allow' : reason
  }
  const CERTIFICATE = { apiGroup: 'certificates.k8s.io', resource: 'podcertificaterequests', namespace: 'prod' }

  it('lets a node create pod certificate requests, and read its own', () => {
    expect(said('1.37', { ...CERTIFICATE, verb: 'create' })).toBe('Allow')
    expect(said('1.37', { ...CERTIFICATE, name: 'pcr' })).toBe('Allow')
    expect(said('1.37', { ...CERTIFICATE, name: 'pcr' }, 'system:node:n2')).toBe(
      "no relationship found between node 'n2' and this object",
    )
    expect(said('1.37', { ...CERTIFICATE, verb: 'list' })).toBe(
      'can only list/watch podcertificaterequests with nodeName field selector',
    )
    const own = [{ field: 'spec.nodeName', operator: '=', value: 'n1' }] as const
    expect(said('1.37', { ...CERTIFICATE, verb: 'watch', fieldSelector: own })).toBe('Allow')
    expect(said('1.37', { ...CERTIFICATE, verb: 'patch', name: 'pcr' })).toBe(
      'nodes may not patch podcertificaterequests',
    )
    expect(said('1.37', { ...CERTIFICATE, verb: 'update', subresource: 'status' })).toBe(
      'nodes may not access the status subresource of PodCertificateRequests',
    )
    expect(said('1.36', { ...CERTIFICATE, verb: 'create' })).toBe('')
    expect(readObjects(REQUEST, '1.36').notRead).toHaveLength(1)
  })

  it('lets a node read trust bundles, by the rules of the version', () => {
    const bundles = { apiGroup: 'certificates.k8s.io', resource: 'clustertrustbundles', verb: 'list' }
    expect(said('1.37', bundles)).toBe('Allow')
    expect(said('1.36', bundles)).toBe('')
  })

  it('names the gate of the status of a CSINode', () => {
    const status = {
      apiGroup: 'storage.k8s.io',
      resource: 'csinodes',
      name: 'n1',
      subresource: 'status',
      verb: 'patch',
    }
    expect(said('1.37', status)).toBe('CSINode status access requires CSIVolumeHealth feature')
    expect(said('1.36', status)).toBe('cannot authorize CSINode subresources')
    expect(said('1.37', { ...status, subresource: 'other' })).toBe('cannot authorize CSINode subresources')
  })
})
