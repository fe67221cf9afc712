import { excerpt } from '../../text/index.ts'
import { groupVersion } from '../decode/header.ts'

/** What an object that is not read has to do with a decision. */
export interface Effect {
  /** A predicate with the object as its subject: "does not affect authorization". */
  readonly does: string
  /** One or two sentences more. */
  readonly more?: string
}

const REFUSES_LATER: Effect = {
  does: 'is not authorization',
  more: 'It is evaluated after that, and can refuse a write that is allowed here.',
}
const CHANGES_LATER: Effect = {
  does: 'is not authorization',
  more: 'It is evaluated after that, and can change the object of a write or refuse the write.',
}
const FOR_NODE: Effect = {
  does: 'grants nothing',
  more: 'Of the authorizers only Node reads it, here from the stored objects.',
}

/** Kinds that have to do with a decision without granting anything in RBAC, by group and kind. */
const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  [
    'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
    {
      does: REFUSES_LATER.does,
      more: `${REFUSES_LATER.more} Its expressions can ask the authorizers again, with “authorizer”.`,
    },
  ],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', REFUSES_LATER],
  ['admissionregistration.k8s.io/ValidatingWebhookConfiguration', REFUSES_LATER],
  ['admissionregistration.k8s.io/MutatingWebhookConfiguration', CHANGES_LATER],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicy', CHANGES_LATER],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicyBinding', CHANGES_LATER],
  ['/ResourceQuota', REFUSES_LATER],
  ['/LimitRange', CHANGES_LATER],
  [
    'security.openshift.io/SecurityContextConstraints',
    {
      does: 'decides about pods after authorization',
      more: 'Its users and groups may use it without a rule for “use”; they are not counted here.',
    },
  ],
  [
    'apiserver.config.k8s.io/AuthorizationConfiguration',
    {
      does: 'configures the authorizers',
      more: 'Paste it on its own: the types of the authorizers and their order become settings.',
    },
  ],
  [
    'apiserver.config.k8s.io/AuthenticationConfiguration',
    { does: 'is not authorization', more: 'It configures who the users are and which groups they have.' },
  ],
  [
    'apiextensions.k8s.io/CustomResourceDefinition',
    { does: 'grants nothing', more: 'Its names are those of the resource.' },
  ],
  ['/Pod', FOR_NODE],
  ['/PersistentVolume', FOR_NODE],
  ['storage.k8s.io/VolumeAttachment', FOR_NODE],
  ['resource.k8s.io/ResourceSlice', FOR_NODE],
])

/** Maps identities of AWS to users and groups of a cluster on EKS. */
const AWS_AUTH: Effect = {
  does: 'grants nothing by itself',
  more: 'On EKS it gives identities of AWS their usernames and groups: enter those as who asks.',
}

/** What an object that is not a role or a binding of RBAC has to do with a decision. */
export function effectOf(apiVersion: string, kind: string, name: string): Effect {
  const group = groupVersion(apiVersion)?.group ?? ''
  if (group === '' && kind === 'ConfigMap' && name === 'aws-auth') return AWS_AUTH
  const known = EFFECTS.get(`${group}/${kind}`)
  if (known) return known
  // A controller may make roles and bindings of an object of its own.
  const ofKubernetes = !group.includes('.') || group.endsWith('.k8s.io')
  return { does: ofKubernetes ? 'does not affect authorization' : 'grants nothing in RBAC' }
}

/** An object in words: “Deployment “web””. */
export function objectInWords({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return name === '' ? excerpt(kind) : `${excerpt(kind)} “${excerpt(name)}”`
}
