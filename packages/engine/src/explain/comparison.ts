import {
  ANY_VERSION,
  type Attributes,
  askedOnlyResource,
  checkedGroup,
  combinedResource,
  type Discovery,
  isIdentityVerb,
  type Rule,
  resourceParts,
} from '../kube/index.ts'
import {
  apiGroupMatches,
  type EffectiveRule,
  nonResourceURLMatches,
  resourceMatches,
  resourceNameMatches,
  verbMatches,
} from '../rights/index.ts'
import { type Dimension, FARTHEST, MISTAKE, OTHER_SCOPE, type PlacedMismatch } from './mismatch.ts'
import {
  type AskedResource,
  groupMismatch,
  identityMismatch,
  nameMismatch,
  pathMismatch,
  resourceMismatch,
  type ValueCause,
  type ValueMismatch,
  verbMismatch,
} from './value-mismatch.ts'

/** A rule compared with a check. */
export interface RuleFit {
  readonly effective: EffectiveRule
  readonly distance: number
}

/** The API groups of Kubernetes, of which every resource is known. */
const BUILT_IN: ReadonlySet<string> = new Set(
  ANY_VERSION.resources.flatMap(({ apiGroup, builtIn }) => (builtIn ? [apiGroup] : [])),
)

const PLURALS: ReadonlySet<string> = new Set(ANY_VERSION.resources.map(({ resource }) => resource))

/** Compares rules with one check. Values that many rules have are compared once. */
export class Comparison {
  readonly #asked: Attributes
  /** The resource with its subresource, as rules have it. */
  readonly #wanted: string
  readonly #resource: AskedResource
  readonly #verbs = new Map<string, ValueMismatch>()
  readonly #groups = new Map<string, ValueMismatch>()
  readonly #resources = new Map<string, ValueMismatch>()
  readonly #discovery: Discovery
  readonly #names = new Map<string, ValueMismatch>()
  readonly #paths = new Map<string, ValueMismatch>()
  readonly #resourceMismatch = (written: string): ValueMismatch => resourceMismatch(written, this.#resource)

  readonly #verbMismatch = (written: string, verb: string): ValueMismatch => verbMismatch(written, verb, this.#asked)

  readonly #nameMismatch = (written: string, name: string): ValueMismatch => nameMismatch(written, name, this.#asked)

  constructor(asked: Attributes, discovery: Discovery) {
    this.#asked = asked
    this.#discovery = discovery
    this.#wanted = combinedResource(asked)
    const { apiGroup, resource, subresource } = asked
    this.#resource = {
      apiGroup,
      resource,
      subresource,
      known: discovery.find(apiGroup, resource) ?? askedOnlyResource(apiGroup, resource),
      isResource: (word) => PLURALS.has(word) || discovery.custom.some((one) => one.resource === word),
    }
  }

  /** The rule that comes closest; undefined where none has to do with the check, or is within a distance. */
  bestOf(rules: readonly EffectiveRule[], most = FARTHEST): RuleFit | undefined {
    let best: EffectiveRule | undefined
    let least = most
    for (const effective of rules) {
      const distance = total(this.#partsOf(effective.rule, least))
      if (distance > least || (best !== undefined && distance === least)) continue
      best = effective
      least = distance
    }
    return best && { effective: best, distance: least }
  }

  /** What does not fit of a rule. */
  mismatchesOf({ effective }: RuleFit): readonly PlacedMismatch[] {
    return (this.#partsOf(effective.rule, FARTHEST) ?? []).map(mismatchOf)
  }

  /** Undefined where the rule has nothing to do with the check, or where it is farther away than `most`. */
  #partsOf(rule: Rule, most: number): readonly Part[] | undefined {
    return this.#asked.isResourceRequest ? this.#resourceParts(rule, most) : this.#pathParts(rule)
  }

  #pathParts(rule: Rule): readonly Part[] | undefined {
    if (rule.nonResourceURLs.length === 0) return undefined
    const { path } = this.#asked
    const verb = this.#verbPart(rule)
    if (nonResourceURLMatches(rule, path)) return verb === undefined ? [] : [verb]
    const url = part('path', 'nonResourceURLs', rule.nonResourceURLs, path, this.#paths, pathMismatch)
    return verb === undefined ? [url] : [url, verb]
  }

  #resourceParts(rule: Rule, most: number): readonly Part[] | undefined {
    if (rule.resources.length === 0) return undefined
    const { apiGroup, name, subresource } = this.#asked
    const parts: Part[] = []
    const byName = rule.resources.includes(this.#wanted)
    if (!resourceMatches(rule, this.#wanted, subresource)) {
      const identity = identityMismatch(rule, this.#asked)
      const resource = part(
        'resource',
        'resources',
        rule.resources,
        this.#wanted,
        identity ? new Map() : this.#resources,
        identity ?? this.#resourceMismatch,
      )
      if (resource.distance > most) return undefined
      const { cause } = resource
      const ofSubresource =
        cause === 'parent' || cause === 'subresources' || cause === 'subresource' || cause === 'no-key'
      parts.push(ofSubresource ? { ...resource, dimension: 'subresource' } : resource)
    }
    if (!apiGroupMatches(rule, apiGroup)) {
      const nearest = part('apiGroup', 'apiGroups', rule.apiGroups, apiGroup, this.#groups, groupMismatch)
      const group =
        nearest.cost > MISTAKE && parts.length === 0 && this.#isOfGroup(rule, apiGroup)
          ? { ...nearest, ...WRONG_GROUP }
          : nearest
      // A wildcard of another group does not name the resource.
      const distance = byName || group.cause !== 'other-group' ? group.distance - 0.5 : group.distance + 2
      parts.push({ ...group, distance: Math.max(distance, MISTAKE) })
    }
    const verb = this.#verbPart(rule)
    if (verb !== undefined) parts.push(verb)
    if (!resourceNameMatches(rule, name)) {
      parts.push(part('name', 'resourceNames', rule.resourceNames, name, this.#names, this.#nameMismatch))
    }
    return parts
  }

  /** Whether all of a rule is asked for in an API group, and nothing of it in those that it names, which are known in full. */
  #isOfGroup({ verbs, resources, apiGroups }: Rule, group: string): boolean {
    const asked = (discovery: Discovery, one: string) => (verb: string) =>
      resources.map((resource) => isAskedIn(one, verb, resource, discovery))
    return (
      verbs.length > 0 &&
      verbs.flatMap(asked(this.#discovery, group)).every(Boolean) &&
      apiGroups.every((one) => BUILT_IN.has(one) && !verbs.flatMap(asked(ANY_VERSION, one)).some(Boolean))
    )
  }

  #verbPart(rule: Rule): Part | undefined {
    const { verb } = this.#asked
    if (verbMatches(rule, verb)) return undefined
    return part('verb', 'verbs', rule.verbs, verb, this.#verbs, this.#verbMismatch)
  }
}

const WRONG_GROUP = { distance: MISTAKE, cost: MISTAKE, cause: 'wrong-group' } as const

/** Whether a verb is asked for on a resource of a rule in an API group. */
function isAskedIn(group: string, verb: string, written: string, discovery: Discovery): boolean {
  if (isIdentityVerb(verb)) return checkedGroup(verb, written) === group
  const [resource] = resourceParts(written)
  return discovery.find(group, resource) !== undefined
}

function total(parts: readonly Part[] | undefined): number {
  if (parts === undefined) return Number.POSITIVE_INFINITY
  let sum = 0
  for (const { distance } of parts) sum += distance
  return sum
}

/** One dimension in which a rule does not fit. */
interface Part {
  readonly dimension: Dimension
  readonly distance: number
  /** Of the most similar value: how far it is, why, and its index. */
  readonly cost: number
  readonly cause: ValueCause | undefined
  readonly nearest: number
  readonly field: string
  readonly values: readonly string[]
  readonly asked: string
}

function part(
  dimension: Dimension,
  field: string,
  values: readonly string[],
  asked: string,
  known: Map<string, ValueMismatch>,
  mismatchWith: (value: string, asked: string) => ValueMismatch,
): Part {
  let best: ValueMismatch | undefined
  let nearest = 0
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as string
    let mismatch = known.get(value)
    if (mismatch === undefined) {
      mismatch = mismatchWith(value, asked)
      known.set(value, mismatch)
    }
    if (best === undefined || mismatch.cost < best.cost) {
      best = mismatch
      nearest = at
    }
  }
  const cost = best?.cost ?? OTHER_SCOPE
  return { dimension, distance: cost, cost, cause: best?.cause, nearest, field, values, asked }
}

function mismatchOf({ dimension, cost, cause, nearest, field, values, asked }: Part): PlacedMismatch {
  const several = cause === 'several-in-one'
  const mistaken =
    several ||
    (cause !== undefined && OF_ONE_VALUE.has(cause)) ||
    (cause !== undefined && cost < OTHER_SCOPE && MENDED_BY_VALUE.has(cause))
  const similar = values[nearest]
  return {
    dimension,
    ...(cause !== undefined && { cause }),
    has: mistaken && similar !== undefined ? [similar] : values,
    asked,
    ...(mistaken && cause !== undefined && MENDED_BY_VALUE.has(cause) && { instead: asked }),
    at: { of: 'rule', path: mistaken ? [field, nearest] : [field] },
  }
}

/** Causes that are of one value, and that another value in its place does not mend. */
const OF_ONE_VALUE: ReadonlySet<string> = new Set<ValueCause>([
  'no-star',
  'below-only',
  'no-trailing-slash',
  'inner-star',
])

/** Causes that are mended by writing the value that the check asks for in place of the one that is there. */
const MENDED_BY_VALUE: ReadonlySet<string> = new Set<ValueCause>([
  'misspelt',
  'case',
  'no-verb',
  'words-of-design',
  'singular',
  'kind',
  'short-name',
  'subresources',
  'wildcard',
  'version',
  'core',
  'trailing-slash',
  'no-slash',
  'username',
  'identity',
  'wrong-group',
  'no-key',
  'with-group',
])
