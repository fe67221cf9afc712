import { withoutStars } from '../authorizers/index.ts'
import type { RuleParts } from '../trace/index.ts'

/**
 * Comparing what one request grants with what its writer holds looks at so many values at most, in less than a second.
 * The API server compares each single rule with each held one, and would be past its deadline long before.
 */
export const MOST_COMPARISONS = 5_000_000

/** A rule of one verb and one resource, name or URL, and the first rule that covers it, by its position among those held. */
export interface SingleRule {
  readonly rule: RuleParts
  readonly coveredBy?: number
}

/** Which of the rules that one is taken apart into. */
type Which = 'all' | 'covered' | 'missing'

/** A rule beside the rules that its writer holds. */
export interface Coverage {
  /** How many rules it is taken apart into: verbs × groups × resources × names, and verbs × URLs. */
  readonly count: number
  /** How many of those no held rule covers. */
  readonly missing: number
  /** All of those, or those that are covered or not, in the order in which the API server takes them apart. */
  readonly singles: (which: Which) => Iterable<SingleRule>
}

/**
 * Rules that a user holds, indexed by group, resource, verb and name, and by URL: answers what covers each rule that
 * another one is taken apart into (Go: `BreakdownRule` in `k8s.io/component-helpers/auth/rbac/validation`, `ruleCovers`),
 * without taking it apart. Values that the same held rules cover are compared once.
 */
export class HeldRulesIndex {
  readonly #resources: Branch
  readonly #paths: Branch
  readonly #pathLevels: readonly Level[]
  readonly #work = { left: MOST_COMPARISONS }

  constructor(held: readonly RuleParts[]) {
    const all = held.map((_, index) => index)
    this.#resources = new Branch(held, all, RESOURCE_LEVELS)
    const unnamed = all.filter((index) => held[index]?.resourceNames.length === 0)
    this.#pathLevels = [pathLevel(unnamed.map((index) => held[index] as RuleParts)), VERBS]
    this.#paths = new Branch(held, unnamed, this.#pathLevels)
  }

  /** Undefined where the comparisons so far, and this one, would look at more than {@link MOST_COMPARISONS} values. */
  coverageOf(rule: RuleParts): Coverage | undefined {
    const { apiGroups, resources, verbs, resourceNames, nonResourceURLs } = rule
    const names = resourceNames.length === 0 ? [undefined] : resourceNames
    try {
      const ofResources = new Box([apiGroups, resources, verbs, names], RESOURCE_LEVELS, this.#resources, this.#work)
      const ofPaths = new Box([nonResourceURLs, verbs], this.#pathLevels, this.#paths, this.#work)
      return {
        count: ofResources.whole.count + ofPaths.whole.count,
        missing: ofResources.whole.missing + ofPaths.whole.missing,
        *singles(which) {
          for (const { values, coveredBy } of ofResources.singles(which)) {
            const [group, resource, verb, name] = values as readonly [string, string, string, string | undefined]
            yield {
              rule: {
                verbs: [verb],
                apiGroups: [group],
                resources: [resource],
                resourceNames: name === undefined ? [] : [name],
                nonResourceURLs: [],
              },
              ...(coveredBy !== undefined && { coveredBy }),
            }
          }
          for (const { values, coveredBy } of ofPaths.singles(which)) {
            const [url, verb] = values as readonly [string, string]
            yield {
              rule: { verbs: [verb], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [url] },
              ...(coveredBy !== undefined && { coveredBy }),
            }
          }
        },
      }
    } catch (error) {
      if (error instanceof TooMuchWork) return undefined
      throw error
    }
  }
}

/** How many values may still be looked at. */
interface Work {
  left: number
}

class TooMuchWork extends Error {}

function spend(values: number, work: Work): void {
  work.left -= values
  if (work.left < 0) throw new TooMuchWork()
}

/** Of a resource name: undefined is a rule for every name, and a request for none. */
type Value = string | undefined

/** One of the lists of a rule: under which keys a held rule is found, and which keys find the rules that cover a value. */
interface Level {
  readonly keysOf: (held: RuleParts) => readonly Value[]
  readonly keysFor: (value: Value) => readonly Value[]
}

const VERBS: Level = { keysOf: ({ verbs }) => verbs, keysFor: (value) => ['*', value] }

const RESOURCE_LEVELS: readonly Level[] = [
  { keysOf: ({ apiGroups }) => apiGroups, keysFor: (value) => ['*', value] },
  {
    keysOf: ({ resources }) => resources,
    keysFor: (value = '') => {
      const slash = value.indexOf('/')
      return slash === -1 ? ['*', value] : ['*', value, `*/${value.slice(slash + 1)}`]
    },
  },
  VERBS,
  {
    keysOf: ({ resourceNames }) => (resourceNames.length === 0 ? [undefined] : resourceNames),
    keysFor: (value) => [undefined, value],
  },
]

/** URLs are found by the whole of them, and those that end in a star by what is before it. */
function pathLevel(held: readonly RuleParts[]): Level {
  const keysOf = ({ nonResourceURLs }: RuleParts): readonly string[] =>
    nonResourceURLs.flatMap((url) => (url.endsWith('*') ? [`=${url}`, `^${withoutStars(url)}`] : [`=${url}`]))
  const prefixes = held.flatMap(keysOf).filter((key) => key.startsWith('^'))
  const lengths = [...new Set(prefixes.map(({ length }) => length - 1))]
  const keysFor = (url = ''): readonly string[] => [
    `=${url}`,
    ...lengths.filter((length) => length <= url.length).map((length) => `^${url.slice(0, length)}`),
  ]
  return { keysOf, keysFor }
}

/** Held rules that agree in the keys of the levels above, split by the keys of the next level when it is asked for. */
class Branch {
  static #last = 0
  readonly id = ++Branch.#last
  #split: ReadonlyMap<Value, Branch> | undefined

  constructor(
    readonly held: readonly RuleParts[],
    /** Positions of those rules, ascending. */
    readonly rules: readonly number[],
    readonly levels: readonly Level[],
  ) {}

  /** The first of its rules. */
  get first(): number | undefined {
    return this.rules[0]
  }

  at(key: Value, work: Work): Branch | undefined {
    this.#split ??= this.#splitByKeys(work)
    return this.#split.get(key)
  }

  #splitByKeys(work: Work): ReadonlyMap<Value, Branch> {
    const [level, ...below] = this.levels
    const byKey = new Map<Value, number[]>()
    for (const index of this.rules) {
      const keys = new Set(level?.keysOf(this.held[index] as RuleParts))
      spend(keys.size, work)
      for (const key of keys) {
        const rules = byKey.get(key)
        if (rules === undefined) byKey.set(key, [index])
        else rules.push(index)
      }
    }
    // Keys of the same rules share a branch, so that what is below is split, and compared, once.
    const alike = new Map<string, Branch>()
    return new Map(
      [...byKey].map(([key, rules]) => {
        const same = rules.join()
        const branch = alike.get(same) ?? new Branch(this.held, rules, below)
        alike.set(same, branch)
        return [key, branch] as const
      }),
    )
  }
}

/** Part of a box: what is left of it when values have been chosen for the levels above. */
interface Part {
  readonly count: number
  readonly missing: number
  /** Of each value of the next level. Absent where a value has been chosen of every level. */
  readonly next?: readonly Part[]
  readonly coveredBy?: number
}

/** All combinations of values of some levels, one value of each, beside held rules. */
class Box {
  readonly whole: Part
  readonly #known = new Map<string, Part>()

  constructor(
    readonly lists: readonly (readonly Value[])[],
    readonly levels: readonly Level[],
    held: Branch,
    readonly work: Work,
  ) {
    this.whole = this.#partOf(0, [held])
  }

  /** `branches`: where rules are that cover the values chosen so far. Which these are decides all that is below. */
  #partOf(depth: number, branches: readonly Branch[]): Part {
    const key = `${depth} ${branches.map(({ id }) => id).join()}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const part = this.#madeOf(depth, branches)
    this.#known.set(key, part)
    return part
  }

  #madeOf(depth: number, branches: readonly Branch[]): Part {
    const level = this.levels[depth]
    if (level === undefined) {
      const firsts = branches.flatMap(({ first }) => first ?? [])
      if (firsts.length === 0) return { count: 1, missing: 1 }
      return { count: 1, missing: 0, coveredBy: firsts.reduce((least, one) => Math.min(least, one)) }
    }
    let count = 0
    let missing = 0
    const next = (this.lists[depth] ?? []).map((value) => {
      const keys = new Set(level.keysFor(value))
      spend(1 + keys.size * branches.length, this.work)
      const below = new Set(branches.flatMap((branch) => [...keys].flatMap((key) => branch.at(key, this.work) ?? [])))
      const part = this.#partOf(depth + 1, [...below])
      count += part.count
      missing += part.missing
      return part
    })
    return { count, missing, next }
  }

  *singles(which: Which): Generator<{ readonly values: readonly Value[]; readonly coveredBy?: number }> {
    yield* this.#singlesIn(this.whole, which, [])
  }

  *#singlesIn(
    part: Part,
    which: Which,
    values: readonly Value[],
  ): Generator<{ readonly values: readonly Value[]; readonly coveredBy?: number }> {
    if (part.count === (which === 'missing' ? part.count - part.missing : which === 'covered' ? part.missing : 0))
      return
    if (part.next === undefined) {
      yield { values, ...(part.coveredBy !== undefined && { coveredBy: part.coveredBy }) }
      return
    }
    const list = this.lists[values.length] ?? []
    for (const [index, below] of part.next.entries()) yield* this.#singlesIn(below, which, [...values, list[index]])
  }
}
