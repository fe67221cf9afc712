import type { VectorAnswer } from '@authz-playground/engine/internal/vectors'
import { runWithRelease } from '../oracle-program.ts'
import type { ScriptedScenario } from './scripted-scenarios.ts'

/**
 * Minor versions whose impersonation filters are compared, and the release of `k8s.io/apiserver` that represents each.
 */
export const MODULES = { '1.35': 'v0.35.4', '1.36': 'v0.36.3', '1.37': 'v0.37.2' } as const
export type ComparedVersion = keyof typeof MODULES
export const COMPARED_VERSIONS = Object.keys(MODULES) as readonly ComparedVersion[]

/** The properties of a release. */
export interface Release {
  /** The version of `k8s.io/apiserver` that the program was built with. */
  readonly module: string
  /** The gate `ConstrainedImpersonation`. */
  readonly gate: { readonly stage: string; readonly default: boolean }
}

/** The result of one request in a release. */
export interface ReleaseAnswer extends Omit<VectorAnswer, 'metrics'> {
  /** net/http refuses the request; it has no other result. */
  readonly refused?: true
  /** The audit event's. */
  readonly annotations?: Readonly<Record<string, string>>
  /** The increase of counters and of histogram counts, by name and labels. */
  readonly metrics: Readonly<Record<string, number>>
}

/**
 * The results of a scenario in a release. `chance`: the results depend on the random order of a Go map, so that they
 * prove nothing.
 */
export interface ReleaseAnswers {
  readonly answers: readonly ReleaseAnswer[]
  readonly chance?: true
}

/** Builds the program with a release and answers all scenarios. */
export function answersOf(
  version: ComparedVersion,
  scenarios: readonly ScriptedScenario[],
): { readonly release: Release; readonly answers: readonly ReleaseAnswers[] } {
  const input = scenarios.map((scenario) => `${JSON.stringify(scenario)}\n`).join('')
  const lines = runWithRelease('versions', MODULES[version], input).split('\n')
  const [release, ...answers] = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)
  return { release: release as Release, answers: answers as readonly ReleaseAnswers[] }
}
