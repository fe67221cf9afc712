/**
 * The most values that are compared to decide whether users hold the rules that the requests of a scenario grant; that takes
 * less than a second. The API server compares each simple rule with each held rule, and would exceed its deadline long before.
 */
export const MOST_COMPARISONS = 5_000_000

/** The most missing rules that the refusals of a scenario name, and below the most characters. Nobody reads longer ones. */
export const MOST_MISSING = 300_000
const MOST_CHARACTERS = 30_000_000

/** What the requests of one scenario that write roles and bindings may still cost, all together. */
export class WriteBudget {
  #comparisons = MOST_COMPARISONS
  #missing = MOST_MISSING
  #characters = MOST_CHARACTERS

  /** Spends comparisons of values. Returns whether the budget had so many. */
  spendComparisons(values: number): boolean {
    this.#comparisons -= values
    return this.#comparisons >= 0
  }

  /** Spends missing rules that a refusal names. Returns whether the budget had so many. */
  spendMissing(rules: number): boolean {
    this.#missing -= rules
    return this.#missing >= 0
  }

  /** Spends characters of a refusal. Returns whether the budget had so many. */
  spendCharacters(characters: number): boolean {
    this.#characters -= characters
    return this.#characters >= 0
  }
}
