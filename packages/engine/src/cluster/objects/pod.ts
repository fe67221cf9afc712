import type { Reference, ReferredResource, StoredObjectFields, StoredPod } from '../../authorizers/index.ts'
import type { Struct } from '../../policy/index.ts'
import { referenceIn } from './reference.ts'

/** Marks a mirror pod, by which a kubelet shows a static pod. The value is ignored. */
const MIRROR_POD = 'kubernetes.io/config.mirror'

/** The sources of a volume in the order of evaluation: of several, which no real pod has, the first counts. */
const SECRET_SOURCES = [
  'azureFile',
  'cephfs',
  'cinder',
  'flexVolume',
  'projected',
  'rbd',
  'secret',
  'scaleIO',
  'iscsi',
  'storageos',
  'csi',
] as const

/** The node of a pod, and the objects that the pod refers to (Go: `AddPod` in `graph.go`, `pkg/api/v1/pod/util.go`). */
export function podOf(pod: Struct, named: StoredObjectFields): StoredPod {
  const spec = pod.struct('spec')
  const node = referenceIn(spec, 'nodeName', 'nodes', '')
  // A kubelet can create a mirror pod with any content, so a mirror pod must not give it access to anything.
  const mirror =
    pod
      .struct('metadata')
      ?.map('annotations')
      .some(({ name }) => name === MIRROR_POD) === true
  const references = spec === undefined || mirror ? [] : referencesOf(pod, spec, named)
  return { kind: 'Pod', ...named, ...(node === undefined ? {} : { node }), references }
}

function referencesOf(pod: Struct, spec: Struct, { namespace, name }: StoredObjectFields): readonly Reference[] {
  const references: Reference[] = []
  const add = (struct: Struct | undefined, field: string, resource: ReferredResource): void => {
    const reference = referenceIn(struct, field, resource, namespace)
    if (reference !== undefined) references.push(reference)
  }
  // `serviceAccount` is the old name of the field; the API server stores both with the value of either, preferring the
  // new one.
  add(spec, spec.text('serviceAccountName') === '' ? 'serviceAccount' : 'serviceAccountName', 'serviceaccounts')
  for (const { value } of spec.structs('imagePullSecrets')) add(value, 'name', 'secrets')
  for (const list of ['initContainers', 'containers', 'ephemeralContainers']) {
    for (const { value: container } of spec.structs(list)) {
      for (const { value: from } of container.structs('envFrom')) {
        add(from.struct('secretRef'), 'name', 'secrets')
        add(from.struct('configMapRef'), 'name', 'configmaps')
      }
      for (const { value: variable } of container.structs('env')) {
        const from = variable.struct('valueFrom')
        add(from?.struct('secretKeyRef'), 'name', 'secrets')
        add(from?.struct('configMapKeyRef'), 'name', 'configmaps')
      }
    }
  }
  for (const { value: volume, node } of spec.structs('volumes')) {
    addVolume(volume, add)
    if (volume.struct('persistentVolumeClaim') !== undefined)
      add(volume.struct('persistentVolumeClaim'), 'claimName', 'persistentvolumeclaims')
    else if (volume.struct('ephemeral') !== undefined) {
      // The claim that the control plane makes for an ephemeral volume is named after both.
      const span = volume.field('name')?.node ?? node
      references.push({
        resource: 'persistentvolumeclaims',
        namespace,
        name: `${name}-${volume.text('name')}`,
        span: { start: span.start, end: span.end },
      })
    }
  }
  addResourceClaims(pod, spec, add)
  return references
}

type Add = (struct: Struct | undefined, field: string, resource: ReferredResource) => void

function addVolume(volume: Struct, add: Add): void {
  const field = SECRET_SOURCES.find((one) => volume.struct(one) !== undefined)
  const source = field === undefined ? undefined : volume.struct(field)
  if (field === 'azureFile' || field === 'secret') add(source, 'secretName', 'secrets')
  else if (field === 'csi') add(source?.struct('nodePublishSecretRef'), 'name', 'secrets')
  else if (field !== 'projected') add(source?.struct('secretRef'), 'name', 'secrets')
  else for (const { value } of source?.structs('sources') ?? []) add(value.struct('secret'), 'name', 'secrets')

  // Config maps are checked separately: only a projected volume precedes them.
  const projected = volume.struct('projected')
  if (projected === undefined) add(volume.struct('configMap'), 'name', 'configmaps')
  else for (const { value } of projected.structs('sources')) add(value.struct('configMap'), 'name', 'configmaps')
}

/**
 * Claims named in the spec, and those made from a template, whose names are in the status (Go: `resourceclaim.Name`).
 */
function addResourceClaims(pod: Struct, spec: Struct, add: Add): void {
  const status = pod.struct('status')
  const statuses = status?.structs('resourceClaimStatuses') ?? []
  for (const { value: claim } of spec.structs('resourceClaims')) {
    if (claim.field('resourceClaimName') !== undefined) add(claim, 'resourceClaimName', 'resourceclaims')
    else if (claim.field('resourceClaimTemplateName') !== undefined) {
      const made = statuses.find(({ value }) => value.text('name') === claim.text('name'))
      add(made?.value, 'resourceClaimName', 'resourceclaims')
    }
  }
  add(status?.struct('extendedResourceClaimStatus'), 'resourceClaimName', 'resourceclaims')
}
