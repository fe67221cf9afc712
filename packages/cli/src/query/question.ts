import type { Attributes } from '@authz-playground/engine'
import {
  type ActionRemark,
  type APIResource,
  combinedResource,
  type ReadAction,
  readAction,
} from '@authz-playground/engine/names'
import type { CommandWords, Flag } from '../flags.ts'
import { type CommandProblem, refusedInput } from '../problem.ts'

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

/** A question in words, and remarks about how it was read. */
export interface Question {
  readonly attributes: Attributes
  readonly remarks: readonly CommandProblem[]
}

/**
 * The question `VERB RESOURCE[/NAME]` or `VERB /PATH`. `custom`: the resources of the cluster’s own definitions. Throws
 * `Refused`.
 */
export function questionOf(words: CommandWords, custom: readonly APIResource[]): Question {
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
    return placed(readAction({ verb, path: what }, custom))
  }
  const [resource = '', ...name] = what.split('/')
  const asked = { verb, resource, subresource, name: name.join('/'), ...(namespace !== undefined && { namespace }) }
  return placed(readAction(asked, custom))
}

function placed({ attributes, remarks }: ReadAction): Question {
  return { attributes, remarks: remarks.map((one) => ({ ...withFlags(one), at: one.word })) }
}

/** What a remark says on the command line, where flags say what fields say elsewhere. */
function withFlags({ code, severity, message, fix, word }: ActionRemark): Omit<CommandProblem, 'at'> {
  switch (code) {
    case 'name-of-subresource': {
      const [type = '', name = ''] = word.split('/')
      return { severity, message, fix: `Write ${type} --subresource ${name} for the subresource.` }
    }
    case 'namespace-assumed':
      return { severity, message: 'The namespace default is assumed; -n names another, -A all at once.' }
    default:
      return { severity, message, ...(fix !== undefined && { fix }) }
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

/** "get pods named web in namespace prod". */
export function questionText(attributes: Attributes): string {
  const { verb, apiGroup, name, namespace, path, isResourceRequest } = attributes
  if (!isResourceRequest) return `${verb} ${path}`
  const [resource, ...subresource] = combinedResource(attributes).split('/')
  const whole = [`${resource}${apiGroup === '' ? '' : `.${apiGroup}`}`, ...subresource].join('/')
  const where = namespace === '' ? 'cluster-wide' : `in namespace ${namespace}`
  return `${verb} ${whole}${name === '' ? '' : ` named ${name}`} ${where}`
}
