import { nearest } from '../text/index.ts'
import { type Attributes, REQUEST_VERBS } from './attributes.ts'
import { misnamedModeVerb } from './mode-words.ts'
import { resourceName } from './resource-word.ts'
import { hasSubresource } from './subresources.ts'

/** What people mean by a word that is not a verb. */
interface MeantByWord {
  readonly verbs: readonly string[]
  /** The subresource that it is about; else that which is asked for. */
  readonly subresource?: string
  /** The resource that it is about, whichever it is asked of; else that which is asked for. */
  readonly resource?: string
  /** The API group, where it is another one than that of the resource that is asked for. */
  readonly apiGroup?: string
  /** The resources of which it can be asked; else any. */
  readonly of?: readonly string[]
}

const DELETE: MeantByWord = { verbs: ['delete'] }
const WRITE: MeantByWord = { verbs: ['update', 'patch'] }
const CREATE: MeantByWord = { verbs: ['create'] }
const READ: MeantByWord = { verbs: ['get', 'list', 'watch'] }
const SHOW: MeantByWord = { verbs: ['get', 'list'] }
const PATCH: MeantByWord = { verbs: ['patch'] }
const PATCH_NODE: MeantByWord = { ...PATCH, of: ['nodes'] }
/** Go: `objectrestarter.go` of kubectl. */
const ROLL_OUT: MeantByWord = { ...PATCH, of: ['deployments', 'daemonsets', 'statefulsets'] }
const LOG: MeantByWord = { verbs: ['get'], subresource: 'log', resource: 'pods', apiGroup: '' }

/** A connection to a pod. */
function connection(subresource: string): MeantByWord {
  return { verbs: ['get', 'create'], subresource, resource: 'pods', apiGroup: '' }
}

/**
 * Words for verbs that no API server asks for: of English, of HTTP, and the commands of kubectl by what they change. What a
 * command gets before that is not part of its meaning.
 */
const WORDS: ReadonlyMap<string, MeantByWord> = new Map([
  ['remove', DELETE],
  ['destroy', DELETE],
  ['del', DELETE],
  ['rm', DELETE],
  ['edit', WRITE],
  ['modify', WRITE],
  ['change', WRITE],
  ['write', { verbs: ['create', 'update', 'patch'] }],
  ['replace', { verbs: ['update'] }],
  ['put', { verbs: ['update'] }],
  ['post', CREATE],
  ['apply', { verbs: ['patch', 'create'] }],
  ['add', CREATE],
  ['new', CREATE],
  ['read', READ],
  ['view', READ],
  ['show', SHOW],
  ['describe', SHOW],
  ['fetch', { verbs: ['get'] }],
  ['exec', connection('exec')],
  ['cp', connection('exec')],
  ['attach', connection('attach')],
  ['portforward', connection('portforward')],
  ['port-forward', connection('portforward')],
  ['deleteall', { verbs: ['deletecollection'] }],
  ['delete-collection', { verbs: ['deletecollection'] }],
  ['scale', { ...WRITE, subresource: 'scale' }],
  ['logs', LOG],
  ['log', LOG],
  ['top', { ...SHOW, apiGroup: 'metrics.k8s.io', of: ['pods', 'nodes'] }],
  ['debug', { ...PATCH, subresource: 'ephemeralcontainers', of: ['pods'] }],
  ['evict', { ...CREATE, subresource: 'eviction', of: ['pods'] }],
  ['run', { ...CREATE, of: ['pods'] }],
  ['expose', { ...CREATE, resource: 'services', apiGroup: '' }],
  ['autoscale', { ...CREATE, resource: 'horizontalpodautoscalers', apiGroup: 'autoscaling' }],
  ['label', PATCH],
  ['annotate', PATCH],
  ['rollout', ROLL_OUT],
  ['restart', ROLL_OUT],
  ['taint', PATCH_NODE],
  ['cordon', PATCH_NODE],
  ['uncordon', PATCH_NODE],
  ['drain', PATCH_NODE],
])

/** What `kubectl drain` does beside marking the node, in all namespaces. */
const OF_DRAIN = [
  { verb: 'list', resource: 'pods', subresource: '', namespace: '' },
  { verb: 'create', resource: 'pods', subresource: 'eviction', namespace: '' },
] as const

type VerbAndResource = Pick<Attributes, 'verb' | 'apiGroup' | 'resource' | 'subresource' | 'name'>

/** An action that a word means. Without a namespace it is in that of the question. */
interface MeantAction extends VerbAndResource {
  readonly namespace?: string
}

/**
 * The actions that people mean by a word which is not a verb: `exec` on pods is `get` and `create` on `pods/exec`. One with the
 * nearest verb where the word is misspelt. Empty for a verb, where nothing is near, and where the word means nothing for the
 * resource: Kubernetes cannot `scale` pods.
 */
export function meantActions(asked: VerbAndResource): readonly MeantAction[] {
  if (isKnownVerb(asked.verb, false)) return []
  const word = asked.verb.toLowerCase()
  const meant = WORDS.get(word)
  if (meant === undefined) {
    const near = misnamedModeVerb(asked.verb) ?? nearestVerb(asked.verb, REQUEST_VERBS)
    return near === undefined ? [] : [{ ...asked, verb: near }]
  }
  const { verbs, of, subresource = asked.subresource, resource = asked.resource, apiGroup = asked.apiGroup } = meant
  const on = { apiGroup, resource, subresource, name: resource === asked.resource ? asked.name : '' }
  const isServed = hasSubresource(apiGroup, resource, subresource) !== false
  if (of?.includes(asked.resource) === false || (subresource !== '' && !isServed)) return []
  return [
    ...verbs.map((verb) => ({ ...on, verb })),
    ...(word === 'drain' ? OF_DRAIN.map((one) => ({ ...one, apiGroup: '', name: '' })) : []),
  ]
}

/** The verbs of checks about resources, and about paths (Go: `resourceVerbs` and `nonResourceURLVerbs` of `kubectl auth can-i`). */
const RESOURCE_VERBS = [...REQUEST_VERBS, 'use', 'bind', 'escalate', 'impersonate', 'approve', 'sign', 'attest', '*']
const PATH_VERBS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', '*']
const VERBS: ReadonlySet<string> = new Set([...RESOURCE_VERBS, ...PATH_VERBS])

/** The verbs that kubectl knows, of resources or of paths. */
export function knownVerbs(ofPaths: boolean): readonly string[] {
  return ofPaths ? PATH_VERBS : RESOURCE_VERBS
}

/** Whether a check may ask for a verb: a known one, or one of impersonation with its mode and action. */
export function isKnownVerb(verb: string, ofPaths: boolean): boolean {
  if (misnamedModeVerb(verb) !== undefined) return false
  return verb.includes(':') || (!ofPaths && verb.includes('impersonate')) || knownVerbs(ofPaths).includes(verb)
}

/** Whether people write a word for verbs, and no API server asks for it. */
export function isWordForVerbs(word: string): boolean {
  return WORDS.has(word.toLowerCase())
}

/** The verb among some that a word misspells. Undefined for a verb, of resources or of paths: it is not a misspelling of another. */
export function nearestVerb(word: string, among: readonly string[]): string | undefined {
  return VERBS.has(word) ? undefined : nearest(word, among)
}

/** What to write instead of a word that is not a verb, as a sentence; undefined where nothing is near. */
export function verbFix(word: string, ofPaths: boolean): string | undefined {
  const meant = WORDS.get(word.toLowerCase())
  if (meant !== undefined) return `Write ${meant.verbs.join(' and ')}${ofPaths ? '' : whereMeant(meant)}.`
  const near = (ofPaths ? undefined : misnamedModeVerb(word)) ?? nearestVerb(word, knownVerbs(ofPaths))
  return near === undefined ? undefined : `Did you mean “${near}”?`
}

/** What a word is about, where that is not the resource that it is asked of: “ for pods/exec”. */
function whereMeant({ resource, apiGroup = '', subresource = '', of = [] }: MeantByWord): string {
  const resources = (resource === undefined ? of : [resource]).map((one) =>
    resourceName({ apiGroup, resource: one, subresource }),
  )
  if (resources.length > 0) return ` for ${resources.join(', ').replace(/, ([^,]*)$/, ' or $1')}`
  return subresource === '' ? '' : ` for the subresource ${subresource}`
}
