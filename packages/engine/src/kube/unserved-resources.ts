import { isTypoOf, nearest } from '../text/index.ts'
import { isAskedOnly } from './asked-resources.ts'
import { resourceName } from './resource-word.ts'
import { API_RESOURCES, type APIResource } from './resources.ts'
import { KUBERNETES_VERSIONS } from './versions.ts'

/** How a word names a resource that rules name by its plural in lower case. */
export type Misnaming = 'kind' | 'short-name' | 'case' | 'singular' | 'misspelt'

/**
 * How a word names a resource without being its plural: by its kind or singular in any case, a short name, the plural in capitals, a
 * plural of English, or a misspelling of plural or singular. Undefined where it does not.
 */
export function misnamingOf(word: string, one: Names): Misnaming | undefined {
  const named = otherNameOf(word, one)
  if (named !== undefined || word === one.resource) return named
  const isMisspelt = isPluralOf(word, one.singular) || isTypoOf(word, one.resource) || isTypoOf(word, one.singular)
  return isMisspelt ? 'misspelt' : undefined
}

type Names = Pick<APIResource, 'resource' | 'singular' | 'kind' | 'shortNames'>

function otherNameOf(word: string, { kind, singular, resource, shortNames }: Names): Misnaming | undefined {
  const lower = word.trim().toLowerCase()
  if (word === resource) return undefined
  if (word === kind) return 'kind'
  if (shortNames.includes(word)) return 'short-name'
  if (lower === resource) return 'case'
  return lower === singular || lower === kind.toLowerCase() ? 'singular' : undefined
}

/** Whether a word is one of the names of a resource: its plural, singular or kind in any case, or a short name. */
export function isNameOf(one: Names, word: string): boolean {
  return word === one.resource || otherNameOf(word, one) !== undefined
}

/** The resource among some that a word means: by one of its names, or as the nearest of those that the word misspells. */
export function meantResource(word: string, among: readonly APIResource[]): APIResource | undefined {
  const named = among.find((one) => isNameOf(one, word))
  if (named !== undefined) return named
  const misspelt = among.filter((one) => misnamingOf(word, one) !== undefined)
  const near = nearest(
    word,
    misspelt.flatMap(({ resource, singular }) => [resource, singular]),
  )
  return misspelt.find(({ resource, singular }) => resource === near || singular === near) ?? misspelt[0]
}

/**
 * The plural of the resource of Kubernetes that a word means which names none, or of one of the cluster’s own definitions; undefined
 * when none is near.
 */
export function nearestResource(word: string, custom: readonly APIResource[] = []): string | undefined {
  return meantResource(word.toLowerCase(), [...API_RESOURCES.filter(({ builtIn }) => builtIn), ...custom])?.resource
}

/** Whether a word is the plural of another as English or kubectl forms it. */
function isPluralOf(word: string, singular: string): boolean {
  return [`${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies')].includes(word.toLowerCase())
}

/**
 * Why no API server that is known here serves a resource: the cluster defines another plural, or Kubernetes has no such resource
 * in its group. Undefined for a resource that is known, and where a definition elsewhere may have it.
 *
 * @param custom the resources of the cluster’s own definitions
 */
export function unservedResource(
  apiGroup: string,
  resource: string,
  custom: readonly APIResource[],
): { readonly message: string; readonly fix?: string } | undefined {
  const ofGroup = [...API_RESOURCES, ...custom].filter((one) => one.apiGroup === apiGroup)
  if (resource.includes('*') || ofGroup.some((one) => one.resource === resource) || isAskedOnly(apiGroup, resource))
    return undefined
  const defined = meantResource(
    resource,
    custom.filter((one) => one.apiGroup === apiGroup),
  )
  if (defined !== undefined) {
    return {
      message: `The text defines ${defined.kind} in “${apiGroup}” by the plural “${defined.resource}”, and it does not define “${resource}”.`,
      fix: `Write ${resourceName(defined)}.`,
    }
  }
  if (!ofGroup.some(({ builtIn }) => builtIn)) return undefined
  const near = meantResource(resource, ofGroup)
  const group = apiGroup === '' ? 'the core group' : `the API group “${apiGroup}”`
  return {
    message: `No version of Kubernetes from ${KUBERNETES_VERSIONS[0]} to ${KUBERNETES_VERSIONS.at(-1)} serves “${resource}” in ${group}.`,
    ...(near && { fix: `Did you mean ${resourceName(near)}?` }),
  }
}
