import { type Difference, runScenario, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { ALL_DESIGNS } from '../all-designs.ts'
import type { DocumentVector } from '../documents/document-vector.ts'
import type { OracleAnswer } from '../fuzz/oracle.ts'
import { type MigrationCheck, migrationInWords } from '../migration/migration-check.ts'
import type { AskedQueries } from '../queries/generate.ts'
import type { QueriesVerdict } from './queries.ts'
import type { SourcedScenario } from './scenario-sources.ts'
import type { ScenarioVerdict } from './scenario-verdict.ts'

type Source = SourcedScenario['from']

/** Counts the compared and the skipped scenarios, by origin, and prints disagreements immediately. */
export class ComparisonReport {
  readonly #counts = new Map<Source, Map<string, number>>()
  readonly #leftOut = new Map<string, number>()
  readonly #subjects = new Map<string, number>()
  #played = 0
  #disagree = 0
  #texts = 0
  #refused = 0
  #textsDisagree = 0
  #asked = 0
  #questions = 0
  #askedDisagree = 0
  readonly #migrations: string[] = []
  #migrationsWrong = 0

  get disagreements(): number {
    return this.#disagree + this.#textsDisagree + this.#askedDisagree + this.#migrationsWrong
  }

  leftOut(from: Source, why: string): void {
    count(this.#leftOut, `${from}: ${why}`, 1)
  }

  played(from: Source, scenario: VectorScenario, verdict: ScenarioVerdict): void {
    if (verdict.kind === 'left-out') {
      this.leftOut(from, verdict.why)
      return
    }
    this.#played++
    const counts = this.#counts.get(from) ?? new Map<string, number>()
    this.#counts.set(from, counts)
    count(counts, 'scenarios', 1)
    if (verdict.kind === 'refused-by-both') count(counts, 'policies that both refuse', 1)
    if ('requests' in verdict) count(counts, 'requests', verdict.requests)
    if (verdict.kind === 'agrees') count(counts, 'checks', verdict.checks)
    if (verdict.kind !== 'disagrees') return
    this.#disagree++
    count(this.#subjects, subjectOf(verdict.differences), 1)
    process.stdout.write(`${scenario.id} disagrees:\n`)
    for (const { request, field, expected, found } of verdict.differences) {
      const where = request === undefined ? '' : `request ${request}, `
      process.stdout.write(
        `  ${where}${field}\n    the engine ${JSON.stringify(expected)}\n    the server ${JSON.stringify(found)}\n`,
      )
    }
  }

  /** The result of questions about the rules of users. */
  asked({ id, policy }: Pick<AskedQueries, 'id' | 'policy'>, verdict: QueriesVerdict): void {
    if (verdict.kind === 'left-out') {
      count(this.#leftOut, `questions: ${verdict.why}`, 1)
      return
    }
    this.#asked++
    this.#questions += verdict.questions
    if (verdict.differences.length === 0) return
    this.#askedDisagree++
    process.stdout.write(`${id} disagrees:\n${policy}\n`)
    for (const { field, expected, found } of verdict.differences) {
      process.stdout.write(
        `  ${field}\n    the engine ${JSON.stringify(expected)}\n    the server ${JSON.stringify(found)}\n`,
      )
    }
  }

  /** The result of an applied text, with its differences. */
  applied({ id, text, applied }: DocumentVector, differences: readonly Difference[]): void {
    this.#texts++
    if (applied?.prints !== undefined) this.#refused++
    if (differences.length === 0) return
    this.#textsDisagree++
    process.stdout.write(`${id} disagrees:\n${JSON.stringify(text)}\n`)
    for (const { field, expected, found } of differences) {
      process.stdout.write(
        `  ${field}\n    the vector ${JSON.stringify(expected)}\n    kubectl    ${JSON.stringify(found)}\n`,
      )
    }
  }

  /** The result of taking legacy rights away; undefined where the server refuses the policy, which is a disagreement too. */
  constrained(id: string, verdict: MigrationCheck | undefined): void {
    const wrong = verdict?.wrong ?? ['the server refuses the policy, or does not answer']
    this.#migrationsWrong += wrong.length
    for (const one of wrong) process.stdout.write(`${id}: ${one}\n`)
    if (verdict !== undefined) this.#migrations.push(`${id}: ${migrationInWords(verdict)}; ${wrong.length} wrong`)
  }

  print(): string {
    const lines = [...this.#counts].map(
      ([from, counts]) => `${from}: ${[...counts].map(([what, times]) => `${times} ${what}`).join(', ')}`,
    )
    const left = [...this.#leftOut].sort().map(([why, times]) => `left out, ${times} of ${why}`)
    const subjects = [...this.#subjects].map(([subject, times]) => `${times} scenarios disagree in: ${subject}`)
    const texts = `${this.#texts} texts applied, of which ${this.#refused} are refused, ${this.#textsDisagree} disagree`
    const asked = `${this.#questions} lists of rules, of ${this.#asked} policies, ${this.#askedDisagree} disagree`
    const scenarios = `${this.#played} scenarios, ${this.#disagree} disagree`
    return [...lines, ...left, ...subjects, texts, asked, ...this.#migrations, scenarios].join('\n')
  }
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** The names of the differing fields. Disagreements with the same names mostly have the same cause. */
export function subjectOf(found: readonly Difference[]): string {
  return [...new Set(found.map(({ field }) => field.replace(/\[\d+\]$/, '')))].sort().join(', ')
}

/**
 * The difference between the answers of the engine and of the oracle, or undefined. A scenario that is not a vector
 * agrees.
 */
export function disagreement(answered: OracleAnswer): readonly Difference[] | undefined {
  if (answered.dropped !== undefined) return undefined
  try {
    const found = runScenario(answered, ALL_DESIGNS).flatMap(({ verdict }) =>
      verdict.kind === 'disagrees' ? verdict.differences : [],
    )
    return found.length > 0 ? found : undefined
  } catch (error) {
    return [{ field: 'exception', expected: undefined, found: error instanceof Error ? error.message : String(error) }]
  }
}
