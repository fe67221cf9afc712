import { isMasked, isNamespacedResource } from '../../kube/index.ts'
import { type AdmissionCheck, type AdmissionStep, STEPS } from './admission-steps.ts'
import { withoutLayout } from './layout.ts'
import { NAME } from './quoting.ts'
import { ownerIn, type ReportedOwner, resourceOfOwner } from './reported-owner.ts'
import { LONGEST_WORDED } from './worded-refusal.ts'

/** A refusal of a step after authorization, of another API server or of a proxy before it, known by its words. */
export interface AdmissionRefusal {
  readonly is: 'admission'
  /** The plugin, as kube-apiserver or its authors name it. */
  readonly by: string
  /** Absent where the step asks no authorizer. */
  readonly check?: AdmissionCheck
  /** Other checks that the step asks where the first one does not allow: any of them allows. */
  readonly orElse?: readonly AdmissionCheck[]
  /** Absent where the text does not say who was refused. */
  readonly username?: string
  /** The owner that the text names, where the check is about its resource. */
  readonly owner?: ReportedOwner
  /** Which step refused, and how to ask its check, in sentences. */
  readonly sentence: string
}

/**
 * The handler of a connection to a pod, from 1.35 on (Go: `ensureAuthorizedForVerb`). Its message ends with the reason of the
 * authorizers, which RBAC leaves empty.
 */
const CONNECTION = new RegExp(`\\bpods ${NAME} is forbidden:\\s*$`)

function connectionRefusal(plain: string): AdmissionRefusal | undefined {
  const [whole, name = ''] = CONNECTION.exec(plain) ?? []
  if (whole === undefined) return undefined
  const by = 'The handler of a connection to a pod'
  // Which of the three subresources it was, the text does not say.
  const check: AdmissionCheck = { verb: 'create', apiGroup: '', name }
  const commands = ['exec', 'attach', 'portforward'].map((one) => `kubectl auth can-i create pods --subresource=${one}`)
  return {
    is: 'admission',
    by,
    check,
    sentence: `A 403 that names no user and no reason comes from the handler of kubectl exec, attach and port-forward, from Kubernetes 1.35 on: the user may get the subresource of the pod, and create is missing. Ask as that user in the namespace of the pod: ${commands.slice(0, -1).join(', ')} or ${commands.at(-1)}.`,
  }
}

/**
 * Finds the words of a known step after authorization. Undefined for any other text. `around`: the whole text, which may
 * name the owner.
 */
export function admissionRefusal(text: string, around = ''): AdmissionRefusal | undefined {
  if (text.length > LONGEST_WORDED) return undefined
  const plain = withoutLayout(text).replace(/\s+/g, ' ')
  const whole = `${plain}\n${around}`
  for (const { by, words, checks, more, when } of STEPS) {
    const found = words.exec(plain)
    if (found === null) continue
    const { username } = found.groups ?? {}
    const [check, ...orElse] =
      checks?.(
        found.slice(1).map((group) => group ?? ''),
        whole,
      ) ?? []
    const owner = check?.subresource === 'finalizers' ? ownerIn(whole) : undefined
    const facts = typeof more === 'function' ? more(whole) : more
    return {
      is: 'admission',
      by,
      ...(check && { check }),
      ...(orElse.length > 0 && { orElse }),
      ...(username !== undefined && !isMasked(username) && { username }),
      ...(owner && { owner }),
      sentence: sentenceOf(
        by,
        withOwner(check, owner),
        facts,
        when ?? (HOST_CLUSTER.test(whole) ? 'at the host cluster' : undefined),
      ),
    }
  }
  return connectionRefusal(plain)
}

/** A check about the finalizers of an owner whose resource is known. */
function withOwner(check: AdmissionCheck | undefined, owner: ReportedOwner | undefined): AdmissionCheck | undefined {
  const resource = owner && resourceOfOwner(owner)
  const { name, namespace } = owner ?? {}
  const isNamespaced = resource && isNamespacedResource(resource.apiGroup, resource.resource) !== false
  return resource === undefined
    ? check
    : check && { ...check, ...resource, ...(name && { name }), ...(namespace && isNamespaced && { namespace }) }
}

/** The headline of a refusal about finalizers, of an owner whose resource another text names. */
export function sentenceForOwner({ by, check }: AdmissionRefusal, owner: AdmissionCheck): string {
  return sentenceOf(by, check && { ...check, ...owner }, undefined, undefined)
}

/** The words of the syncer of vcluster, which writes the objects of a virtual cluster to its host. */
const HOST_CLUSTER = /\b[Ee]rror syncing (?:\S+ \S+ )?to (?:physical|host) cluster:/

function sentenceOf(
  by: string,
  check: AdmissionCheck | undefined,
  more: string | undefined,
  when: AdmissionStep['when'],
): string {
  const after = [...(more === undefined ? [] : [more]), ...(when === 'at the host cluster' ? [OF_VCLUSTER] : [])]
  if (check === undefined) {
    const where = when ?? 'after authorization allowed it'
    return [`${by} refused this request, ${where}.`, ...after].join(' ')
  }
  const { verb, apiGroup = '', resource = 'OWNER', subresource = '', name = '', namespace } = check
  const type = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  const part = subresource === '' ? '' : ` --subresource=${subresource}`
  const place = namespace === undefined ? '' : ` -n ${namespace}`
  const command = `kubectl auth can-i ${verb} ${type}${name === '' ? '' : `/${name}`}${part}${place}`
  const whose = check.resource === undefined && subresource === 'finalizers' ? [OF_OWNER] : []
  const asked = `${by} refused this request. It asks the authorizers whether the user may ${verb} ${subresource === '' ? type : `${type}/${subresource}`}${name === '' ? '' : ` named ${name}`}.`
  return [asked, ...whose, ...after, `Ask as that user: ${command}`].join(' ')
}

const OF_OWNER =
  'OWNER is the resource of the owner that the ownerReference of the refused object names: for an operator most often its own custom resource. The text does not name it, and the log of the controller does.'

const OF_VCLUSTER =
  'The text is of vcluster: the host cluster refused what the virtual cluster writes there, so the roles of the virtual cluster do not matter.'
