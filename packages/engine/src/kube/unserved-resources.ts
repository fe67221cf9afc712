import { isTypoOf, nearest } from '../text/index.ts'
import { isAskedOnly } from './asked-resources.ts'
import { type Attributes, combinedResource } from './attributes.ts'
import { resourceName } from './resource-word.ts'
import { ANY_VERSION, type APIResource, Discovery } from './resources.ts'
import { KUBERNETES_VERSIONS, type KubernetesVersion } from './versions.ts'

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
export function nearestResource(word: string, { resources, custom }: Discovery = ANY_VERSION): string | undefined {
  const own = resources.filter((one) => one.builtIn || custom.includes(one))
  return meantResource(word.toLowerCase(), own)?.resource
}

/** Whether a word is the plural of another as English or kubectl forms it. */
function isPluralOf(word: string, singular: string): boolean {
  return [`${singular}s`, `${singular}es`, singular.replace(/y$/, 'ies')].includes(word.toLowerCase())
}

/**
 * Why the API server does not serve a resource, as far as it is known here: the cluster defines another plural, only other versions of
 * Kubernetes serve it, or none has such a resource in its group. Undefined for a resource that is served, and where a definition
 * elsewhere may have it.
 */
export function unservedResource(
  apiGroup: string,
  resource: string,
  discovery: Discovery,
): { readonly message: string; readonly fix?: string } | undefined {
  const ofGroup = discovery.resources.filter((one) => one.apiGroup === apiGroup)
  if (resource.includes('*') || ofGroup.some((one) => one.resource === resource) || isAskedOnly(apiGroup, resource))
    return undefined
  const defined = meantResource(
    resource,
    discovery.custom.filter((one) => one.apiGroup === apiGroup),
  )
  if (defined !== undefined) {
    return {
      message: `The text defines ${defined.kind} in “${apiGroup}” by the plural “${defined.resource}”, and it does not define “${resource}”.`,
      fix: `Write ${resourceName(defined)}.`,
    }
  }
  const inOthers = servedInOtherVersions({ apiGroup, resource }, discovery)
  if (inOthers !== undefined) return { message: inOthers }
  if (!ANY_VERSION.resources.some((one) => one.builtIn && one.apiGroup === apiGroup)) return undefined
  const near =
    meantResource(resource, ofGroup) ?? discovery.resources.find((one) => one.builtIn && one.resource === resource)
  return {
    message: `No version of Kubernetes from ${KUBERNETES_VERSIONS[0]} to ${KUBERNETES_VERSIONS.at(-1)} serves “${resource}” in ${groupInWords(apiGroup)}.`,
    ...(near && { fix: `Did you mean ${resourceName(near)}?` }),
  }
}

/**
 * Why the API server does not serve a version of a resource, in a sentence. Undefined where it does, and where it is not known: of a
 * resource that the cluster does not have, or that a definition elsewhere may have in other versions.
 */
export function unservedVersion(
  { apiGroup, apiVersion, resource }: Pick<Attributes, 'apiGroup' | 'apiVersion' | 'resource'>,
  discovery: Discovery,
): string | undefined {
  const known = discovery.find(apiGroup, resource)
  const isDefined = known !== undefined && discovery.custom.includes(known)
  if (known === undefined || known.versions.includes(apiVersion) || !(known.builtIn || isDefined)) return undefined
  const server = isDefined ? 'The definition' : `Kubernetes ${discovery.version ?? ''}`.trimEnd()
  return `${server} serves ${resource} as ${known.versions.join(' and ')}, not as ${apiVersion}.`
}

/**
 * Which versions of Kubernetes serve a resource or subresource that the version of the cluster does not serve, in a sentence. Undefined
 * where it is served, where none serves it, and where the version is not known.
 */
export function servedInOtherVersions(
  {
    apiGroup,
    resource,
    subresource = '',
  }: Pick<Attributes, 'apiGroup' | 'resource'> & { readonly subresource?: string },
  { version }: Discovery,
): string | undefined {
  const serving = KUBERNETES_VERSIONS.filter((one) => {
    const known = new Discovery(one).find(apiGroup, resource)
    return known !== undefined && (subresource === '' || known.subresources.has(subresource))
  })
  if (version === undefined || serving.length === 0 || serving.includes(version)) return undefined
  const what = combinedResource({ resource, subresource })
  return `Kubernetes serves “${what}” in ${groupInWords(apiGroup)} ${versionsInWords(serving)}; this cluster is ${version}.`
}

/** Versions that follow each other, not all of those that are offered. */
function versionsInWords(versions: readonly KubernetesVersion[]): string {
  const [from, until] = [versions[0], versions.at(-1)]
  if (until === KUBERNETES_VERSIONS.at(-1)) return `from ${from} on`
  if (from === KUBERNETES_VERSIONS[0]) return `until ${until}`
  return from === until ? `in ${from} alone` : `from ${from} to ${until}`
}

function groupInWords(apiGroup: string): string {
  return apiGroup === '' ? 'the core group' : `the API group “${apiGroup}”`
}
