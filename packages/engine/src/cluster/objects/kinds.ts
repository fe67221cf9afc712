import { hasChange, type KubernetesVersion } from '../../kube/index.ts'
import type { FieldType, StructType } from '../../policy/index.ts'

/**
 * The parts of stored objects that the Node authorizer's graph is made from (Go: `AddPod` and its neighbours in
 * `plugin/pkg/auth/authorizer/node/graph.go`). Names of fields and types are those of the `k8s.io/api` of 1.36; fields
 * that are only listed by name are ignored.
 */

export type StoredKind = 'Pod' | 'PersistentVolume' | 'VolumeAttachment' | 'ResourceSlice' | 'PodCertificateRequest'

export interface KindSchema {
  readonly group: string
  /** The versions that kube-apiserver 1.36 serves, the preferred one first, with their schema. */
  readonly versions: ReadonlyMap<string, StructType>
  readonly namespaced: boolean
}

const string: FieldType = { is: 'string', go: 'string' }

/** `others`: the names of the type's other fields, separated by spaces. */
function part(name: string, fields: Readonly<Record<string, FieldType>>, others: string): StructType {
  return {
    name,
    fields: new Map(Object.entries(fields).map(([field, type]) => [field, { name: field, of: name, type }])),
    others: new Set(others.split(' ')),
  }
}

/** With all fields but these in a struct that Go embeds. */
function embedding(name: string, struct: StructType, ...own: readonly string[]): StructType {
  const fields = [...struct.fields.keys()].filter((field) => !own.includes(field))
  return { ...struct, embedded: new Map(fields.map((field) => [field, name])) }
}

function object(struct: StructType): FieldType {
  return { is: 'struct', go: `v1.${struct.name}`, struct }
}

function listOf(struct: StructType): FieldType {
  return { is: 'list', go: `[]v1.${struct.name}`, of: object(struct) }
}

const OBJECT_META = part(
  'ObjectMeta',
  {
    name: string,
    namespace: string,
    annotations: { is: 'map', go: 'map[string]string', of: string },
  },
  'generateName selfLink uid resourceVersion generation creationTimestamp deletionTimestamp ' +
    'deletionGracePeriodSeconds labels ownerReferences finalizers managedFields',
)

const HEAD = { metadata: object(OBJECT_META) } as const
const HEAD_OTHERS = 'apiVersion kind status'

const LOCAL_REFERENCE = object(part('LocalObjectReference', { name: string }, ''))
const SECRET_REFERENCE = object(part('SecretReference', { name: string, namespace: string }, ''))

function keyOf(name: string): FieldType {
  return object(embedding('LocalObjectReference', part(name, { name: string }, 'key optional')))
}

function projectionOf(name: string): FieldType {
  return object(embedding('LocalObjectReference', part(name, { name: string }, 'items defaultMode optional')))
}

const ENV_VAR = part(
  'EnvVar',
  {
    valueFrom: object(
      part(
        'EnvVarSource',
        { configMapKeyRef: keyOf('ConfigMapKeySelector'), secretKeyRef: keyOf('SecretKeySelector') },
        'fieldRef resourceFieldRef fileKeyRef',
      ),
    ),
  },
  'name value',
)

const ENV_FROM_SOURCE = part(
  'EnvFromSource',
  { configMapRef: keyOf('ConfigMapEnvSource'), secretRef: keyOf('SecretEnvSource') },
  'prefix',
)

const CONTAINER = part(
  'Container',
  { env: listOf(ENV_VAR), envFrom: listOf(ENV_FROM_SOURCE) },
  'name image command args workingDir ports resources resizePolicy restartPolicy restartPolicyRules volumeMounts ' +
    'volumeDevices livenessProbe readinessProbe startupProbe lifecycle terminationMessagePath ' +
    'terminationMessagePolicy imagePullPolicy securityContext stdin stdinOnce tty targetContainerName',
)

/** The sources that name a secret by a `secretRef`, in pods and in PersistentVolumes, with their other fields. */
const SECRET_REF_SOURCES = {
  cephfs: ['CephFS', 'monitors path user secretFile readOnly'],
  cinder: ['Cinder', 'volumeID fsType readOnly'],
  flexVolume: ['Flex', 'driver fsType readOnly options'],
  rbd: ['RBD', 'monitors image fsType pool user keyring readOnly'],
  scaleIO: ['ScaleIO', 'gateway system sslEnabled protectionDomain storagePool storageMode volumeName fsType readOnly'],
  iscsi: [
    'ISCSI',
    'targetPortal iqn lun iscsiInterface fsType readOnly portals chapAuthDiscovery chapAuthSession initiatorName',
  ],
  storageos: ['StorageOS', 'volumeName volumeNamespace fsType readOnly'],
} as const

function secretRefSources(suffix: string, reference: FieldType): Readonly<Record<string, FieldType>> {
  return Object.fromEntries(
    Object.entries(SECRET_REF_SOURCES).map(([field, [name, others]]) => [
      field,
      object(part(`${name}${suffix}`, { secretRef: reference }, others)),
    ]),
  )
}

const VOLUME_PROJECTION = part(
  'VolumeProjection',
  { secret: projectionOf('SecretProjection'), configMap: projectionOf('ConfigMapProjection') },
  'downwardAPI serviceAccountToken clusterTrustBundle podCertificate',
)

const OTHER_SOURCES =
  'hostPath gcePersistentDisk awsElasticBlockStore nfs glusterfs flocker fc vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume'

const VOLUME = part(
  'Volume',
  {
    name: string,
    azureFile: object(part('AzureFileVolumeSource', { secretName: string }, 'shareName readOnly')),
    ...secretRefSources('VolumeSource', LOCAL_REFERENCE),
    projected: object(part('ProjectedVolumeSource', { sources: listOf(VOLUME_PROJECTION) }, 'defaultMode')),
    secret: object(part('SecretVolumeSource', { secretName: string }, 'items defaultMode optional')),
    csi: object(
      part('CSIVolumeSource', { nodePublishSecretRef: LOCAL_REFERENCE }, 'driver readOnly fsType volumeAttributes'),
    ),
    configMap: projectionOf('ConfigMapVolumeSource'),
    persistentVolumeClaim: object(part('PersistentVolumeClaimVolumeSource', { claimName: string }, 'readOnly')),
    ephemeral: object(part('EphemeralVolumeSource', {}, 'volumeClaimTemplate')),
  },
  `${OTHER_SOURCES} emptyDir gitRepo downwardAPI image`,
)

const POD_SPEC = part(
  'PodSpec',
  {
    nodeName: string,
    serviceAccountName: string,
    serviceAccount: string,
    imagePullSecrets: { is: 'list', go: '[]v1.LocalObjectReference', of: LOCAL_REFERENCE },
    initContainers: listOf(CONTAINER),
    containers: listOf(CONTAINER),
    ephemeralContainers: listOf({ ...embedding('EphemeralContainerCommon', CONTAINER), name: 'EphemeralContainer' }),
    volumes: listOf(embedding('VolumeSource', VOLUME, 'name')),
    resourceClaims: listOf(
      part('PodResourceClaim', { name: string, resourceClaimName: string, resourceClaimTemplateName: string }, ''),
    ),
  },
  'restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector ' +
    'automountServiceAccountToken hostNetwork hostPID hostIPC shareProcessNamespace securityContext hostname ' +
    'subdomain affinity schedulerName tolerations hostAliases priorityClassName priority dnsConfig readinessGates ' +
    'runtimeClassName enableServiceLinks preemptionPolicy overhead topologySpreadConstraints setHostnameAsFQDN os ' +
    'hostUsers schedulingGates resources hostnameOverride schedulingGroup',
)

const POD_STATUS = part(
  'PodStatus',
  {
    resourceClaimStatuses: listOf(part('PodResourceClaimStatus', { name: string, resourceClaimName: string }, '')),
    extendedResourceClaimStatus: object(
      part('PodExtendedResourceClaimStatus', { resourceClaimName: string }, 'requestMappings'),
    ),
  },
  'observedGeneration phase conditions message reason nominatedNodeName hostIP hostIPs podIP podIPs startTime ' +
    'initContainerStatuses containerStatuses qosClass ephemeralContainerStatuses resize allocatedResources resources ' +
    'nodeAllocatableResourceClaimStatuses',
)

const OBJECT_REFERENCE = object(
  part('ObjectReference', { namespace: string, name: string }, 'kind uid apiVersion resourceVersion fieldPath'),
)

const PERSISTENT_VOLUME_SPEC = part(
  'PersistentVolumeSpec',
  {
    claimRef: OBJECT_REFERENCE,
    azureFile: object(
      part('AzureFilePersistentVolumeSource', { secretName: string, secretNamespace: string }, 'shareName readOnly'),
    ),
    ...secretRefSources('PersistentVolumeSource', SECRET_REFERENCE),
    storageos: object(
      part('StorageOSPersistentVolumeSource', { secretRef: OBJECT_REFERENCE }, SECRET_REF_SOURCES.storageos[1]),
    ),
    csi: object(
      part(
        'CSIPersistentVolumeSource',
        {
          nodePublishSecretRef: SECRET_REFERENCE,
          nodeStageSecretRef: SECRET_REFERENCE,
          nodeExpandSecretRef: SECRET_REFERENCE,
        },
        // The kubelet does not need the controller's secrets: they give a node no access.
        'driver volumeHandle readOnly fsType volumeAttributes controllerPublishSecretRef controllerExpandSecretRef',
      ),
    ),
  },
  `${OTHER_SOURCES} capacity local accessModes persistentVolumeReclaimPolicy storageClassName mountOptions ` +
    'volumeMode nodeAffinity volumeAttributesClassName',
)

const POD = part('Pod', { ...HEAD, spec: object(POD_SPEC), status: object(POD_STATUS) }, 'apiVersion kind')

const PERSISTENT_VOLUME = part(
  'PersistentVolume',
  { ...HEAD, spec: object(embedding('PersistentVolumeSource', PERSISTENT_VOLUME_SPEC, 'claimRef')) },
  HEAD_OTHERS,
)

const VOLUME_ATTACHMENT = part(
  'VolumeAttachment',
  { ...HEAD, spec: object(part('VolumeAttachmentSpec', { nodeName: string }, 'attacher source')) },
  HEAD_OTHERS,
)

const RESOURCE_SLICE_SPEC = part(
  'ResourceSliceSpec',
  { nodeName: string },
  'driver pool nodeSelector allNodes devices perDeviceNodeSelection sharedCounters',
)

function resourceSlice(version: string): StructType {
  const spec: FieldType = { is: 'struct', go: `${version}.ResourceSliceSpec`, struct: RESOURCE_SLICE_SPEC }
  return part('ResourceSlice', { ...HEAD, spec }, HEAD_OTHERS)
}

function podCertificateRequest(version: string): StructType {
  const struct = part(
    'PodCertificateRequestSpec',
    { nodeName: string },
    'signerName podName podUID serviceAccountName serviceAccountUID nodeUID maxExpirationSeconds pkixPublicKey ' +
      'proofOfPossession stubPKCS10Request unverifiedUserAnnotations',
  )
  const spec: FieldType = { is: 'struct', go: `${version}.PodCertificateRequestSpec`, struct }
  return part('PodCertificateRequest', { ...HEAD, spec }, HEAD_OTHERS)
}

export const STORED_KINDS: Readonly<Record<StoredKind, KindSchema>> = {
  Pod: { group: '', versions: new Map([['v1', POD]]), namespaced: true },
  PersistentVolume: { group: '', versions: new Map([['v1', PERSISTENT_VOLUME]]), namespaced: false },
  VolumeAttachment: { group: 'storage.k8s.io', versions: new Map([['v1', VOLUME_ATTACHMENT]]), namespaced: false },
  ResourceSlice: {
    group: 'resource.k8s.io',
    versions: new Map(['v1', 'v1beta2', 'v1beta1'].map((version) => [version, resourceSlice(version)])),
    namespaced: false,
  },
  PodCertificateRequest: {
    group: 'certificates.k8s.io',
    versions: new Map(['v1', 'v1beta1'].map((version) => [version, podCertificateRequest(version)])),
    namespaced: true,
  },
}

/** Whether the Node authorizer of a version reads objects of a kind. */
export function isStoredKind(kind: string, version: KubernetesVersion): kind is StoredKind {
  if (kind === 'PodCertificateRequest') return hasChange(version, 'pod-certificate-requests')
  return Object.hasOwn(STORED_KINDS, kind)
}
