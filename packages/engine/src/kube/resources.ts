import { isTypoOf } from '../text/index.ts'
import { ALL_VERBS, SUBRESOURCE_VERBS } from './attributes.ts'
import { BUILT_IN_RESOURCES } from './resource-table.ts'
import { KUBERNETES_VERSIONS, type KubernetesVersion } from './versions.ts'

/** A resource of the Kubernetes API. */
export interface APIResource {
  readonly apiGroup: string
  /** At least one; the one that clients get first comes first. */
  readonly versions: readonly string[]
  /** The plural, as in paths and in RBAC rules. */
  readonly resource: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly kind: string
  readonly namespaced: boolean
  /** Categories that select several resources: `all`, `api-extensions`. */
  readonly categories: readonly string[]
  readonly verbs: readonly string[]
  /** Verbs by subresource. */
  readonly subresources: ReadonlyMap<string, readonly string[]>
  /** False where an extension serves it. */
  readonly builtIn: boolean
}

/** A resource as a user named it. */
export interface FoundResource {
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  /** What is known of it, whatever version is named; absent for custom resources. */
  readonly known?: APIResource
  /** No version was named, and the table has none: `v1` is assumed. */
  readonly versionAssumed: boolean
}

/** Common resources of extensions, as lines of the table: from metrics-server and KubeVirt. */
const EXTENSION_RESOURCES: readonly (readonly [apiGroup: string, lines: string])[] = [
  [
    'metrics.k8s.io',
    `
    nodes NodeMetrics - cluster v1beta1 get,list
    pods PodMetrics - namespaced v1beta1 get,list
    `,
  ],
  [
    'kubevirt.io',
    `
    virtualmachineinstances VirtualMachineInstance vmi,vmis namespaced v1 *
    virtualmachines VirtualMachine vm,vms namespaced v1 * status
    `,
  ],
  [
    'subresources.kubevirt.io',
    `
    virtualmachineinstances VirtualMachineInstance - namespaced v1 - console:get vnc:get portforward:get pause:update unpause:update
    virtualmachines VirtualMachine - namespaced v1 - console:get vnc:get portforward:get start:update stop:update restart:update
    `,
  ],
]

/** The resources of Kubernetes and of common extensions in a version of Kubernetes, or in any. */
function tableOf(version: KubernetesVersion | undefined): readonly APIResource[] {
  return [
    ...BUILT_IN_RESOURCES.flatMap(([apiGroup, lines]) => resourcesOf(apiGroup, lines, true, version)),
    ...EXTENSION_RESOURCES.flatMap(([apiGroup, lines]) => resourcesOf(apiGroup, lines, false, version)),
  ]
}

function resourcesOf(
  apiGroup: string,
  lines: string,
  builtIn: boolean,
  version: KubernetesVersion | undefined,
): readonly APIResource[] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [marked = '', kind = '', shortNames = '', scope, versions = '', can = '', ...subresources] = line
        .trim()
        .split(' ')
      const [resource] = wordsIn([marked], version)
      if (resource === undefined) return []
      const [verbs = '', ...categories] = can.split('+')
      return {
        apiGroup,
        versions: wordsIn(listOf(versions), version),
        resource,
        singular: kind.toLowerCase(),
        shortNames: listOf(shortNames),
        kind,
        categories,
        namespaced: scope === 'namespaced',
        verbs: verbs === '*' ? ALL_VERBS : listOf(verbs),
        subresources: new Map(wordsIn(subresources, version).map(subresourceOf)),
        builtIn,
      }
    })
}

/** The words of a line that a version has, without their marks; all of them for any version. */
function wordsIn(marked: readonly string[], version: KubernetesVersion | undefined): readonly string[] {
  return marked.flatMap((one) => {
    const [word = '', mark] = one.split('@')
    return mark === undefined || version === undefined || isWithin(version, mark) ? [word] : []
  })
}

/** Whether a version is one of those that a mark names: `1.36-`, `-1.35`, `1.34-1.35` or `1.36`. */
function isWithin(version: KubernetesVersion, mark: string): boolean {
  const [from = '', until = from] = mark.split('-')
  const at = OFFERED.indexOf(version)
  return OFFERED.indexOf(from) <= at && (until === '' || at <= OFFERED.indexOf(until))
}

const OFFERED: readonly string[] = KUBERNETES_VERSIONS

function listOf(text: string): readonly string[] {
  return text === '-' ? [] : text.split(',')
}

function subresourceOf(text: string): readonly [string, readonly string[]] {
  const [name = '', verbs] = text.split(':')
  return [name, verbs === undefined ? SUBRESOURCE_VERBS : listOf(verbs)]
}

/**
 * What an API server serves: the resources of its version of Kubernetes, those of the cluster’s own definitions, and those of common
 * extensions. Without a version, whatever any version serves.
 */
export class Discovery {
  /** Undefined for any version. */
  readonly version: KubernetesVersion | undefined
  /** The resources of the cluster’s own definitions. */
  readonly custom: readonly APIResource[]
  /** In the order in which kubectl prefers them: built-in ones first, the core group before all, and those of extensions last. */
  readonly resources: readonly APIResource[]

  /** @param custom the resources of the cluster’s own definitions */
  constructor(version?: KubernetesVersion, custom: readonly APIResource[] = []) {
    this.version = version
    this.custom = custom
    const known = knownIn(version)
    this.resources =
      custom.length === 0
        ? known
        : [...known.filter(({ builtIn }) => builtIn), ...custom, ...known.filter(({ builtIn }) => !builtIn)]
  }

  /** The resource with this plural in this group. */
  find(apiGroup: string, resource: string): APIResource | undefined {
    return this.resources.find((one) => one.apiGroup === apiGroup && one.resource === resource)
  }
}

const KNOWN = new Map<KubernetesVersion | undefined, readonly APIResource[]>()

function knownIn(version: KubernetesVersion | undefined): readonly APIResource[] {
  const before = KNOWN.get(version)
  if (before !== undefined) return before
  const table = tableOf(version)
  KNOWN.set(version, table)
  return table
}

/** What some offered version of Kubernetes serves: for texts that name no cluster. */
export const ANY_VERSION = new Discovery()

/** The resources of a category such as `all`, in lower case. */
export function resourcesOfCategory(word: string, { resources }: Discovery = ANY_VERSION): readonly APIResource[] {
  return resources.filter(({ categories }) => categories.includes(word))
}

const VERSION = /^v[1-9][0-9]*(?:(?:alpha|beta)[1-9][0-9]*)?$/
/** RFC 1035 label, which the plural of a custom resource has to be. */
const PLURAL = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/
const GROUP = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

/** The resource with this plural in this group, if the table knows it in any version. */
export function resourceInGroup(apiGroup: string, resource: string): APIResource | undefined {
  return ANY_VERSION.find(apiGroup, resource)
}

/**
 * The resource that a word means in kubectl: plural, singular or kind in any case, or a short name, alone or as
 * `deployments.apps` or `deployments.v1.apps`; a group may be abbreviated (`roles.rbac`). A word with an unknown group
 * is the plural of a custom resource. Undefined when the word is neither.
 */
export function findResource(word: string, { resources, custom }: Discovery = ANY_VERSION): FoundResource | undefined {
  const [typed = ''] = word.split('.')
  const [name = '', ...rest] = word.toLowerCase().split('.')
  if (rest.length === 0) return found(resources.find((one) => answersTo(one, name, typed)))
  const [first = '', ...others] = rest
  const version = VERSION.test(first) && others.length > 0 ? first : undefined
  const group = (version === undefined ? rest : others).join('.')
  const named = resources.filter((one) => answersTo(one, name, typed))
  const known =
    named.find((one) => one.apiGroup === group) ??
    // An empty group, as in `groups.`, is any group for kubectl.
    (group === ''
      ? named.find((one) => version === undefined || one.versions.includes(version))
      : named.find((one) => (one.builtIn || custom.includes(one)) && one.apiGroup.startsWith(group)))
  // kubectl looks a short name up again in the group, and drops its version.
  if (known !== undefined) return found(known, known.shortNames.includes(name) ? undefined : version)
  if (!PLURAL.test(name) || !isGroup(group)) return undefined
  return { apiGroup: group, apiVersion: version ?? 'v1', resource: name, versionAssumed: version === undefined }
}

function isGroup(text: string): boolean {
  return text.length <= 253 && GROUP.test(text) && !VERSION.test(text)
}

/** Names match in any case, short names only in lower case. */
function answersTo({ resource, singular, shortNames }: APIResource, word: string, typed: string): boolean {
  return resource === word || singular === word || shortNames.includes(typed)
}

function found(known: APIResource | undefined, version?: string): FoundResource | undefined {
  if (known === undefined) return undefined
  const apiVersion = version ?? known.versions[0] ?? 'v1'
  return { apiGroup: known.apiGroup, apiVersion, resource: known.resource, known, versionAssumed: false }
}

/** The API groups of Kubernetes that have no dot: the group of a custom resource is a domain. */
const DOTLESS: ReadonlySet<string> = new Set(
  ANY_VERSION.resources.flatMap(({ apiGroup, builtIn }) => (builtIn && !apiGroup.includes('.') ? [apiGroup] : [])),
)

/** Whether a word is that of an API group which no server can have: it has no dot, and is not one of Kubernetes, of today or before. */
export function isNoAPIGroup(group: string): boolean {
  return /^[a-z][a-z0-9-]*$/i.test(group) && !/^v[0-9]/.test(group) && !DOTLESS.has(group) && group !== 'extensions'
}

/**
 * Whether a written API group probably means another one, by its letters: `networking` and `Networking.k8s.io` for
 * `networking.k8s.io`, `apps.k8s.io` and `app` for `apps`. Ask only about a group that has the resource and is not the written one.
 */
export function meansAPIGroup(written: string, group: string): boolean {
  const lower = written.toLowerCase()
  if (group === '') return false
  return (
    lower === group ||
    (!lower.includes('.') && group.split('.')[0] === lower) ||
    (!group.includes('.') && lower === `${group}.k8s.io`) ||
    (!lower.endsWith('.x-k8s.io') && isTypoOf(written, group))
  )
}

/** The plural of a kind that is not known, as clients guess it (Go: `meta.UnsafeGuessKindToResource`). */
export function guessedPlural(kind: string): string {
  const singular = kind.toLowerCase()
  if (singular.endsWith('s')) return `${singular}es`
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`
}
