import type { Reference, StoredObjectFields, StoredPersistentVolume } from '../../authorizers/index.ts'
import type { Struct } from '../../policy/index.ts'
import { referenceIn } from './reference.ts'

/**
 * The sources of a volume that name secrets, in the order of evaluation, and the secret's namespace when the reference
 * has none: that of the claim, as in volumes stored long ago, or none.
 */
const SECRET_SOURCES = [
  ['azureFile', 'claim'],
  ['cephfs', 'claim'],
  ['cinder', 'nowhere'],
  ['flexVolume', 'claim'],
  ['rbd', 'claim'],
  ['scaleIO', 'claim'],
  ['iscsi', 'claim'],
  ['storageos', 'nowhere'],
  ['csi', 'nowhere'],
] as const

/** The secrets of a CSI volume that a kubelet uses; the others are the controller's. */
const KUBELET_SECRETS = ['nodePublishSecretRef', 'nodeStageSecretRef', 'nodeExpandSecretRef']

/** The claim of a volume, and the volume's secrets (Go: `AddPV` in `graph.go`, `VisitPVSecretNames`). */
export function persistentVolumeOf(volume: Struct, named: StoredObjectFields): StoredPersistentVolume {
  const spec = volume.struct('spec')
  const claimRef = spec?.struct('claimRef')
  const claim = referenceIn(claimRef, 'name', 'persistentvolumeclaims', claimRef?.text('namespace') ?? '')
  if (spec === undefined || claim === undefined) return { kind: 'PersistentVolume', ...named, secrets: [] }
  return { kind: 'PersistentVolume', ...named, claim, secrets: secretsOf(spec, claim.namespace) }
}

function secretsOf(spec: Struct, claimNamespace: string): readonly Reference[] {
  const [field, fallback] = SECRET_SOURCES.find(([one]) => spec.struct(one) !== undefined) ?? []
  const source = field === undefined ? undefined : spec.struct(field)
  if (source === undefined) return []
  const elsewhere = fallback === 'claim' ? claimNamespace : ''
  const secretIn = (struct: Struct | undefined, name: string, namespace: string): readonly Reference[] => {
    const given = struct?.text(namespace) ?? ''
    const reference = referenceIn(struct, name, 'secrets', given === '' ? elsewhere : given)
    return reference === undefined ? [] : [reference]
  }
  if (field === 'azureFile') return secretIn(source, 'secretName', 'secretNamespace')
  if (field !== 'csi') return secretIn(source.struct('secretRef'), 'name', 'namespace')
  return KUBELET_SECRETS.flatMap((one) => secretIn(source.struct(one), 'name', 'namespace'))
}
