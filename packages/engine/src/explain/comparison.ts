import { type EffectiveRule, ruleAllows } from '../authorizers/index.ts'
import { type APIResource, type Attributes, combinedResource, type PolicyRule } from '../kube/index.ts'
import { type Dimension, FARTHEST, MISTAKE, OTHER_SCOPE, type PlacedMiss } from './miss.ts'
import {
  type AskedResource,
  groupSlip,
  nameSlip,
  namesOf,
  pathSlip,
  resourceSlip,
  type Slip,
  type ValueCause,
  verbSlip,
} from './slips.ts'

/** A rule compared with a check. */
export interface RuleFit {
  readonly effective: EffectiveRule
  readonly misses: readonly PlacedMiss[]
  readonly distance: number
}

/** Compares rules with one check. Values that many rules have are compared once. */
export class Comparison {
  readonly #asked: Attributes
  readonly #resource: AskedResource
  readonly #verbs = new Map<string, Slip>()
  readonly #groups = new Map<string, Slip>()
  readonly #resources = new Map<string, Slip>()
  readonly #paths = new Map<string, Slip>()

  constructor(asked: Attributes, custom: readonly APIResource[]) {
    this.#asked = asked
    const { apiGroup, resource, subresource } = asked
    this.#resource = { resource, subresource, names: namesOf(apiGroup, resource, custom) }
  }

  /** The rule that comes closest; undefined where none has to do with the check. */
  bestOf(rules: readonly EffectiveRule[]): RuleFit | undefined {
    let best: RuleFit | undefined
    for (const effective of rules) {
      const fit = this.#fitOf(effective)
      if (fit !== undefined && (best === undefined || fit.distance < best.distance)) best = fit
    }
    return best
  }

  #fitOf(effective: EffectiveRule): RuleFit | undefined {
    const { rule } = effective
    if (ruleAllows(rule, this.#asked)) return { effective, misses: [], distance: 0 }
    const parts = this.#asked.isResourceRequest ? this.#resourceParts(rule) : this.#pathParts(rule)
    if (parts === undefined) return undefined
    const distance = parts.reduce((sum, one) => sum + one.distance, 0)
    return distance > FARTHEST ? undefined : { effective, misses: parts.map(({ miss }) => miss), distance }
  }

  #pathParts(rule: PolicyRule): readonly Part[] | undefined {
    if (rule.nonResourceURLs.length === 0) return undefined
    const { path } = this.#asked
    const verb = this.#verbPart(rule)
    const fits = ruleAllows({ ...rule, verbs: ['*'] }, this.#asked)
    if (fits) return verb === undefined ? [] : [verb]
    const url = this.#part('path', 'nonResourceURLs', rule.nonResourceURLs, path, this.#paths, pathSlip)
    return verb === undefined ? [url] : [url, verb]
  }

  #resourceParts(rule: PolicyRule): readonly Part[] | undefined {
    if (rule.resources.length === 0) return undefined
    const { apiGroup, name } = this.#asked
    const parts: Part[] = []
    const wanted = combinedResource(this.#asked)
    const byName = rule.resources.includes(wanted)
    const resourceFits =
      byName ||
      rule.resources.includes('*') ||
      (this.#asked.subresource !== '' && rule.resources.includes(`*/${this.#asked.subresource}`))
    if (!resourceFits) {
      const part = this.#part('resource', 'resources', rule.resources, wanted, this.#resources, (written) =>
        resourceSlip(written, this.#resource),
      )
      const { cause } = part.miss
      const ofSubresource = cause === 'parent' || cause === 'subresources' || cause === 'subresource'
      parts.push(ofSubresource ? { ...part, miss: { ...part.miss, dimension: 'subresource' } } : part)
      if (part.distance > FARTHEST) return undefined
    }
    if (!rule.apiGroups.includes('*') && !rule.apiGroups.includes(apiGroup)) {
      const part = this.#part('apiGroup', 'apiGroups', rule.apiGroups, apiGroup, this.#groups, groupSlip)
      // A wildcard of another group does not name the resource.
      const distance = byName || part.miss.cause !== 'other-group' ? part.distance - 0.5 : part.distance + 2
      parts.push({ ...part, distance: Math.max(distance, MISTAKE) })
    }
    const verb = this.#verbPart(rule)
    if (verb !== undefined) parts.push(verb)
    if (rule.resourceNames.length > 0 && !rule.resourceNames.includes(name)) {
      parts.push(this.#part('name', 'resourceNames', rule.resourceNames, name, new Map(), nameSlip))
    }
    return parts
  }

  #verbPart(rule: PolicyRule): Part | undefined {
    const { verb } = this.#asked
    if (rule.verbs.includes('*') || rule.verbs.includes(verb)) return undefined
    return this.#part('verb', 'verbs', rule.verbs, verb, this.#verbs, verbSlip)
  }

  #part(
    dimension: Dimension,
    field: string,
    values: readonly string[],
    asked: string,
    known: Map<string, Slip>,
    slipOf: (value: string, asked: string) => Slip,
  ): Part {
    let best: Slip | undefined
    let at = 0
    for (const [index, value] of values.entries()) {
      const slip = known.get(value) ?? slipOf(value, asked)
      known.set(value, slip)
      if (best === undefined || slip.cost < best.cost) {
        best = slip
        at = index
      }
    }
    const { cost, cause } = best ?? { cost: OTHER_SCOPE, cause: undefined }
    const mistaken = cause !== undefined && cost < OTHER_SCOPE && MENDED_BY_VALUE.has(cause)
    const similar = values[at]
    return {
      distance: cost,
      miss: {
        dimension,
        ...(cause !== undefined && { cause }),
        has: mistaken && similar !== undefined ? [similar] : values,
        asked,
        ...(mistaken && { instead: asked }),
        at: { of: 'rule', path: mistaken ? [field, at] : [field] },
      },
    }
  }
}

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
])

interface Part {
  readonly miss: PlacedMiss
  readonly distance: number
}
