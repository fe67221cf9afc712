import type { Attributes, Cluster, ReadAction } from '@authz-playground/engine'
import { readResourceWord } from '@authz-playground/engine/internal/kube'
import {
  type AskedSubject,
  askedSubject,
  type Discovery,
  type Remark,
  readAction,
} from '@authz-playground/engine/questions'
import type { CommandWords, Flag } from '../flags.ts'
import { type CommandProblem, problemOf, refusedInput } from '../problem.ts'
import type { TextPosition } from '../text-places.ts'

/** Flags for a namespace, as in kubectl. */
export const NAMESPACE_FLAGS: readonly Flag[] = [
  { name: 'namespace', short: 'n', value: 'NAME', help: 'the namespace' },
  { name: 'all-namespaces', short: 'A', help: 'all namespaces at once' },
]

/** The namespace of `-n`; the empty string for `-A`; undefined without both. Throws `Refused` where both are given. */
export function namespaceOf(words: CommandWords): string | undefined {
  const namespace = words.one('namespace')
  if (!words.has('all-namespaces')) return namespace
  if (namespace === undefined) return ''
  throw refusedInput('--all-namespaces', 'One namespace and all of them are asked for.', 'Keep -n or -A.')
}

/**
 * The question `VERB RESOURCE[/NAME]` or `VERB /PATH`. `discovery`: what the cluster serves. Throws
 * `Refused`.
 */
export function questionOf(words: CommandWords, discovery: Discovery): ReadAction {
  const [verb, what, more] = words.files
  const namespace = namespaceOf(words)
  const subresource = words.one('subresource') ?? ''
  if (verb === undefined || what === undefined || more !== undefined) {
    throw refusedInput(
      more ?? '',
      'A verb and a resource are expected.',
      'Write who-can get pods, or who-can get /healthz.',
    )
  }
  if (what.startsWith('/')) {
    if (subresource !== '') throw refusedInput('--subresource', 'A path has no subresources.', 'Leave it out.')
    if (namespace !== undefined && namespace !== '')
      throw refusedInput('--namespace', 'A path is in no namespace.', 'Leave it out.')
    return readAction({ verb, path: what }, discovery)
  }
  const [resource = '', ...name] = what.split('/')
  const asked = { verb, resource, subresource, name: name.join('/'), ...(namespace !== undefined && { namespace }) }
  return readAction(asked, discovery)
}

/** The subject of a word. Throws `Refused` where it names none. */
export function subjectOfWord(word: string, groups: readonly string[], cluster: Cluster): AskedSubject {
  const found = askedSubject(word, groups, cluster)
  if (found !== undefined) return found
  if (/^ServiceAccount\/./.test(word))
    throw refusedInput(word, 'This is no service account.', 'Write ServiceAccount/namespace/name.')
  throw refusedInput(word, 'No subject is named.', 'Write a user, a group, or namespace/name.')
}

/** A remark on an answer, with its place in a file where it is about a text. */
export function placedRemark(remark: Remark, placeOf: (place: TextPosition) => string): CommandProblem {
  return remark.range === undefined ? remarkOnQuestion(remark) : problemOf(remark, placeOf(remark.range))
}

/** A remark on a question, with the flags of the command line. */
function remarkOnQuestion(remark: Remark): CommandProblem {
  const { code, word = '' } = remark
  const problem = problemOf(remark, word)
  switch (code) {
    case 'name-of-subresource': {
      const { type, subresource } = readResourceWord(word)
      return { ...problem, fix: `Write ${type} --subresource ${subresource} for the subresource.` }
    }
    case 'namespace-assumed':
      return { ...problem, message: 'The namespace default is assumed; -n names another, -A all at once.' }
    default:
      return problem
  }
}

/** The question as a value: absent fields are empty. */
export function questionValue(attributes: Attributes) {
  const { verb, apiGroup, resource, subresource, namespace, name, path, isResourceRequest } = attributes
  if (!isResourceRequest) return { verb, path }
  return {
    verb,
    ...(apiGroup !== '' && { apiGroup }),
    resource,
    ...(subresource !== '' && { subresource }),
    ...(namespace !== '' && { namespace }),
    ...(name !== '' && { name }),
  }
}
