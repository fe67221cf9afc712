import type { Random } from '@authz-playground/engine/internal/vectors'
import type { JsonData, KubeObject } from './draft.ts'
import { NODES } from './words.ts'

export const STORED_NAMESPACES = ['prod', 'default', 'team-a'] as const
const SECRETS = ['s1', 's2', 's3', 's4'] as const
const CONFIG_MAPS = ['c1', 'c2', 'c3', 'c4'] as const
const CLAIMS = ['claim1', 'claim2'] as const
const ACCOUNTS = ['sa1', 'web', 'default'] as const

/** Names of requested objects, by resource. */
export const STORED_NAMES = {
  pods: ['p0', 'p1', 'p2', 'p3'],
  secrets: [...SECRETS, 'pull', 'csi-secret', 'env', 'iscsi'],
  configmaps: [...CONFIG_MAPS, 'kube-root-ca.crt'],
  persistentvolumeclaims: [...CLAIMS, 'p0-v0', 'p1-v1', 'p2-v0'],
  persistentvolumes: ['pv0', 'pv1', 'pv2'],
  serviceaccounts: ACCOUNTS,
  volumeattachments: ['va0', 'va1'],
  resourceslices: ['slice0', 'slice1'],
  resourceclaims: ['gpu', 'p0-gpu-x', 'extended'],
  podcertificaterequests: ['pcr0', 'pcr1'],
} as const

/** Objects for the Node authorizer: pods with their references, volumes, attachments, slices, requests. */
export function storedObjects(random: Random): readonly KubeObject[] {
  const pods = random.some(STORED_NAMES.pods, 4, 1).map((name) => pod(random, name))
  const others = [
    ...random.some(STORED_NAMES.persistentvolumes, 2).map((name) => volume(random, name)),
    ...random.some(STORED_NAMES.volumeattachments, 2).map((name) => attachment(random, name)),
    ...random.some(STORED_NAMES.resourceslices, 2).map((name) => slice(random, name)),
    ...random.some(STORED_NAMES.podcertificaterequests, 1).map((name) => certificateRequest(random, name)),
  ]
  // The same object again with other contents: an update.
  const again = random.some(pods, 1).map(({ metadata }) => pod(random, (metadata as { readonly name: string }).name))
  const updates = random.chance(0.2)
    ? [...again, ...random.some(['pv1', 'pv2'], 1).map((name) => volume(random, name))]
    : []
  return random.shuffled([...pods, ...others, ...updates, ...(random.chance(0.1) ? [NO_ACCOUNT] : [])])
}

/** A kind that the Node authorizer does not use. */
const NO_ACCOUNT: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c1', namespace: 'prod' },
  data: { nodeName: 'node1' },
}

function pod(random: Random, name: string): KubeObject {
  const mirror = random.chance(0.1)
  const volumes = Array.from({ length: random.between(0, 3) }, (_, i) => ({ name: `v${i}`, ...volumeSource(random) }))
  const claims = random.chance(0.3) ? resourceClaims(random, name) : undefined
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(random.chance(0.95) && { namespace: random.pick(STORED_NAMESPACES) }),
      uid: `uid-${name}`,
      ...(mirror && { annotations: { 'kubernetes.io/config.mirror': random.pick(['x', '']) } }),
    },
    spec: {
      ...(random.chance(0.88) && { nodeName: random.pick(NODES) }),
      ...(random.chance(0.6) && { serviceAccountName: random.pick(ACCOUNTS) }),
      ...(random.chance(0.1) && { serviceAccount: random.pick(ACCOUNTS) }),
      ...(random.chance(0.3) && { imagePullSecrets: random.some([{ name: 'pull' }, { name: 's4' }, {}], 2, 1) }),
      ...(random.chance(0.3) && { initContainers: [container(random, 'init')] }),
      containers: [container(random, 'c')],
      ...(random.chance(0.2) && { ephemeralContainers: [container(random, 'debug')] }),
      ...(volumes.length > 0 && { volumes }),
      ...(claims && { resourceClaims: claims.spec }),
    },
    ...(claims && { status: claims.status }),
  }
}

function container(random: Random, name: string): KubeObject {
  const env: JsonData[] = []
  if (random.chance(0.3))
    env.push({ name: 'A', valueFrom: { secretKeyRef: { name: random.pick([...SECRETS, 'env']), key: 'k' } } })
  if (random.chance(0.3))
    env.push({ name: 'B', valueFrom: { configMapKeyRef: { name: random.pick(CONFIG_MAPS), key: 'k' } } })
  if (random.chance(0.2))
    env.push({ name: 'C', value: 'plain' }, { name: 'D', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } })
  const from: JsonData[] = []
  if (random.chance(0.2)) from.push({ secretRef: { name: random.pick(SECRETS) } })
  if (random.chance(0.2)) from.push({ configMapRef: { name: random.pick(CONFIG_MAPS), optional: true } })
  return { name, image: 'x', ...(env.length > 0 && { env }), ...(from.length > 0 && { envFrom: from }) }
}

function volumeSource(random: Random): KubeObject {
  const secret = random.pick(SECRETS)
  const ref = { secretRef: { name: secret } }
  return random.pick<KubeObject>([
    { secret: { secretName: secret } },
    { secret: { secretName: secret, optional: true } },
    { configMap: { name: random.pick(CONFIG_MAPS) } },
    { persistentVolumeClaim: { claimName: random.pick(CLAIMS) } },
    { persistentVolumeClaim: { claimName: random.pick(CLAIMS), readOnly: true } },
    {
      ephemeral: {
        volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      },
    },
    {
      projected: {
        sources: [
          { secret: { name: secret } },
          { configMap: { name: random.pick(CONFIG_MAPS) } },
          { serviceAccountToken: { path: 't', audience: 'vault' } },
          { downwardAPI: { items: [] } },
        ],
      },
    },
    { csi: { driver: 'd', nodePublishSecretRef: { name: 'csi-secret' } } },
    { azureFile: { secretName: secret, shareName: 's' } },
    { cephfs: { monitors: ['m'], ...ref } },
    { cinder: { volumeID: 'i', ...ref } },
    { flexVolume: { driver: 'd/d', ...ref } },
    { rbd: { monitors: ['m'], image: 'i', ...ref } },
    { scaleIO: { gateway: 'g', system: 's', volumeName: 'v', ...ref } },
    { iscsi: { targetPortal: 't', iqn: 'iqn.2001-04.com.example:a', lun: 0, secretRef: { name: 'iscsi' } } },
    { storageos: { volumeName: 'v', ...ref } },
    { emptyDir: {} },
    { hostPath: { path: '/x' } },
    { nfs: { server: 's', path: '/x' } },
  ])
}

function resourceClaims(random: Random, pod: string): { readonly spec: JsonData; readonly status: KubeObject } {
  const statuses = random.some<JsonData>([{ name: 'made', resourceClaimName: `${pod}-gpu-x` }, { name: 'never' }], 2)
  return {
    spec: random.some<JsonData>(
      [
        { name: 'direct', resourceClaimName: 'gpu' },
        { name: 'made', resourceClaimTemplateName: 'template' },
        { name: 'never', resourceClaimTemplateName: 'template' },
      ],
      3,
      1,
    ),
    status: {
      resourceClaimStatuses: statuses,
      ...(random.chance(0.3) && {
        extendedResourceClaimStatus: { resourceClaimName: 'extended', requestMappings: [] },
      }),
    },
  }
}

function volume(random: Random, name: string): KubeObject {
  const namespace = random.pick(STORED_NAMESPACES)
  const ref = { name: random.pick(SECRETS), ...(random.chance(0.6) && { namespace: random.pick(STORED_NAMESPACES) }) }
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      ...(random.chance(0.85) && { claimRef: { name: random.pick([...CLAIMS, 'p0-v0']), namespace } }),
      ...random.pick<KubeObject>([
        { hostPath: { path: '/x' } },
        {
          csi: {
            driver: 'd',
            volumeHandle: 'h',
            nodePublishSecretRef: { name: 'csi-secret', namespace },
            ...(random.chance(0.4) && { nodeStageSecretRef: { name: 's1', namespace } }),
            ...(random.chance(0.3) && { nodeExpandSecretRef: { name: 's2', namespace } }),
            ...(random.chance(0.3) && { controllerPublishSecretRef: { name: 's3', namespace } }),
            ...(random.chance(0.3) && { controllerExpandSecretRef: { name: 's4', namespace } }),
          },
        },
        {
          azureFile: {
            secretName: 's1',
            shareName: 's',
            ...(random.chance(0.5) && { secretNamespace: random.pick(STORED_NAMESPACES) }),
          },
        },
        { cephfs: { monitors: ['m'], secretRef: ref } },
        { cinder: { volumeID: 'i', secretRef: ref } },
        { flexVolume: { driver: 'd/d', secretRef: ref } },
        { rbd: { monitors: ['m'], image: 'i', secretRef: ref } },
        { scaleIO: { gateway: 'g', system: 's', volumeName: 'v', secretRef: ref } },
        { iscsi: { targetPortal: 't', iqn: 'iqn.2001-04.com.example:a', lun: 0, secretRef: ref } },
        { storageos: { volumeName: 'v', secretRef: ref } },
      ]),
    },
  }
}

function attachment(random: Random, name: string): KubeObject {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name },
    spec: { attacher: 'd', nodeName: random.pick(NODES), source: { persistentVolumeName: 'pv1' } },
  }
}

function slice(random: Random, name: string): KubeObject {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name },
    spec: {
      driver: 'd',
      ...(random.chance(0.8) ? { nodeName: random.pick(NODES) } : { allNodes: true }),
      pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    },
  }
}

function certificateRequest(random: Random, name: string): KubeObject {
  return {
    apiVersion: 'certificates.k8s.io/v1beta1',
    kind: 'PodCertificateRequest',
    metadata: { name, namespace: random.pick(STORED_NAMESPACES) },
    spec: {
      signerName: 'example.com/signer',
      podName: 'p0',
      podUID: 'uid-p0',
      serviceAccountName: 'web',
      serviceAccountUID: 'uid-web',
      nodeName: random.pick(NODES),
      nodeUID: 'uid-node',
    },
  }
}
