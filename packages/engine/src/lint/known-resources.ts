import {
  ANY_VERSION,
  type APIResource,
  type Discovery,
  isAskedOnly,
  isServedElsewhere,
  servedInOtherVersions,
} from '../kube/index.ts'

/** The resources that are known: those of Kubernetes, in any version, and those that the text defines. */
export class KnownResources {
  readonly #byGroup = new Map<string, Map<string, APIResource>>()
  readonly #builtIn = new Set<string>()
  readonly #discovery: Discovery
  readonly #groupsOf = new Map<string, string[]>()

  constructor(discovery: Discovery) {
    this.#discovery = discovery
    for (const one of [...ANY_VERSION.resources, ...discovery.custom]) {
      const group = this.#byGroup.get(one.apiGroup) ?? new Map<string, APIResource>()
      this.#byGroup.set(one.apiGroup, group)
      // The text knows the cluster better than the table.
      const before = group.get(one.resource)
      group.set(one.resource, before === undefined ? one : withAllVerbs(before, one))
      if (one.builtIn) this.#builtIn.add(one.apiGroup)
      if (before === undefined)
        this.#groupsOf.set(one.resource, [...(this.#groupsOf.get(one.resource) ?? []), one.apiGroup])
    }
  }

  /** The API groups of Kubernetes itself. */
  get builtInGroups(): readonly string[] {
    return [...this.#builtIn]
  }

  /** Every group that has a known resource. */
  get groups(): readonly string[] {
    return [...this.#byGroup.keys()]
  }

  /** Whether every resource of a group is known: those of Kubernetes are, those of others only in part. */
  isComplete(group: string): boolean {
    return this.#builtIn.has(group) || group === 'extensions'
  }

  isKnownGroup(group: string): boolean {
    return this.#byGroup.has(group)
  }

  /** The resource with this plural. */
  find(group: string, resource: string): APIResource | undefined {
    return this.#byGroup.get(group)?.get(resource)
  }

  /** In words, why the version of the cluster does not serve a resource or its subresource which another one serves; undefined where it does. */
  servedInOtherVersions(apiGroup: string, resource: string, subresource: string): string | undefined {
    const isDefined = this.definedIn(apiGroup).some((one) => one.resource === resource)
    if (isDefined) return undefined
    const whole = servedInOtherVersions({ apiGroup, resource }, this.#discovery)
    return whole ?? servedInOtherVersions({ apiGroup, resource, subresource }, this.#discovery)
  }

  /** Those of a group that the text defines, or the cluster beside it. */
  definedIn(group: string): readonly APIResource[] {
    return this.#discovery.custom.filter(({ apiGroup }) => apiGroup === group)
  }

  in(group: string): readonly APIResource[] {
    return [...(this.#byGroup.get(group)?.values() ?? [])]
  }

  /** Whether a rule in the group may name the resource: it is served, was served once, or is only asked about. */
  mayName(group: string, resource: string): boolean {
    return (
      this.find(group, resource) !== undefined || isAskedOnly(group, resource) || isServedElsewhere(group, resource)
    )
  }

  /** The groups that serve a resource of this plural, the built-in ones first. */
  groupsServing(resource: string): readonly string[] {
    return this.#groupsOf.get(resource) ?? []
  }
}

function withAllVerbs(before: APIResource, one: APIResource): APIResource {
  return { ...one, subresources: new Map([...before.subresources, ...one.subresources]), builtIn: before.builtIn }
}
