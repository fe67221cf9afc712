import { nearest } from '../text/index.ts'
import { type Attributes, REQUEST_VERBS } from './attributes.ts'

/** Words for verbs that no API server asks for, with the verbs that are meant. */
const NO_VERBS: ReadonlyMap<string, readonly string[]> = new Map([
  ['remove', ['delete']],
  ['destroy', ['delete']],
  ['del', ['delete']],
  ['rm', ['delete']],
  ['edit', ['update', 'patch']],
  ['modify', ['update', 'patch']],
  ['change', ['update', 'patch']],
  ['write', ['create', 'update', 'patch']],
  ['replace', ['update']],
  ['put', ['update']],
  ['post', ['create']],
  ['apply', ['patch', 'create']],
  ['add', ['create']],
  ['new', ['create']],
  ['read', ['get', 'list', 'watch']],
  ['view', ['get', 'list', 'watch']],
  ['show', ['get', 'list']],
  ['describe', ['get', 'list']],
  ['fetch', ['get']],
  ['exec', ['get', 'create']],
  ['attach', ['get', 'create']],
  ['portforward', ['get', 'create']],
  ['port-forward', ['get', 'create']],
  ['deleteall', ['deletecollection']],
  ['delete-collection', ['deletecollection']],
  ['scale', ['update', 'patch']],
  ['logs', ['get']],
  ['log', ['get']],
  ['cordon', ['patch']],
  ['uncordon', ['patch']],
  ['drain', ['patch']],
  ['restart', ['patch']],
])

/** The subresource that such a word is about: of pods, or of any resource that has it. */
const SUBRESOURCES: ReadonlyMap<string, { readonly subresource: string; readonly resource?: string }> = new Map([
  ['exec', { subresource: 'exec', resource: 'pods' }],
  ['attach', { subresource: 'attach', resource: 'pods' }],
  ['portforward', { subresource: 'portforward', resource: 'pods' }],
  ['port-forward', { subresource: 'portforward', resource: 'pods' }],
  ['logs', { subresource: 'log', resource: 'pods' }],
  ['log', { subresource: 'log', resource: 'pods' }],
  ['scale', { subresource: 'scale' }],
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
 * nearest verb where the word is misspelt; empty for a verb, and where nothing is near.
 */
export function meantActions(asked: VerbAndResource): readonly MeantAction[] {
  const word = asked.verb.toLowerCase()
  if (isKnownVerb(asked.verb, false)) return []
  const near = nearest(asked.verb, REQUEST_VERBS)
  const verbs = meantVerbs(word).length > 0 ? meantVerbs(word) : near === undefined ? [] : [near]
  const { subresource = asked.subresource, resource = asked.resource } = SUBRESOURCES.get(word) ?? {}
  const isOther = resource !== asked.resource
  const on = { ...asked, resource, subresource, ...(isOther && { apiGroup: '', name: '' }) }
  return [
    ...verbs.map((verb) => ({ ...on, verb })),
    ...(word === 'drain' ? OF_DRAIN.map((one) => ({ ...one, apiGroup: '', name: '' })) : []),
  ]
}

/** Whether a word is one of those that people write for these verbs, and that no API server asks for. */
export function meantVerbs(word: string): readonly string[] {
  return NO_VERBS.get(word.toLowerCase()) ?? []
}

/** The verbs of checks about resources, and about paths (Go: `resourceVerbs` and `nonResourceURLVerbs` of `kubectl auth can-i`). */
const RESOURCE_VERBS = [...REQUEST_VERBS, 'use', 'bind', 'escalate', 'impersonate', 'approve', 'sign', 'attest', '*']
const PATH_VERBS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', '*']

/** The verbs that kubectl knows, of resources or of paths. */
export function knownVerbs(ofPaths: boolean): readonly string[] {
  return ofPaths ? PATH_VERBS : RESOURCE_VERBS
}

/** Whether a check may ask for a verb: a known one, or one of impersonation with its mode and action. */
export function isKnownVerb(verb: string, ofPaths: boolean): boolean {
  return verb.includes(':') || (!ofPaths && verb.includes('impersonate')) || knownVerbs(ofPaths).includes(verb)
}

/** What to write instead of a word that is not a verb, as a sentence; undefined where nothing is near. */
export function verbFix(word: string, ofPaths: boolean): string | undefined {
  const meant = meantVerbs(word)
  if (meant.length > 0) return `Write ${meant.join(' and ')}.`
  const near = nearest(word, knownVerbs(ofPaths))
  return near === undefined ? undefined : `Did you mean “${near}”?`
}
