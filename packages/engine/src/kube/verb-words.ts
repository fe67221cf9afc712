import { nearest } from '../text/index.ts'
import { REQUEST_VERBS } from './attributes.ts'

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
  ['exec', ['create', 'get']],
  ['deleteall', ['deletecollection']],
  ['delete-collection', ['deletecollection']],
  ['scale', ['update', 'patch']],
  ['logs', ['get']],
  ['log', ['get']],
])

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
