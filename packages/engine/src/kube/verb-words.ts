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
