import { isDeepStrictEqual } from 'node:util'
import { engineVerdict } from './engine.ts'
import { type answersOf, COMPARED_VERSIONS, type ComparedVersion, type Release, type ReleaseAnswer } from './release.ts'
import type { ScriptedScenario } from './scripted-scenarios.ts'

type Answered = ReturnType<typeof answersOf>

/** The results of one release, compared with the reference release. */
export interface VersionFinding extends Release {
  /** Requests whose checks, decisions, reasons, impersonated user, constraint, audit annotations, code or message differ. */
  readonly differing: number
  /** The metrics that the filters wrote, by name. */
  readonly metrics: readonly string[]
  /**
   * The number of scenarios in which the engine, set to this version, was compared, with its metrics, and of those in
   * which it disagrees.
   */
  readonly engine: { readonly compared: number; readonly disagrees: number }
}

/** The checked-in result of the comparison. */
export interface Findings {
  readonly madeBy: string
  /** The reference version. */
  readonly comparedWith: ComparedVersion
  readonly requests: number
  /** Scenarios left out, because they depend on the random order of a Go map. */
  readonly chance: number
  /** How many requests had each result, to check that everything is covered: `code 403`, `mode user-info`, `Deny`. */
  readonly met: Readonly<Record<string, number>>
  readonly versions: Readonly<Record<ComparedVersion, VersionFinding>>
}

const COMPARED_WITH = '1.36'

/** Compares the results of the releases for the same scenarios. */
export function findings(
  madeBy: string,
  scenarios: readonly ScriptedScenario[],
  releases: Readonly<Record<ComparedVersion, Answered>>,
): Findings {
  const certain = scenarios.flatMap((scenario, index) => {
    const answers = COMPARED_VERSIONS.map((version) => releases[version].answers[index])
    return answers.some((one) => one === undefined || one.chance) ? [] : [{ scenario, index }]
  })
  const answersIn = (version: ComparedVersion, index: number): readonly ReleaseAnswer[] =>
    releases[version].answers[index]?.answers ?? []

  const finding = (version: ComparedVersion): VersionFinding => {
    const metrics = new Set<string>()
    const engine = { compared: 0, disagrees: 0 }
    let differing = 0
    for (const { scenario, index } of certain) {
      const answers = answersIn(version, index)
      answers.forEach((answer, request) => {
        for (const name of Object.keys(answer.metrics)) metrics.add(name.replace(/\{.*/, ''))
        const { metrics: _, ...rest } = answer
        const { metrics: __, ...other } = answersIn(COMPARED_WITH, index)[request] as ReleaseAnswer
        if (!isDeepStrictEqual(rest, other)) differing++
      })
      const verdict = engineVerdict(version, scenario, answers)
      if (verdict !== undefined) engine.compared++
      if (verdict !== undefined && verdict !== 'agrees') engine.disagrees++
    }
    return { ...releases[version].release, differing, metrics: [...metrics].sort(), engine }
  }

  const all = certain.flatMap(({ scenario, index }) =>
    answersIn(COMPARED_WITH, index).map((answer) => ({ answer, constrained: scenario.constrained })),
  )
  return {
    madeBy,
    comparedWith: COMPARED_WITH,
    requests: all.length,
    chance: scenarios.length - certain.length,
    met: tally(all.flatMap(({ answer, constrained }) => met(answer, constrained))),
    versions: { '1.35': finding('1.35'), '1.36': finding('1.36'), '1.37': finding('1.37') },
  }
}

function met({ refused, code, checks, impersonatedUser, constraint }: ReleaseAnswer, constrained: boolean): string[] {
  if (refused) return ['refused by net/http']
  const filter = constrained ? `mode ${constraint?.replace('impersonate:', '') ?? 'legacy'}` : 'older filter'
  return [
    `code ${code}`,
    ...(impersonatedUser ? [filter] : []),
    ...new Set(checks.map(({ decision }) => `decision ${decision}`)),
  ]
}

function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}
