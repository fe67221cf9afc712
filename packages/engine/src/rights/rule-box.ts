import type { Rule } from '../kube/index.ts'
import { firstRule, type RuleBranch } from './rule-index.ts'
import type { RuleKey, RuleLevel, RulePart, ValueLists } from './rule-part.ts'

/** A part of a box, after values have been chosen for the upper levels. */
interface Part {
  readonly count: number
  readonly missing: number
  /** The part for each value of the next level. Absent where a value has been chosen for every level. */
  readonly next?: readonly Part[]
  readonly coveredBy?: number
}

class TooManyBoxes extends Error {}

/** A selection of simple rules. */
export type Which = 'all' | 'covered' | 'missing'

/** A rule of one verb, and one group and resource with at most one name, or one path. */
export interface SimpleRule {
  readonly rule: Rule
  /** The position of the first of the other rules that covers it. Absent where none does. */
  readonly coveredBy?: number
}

/**
 * The simple rules of one part of a rule, which are all combinations of its values, compared with other rules without making
 * a list of them: values that the same rules cover are compared once.
 */
export class RuleBox {
  readonly #whole: Part
  readonly #known = new Map<string, Part>()
  readonly #numbers = new Map<RuleBranch, number>()

  readonly #values: ValueLists
  readonly #levels: readonly RuleLevel[]

  /** Calls `spend` with the number of values that it compares; what that throws ends the comparison. */
  constructor(
    rule: Rule,
    readonly part: RulePart,
    others: RuleBranch,
    readonly spend: (values: number) => void,
  ) {
    this.#values = part.valuesOf(rule)
    this.#levels = others.levels
    this.#whole = this.#partOf(0, [others])
  }

  /** The number of simple rules. */
  get count(): number {
    return this.#whole.count
  }

  /** The number of simple rules that no other rule covers. */
  get missing(): number {
    return this.#whole.missing
  }

  /** `branches` lead to the rules that cover the values chosen so far. The part below depends only on them. */
  #partOf(depth: number, branches: readonly RuleBranch[]): Part {
    const key = `${depth} ${branches.map((branch) => this.#numberOf(branch)).join()}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const part = this.#madeOf(depth, branches)
    this.#known.set(key, part)
    return part
  }

  #madeOf(depth: number, branches: readonly RuleBranch[]): Part {
    const level = this.#levels[depth]
    if (level === undefined) {
      const coveredBy = firstRule(branches)
      return { count: 1, missing: coveredBy === undefined ? 1 : 0, ...(coveredBy !== undefined && { coveredBy }) }
    }
    let count = 0
    let missing = 0
    const next = (this.#values[depth] ?? []).map((value) => {
      const keys = new Set(level.keysFor(value))
      this.spend(1 + keys.size * branches.length)
      const below = new Set(branches.flatMap((branch) => [...keys].flatMap((key) => branch.at(key, this.spend) ?? [])))
      const part = this.#partOf(depth + 1, [...below])
      count += part.count
      missing += part.missing
      return part
    })
    return { count, missing, next }
  }

  #numberOf(branch: RuleBranch): number {
    const known = this.#numbers.get(branch) ?? this.#numbers.size
    this.#numbers.set(branch, known)
    return known
  }

  /**
   * The simple rules that no other rule covers, as rules that have no simple rule in common. Undefined where there are more
   * than `most` of them.
   */
  missingRules(most: number): readonly Rule[] | undefined {
    const known = new Map<Part, readonly ValueLists[]>()
    const boxesOf = (part: Part, depth: number): readonly ValueLists[] => {
      if (part.missing === 0) return []
      if (part.next === undefined) return [[]]
      const found = known.get(part)
      if (found !== undefined) return found
      // Values that leave the same combinations below them are in one box.
      const alike = new Map<string, { readonly values: RuleKey[]; readonly below: readonly ValueLists[] }>()
      for (const [index, inner] of part.next.entries()) {
        const below = boxesOf(inner, depth + 1)
        if (below.length === 0) continue
        const key = JSON.stringify(below)
        const same = alike.get(key) ?? { values: [], below }
        same.values.push(this.#values[depth]?.[index])
        alike.set(key, same)
      }
      const boxes = [...alike.values()].flatMap(({ values, below }) => below.map((lists) => [values, ...lists]))
      if (boxes.length > most) throw new TooManyBoxes()
      known.set(part, boxes)
      return boxes
    }
    try {
      return boxesOf(this.#whole, 0).map(this.part.ruleOf)
    } catch (error) {
      if (error instanceof TooManyBoxes) return undefined
      throw error
    }
  }

  /** Each simple rule of a selection, in the order of the lists. */
  *singles(which: Which): Generator<SimpleRule> {
    yield* this.#singlesIn(this.#whole, which, [])
  }

  *#singlesIn(part: Part, which: Which, values: readonly RuleKey[]): Generator<SimpleRule> {
    if (part.count === (which === 'missing' ? part.count - part.missing : which === 'covered' ? part.missing : 0))
      return
    if (part.next === undefined) {
      const rule = this.part.ruleOf(values.map((value) => [value]))
      yield { rule, ...(part.coveredBy !== undefined && { coveredBy: part.coveredBy }) }
      return
    }
    const list = this.#values[values.length] ?? []
    for (const [index, below] of part.next.entries()) yield* this.#singlesIn(below, which, [...values, list[index]])
  }
}
