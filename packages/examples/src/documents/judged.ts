import type { Diagnostic, Scenario, Trace } from '@authz-playground/engine'
import type { JsonPath } from '@authz-playground/engine/internal/scenario-file'
import { type Argument, resultOf, toPlay } from '../arguments/index.ts'
import { type Intent, SURVEY_WORDS, seenIn, surveyFrom, surveyScenarios, wayOf } from '../intents/index.ts'

/** One thing that a document states, and what is so instead. */
export interface JudgedStatement {
  /** Where it is stated. */
  readonly path: JsonPath
  readonly what: string
  /** What is not as stated. Empty where all is. */
  readonly differences: readonly { readonly field: string; readonly expected: unknown; readonly found: unknown }[]
  /** The errors that kept it from being decided. */
  readonly errors: readonly Diagnostic[]
}

/** Decides a scenario with all parts of the engine. */
type DecideScenario = (scenario: Scenario) => {
  readonly trace?: Trace | undefined
  readonly errors: readonly Diagnostic[]
}

/** Compares the results of a claim's cases with what the designs answer. */
export function judgedClaim(argument: Argument, decide: DecideScenario): readonly JudgedStatement[] {
  return toPlay(argument).map(({ name, design, scenario }) => {
    const { trace, errors } = decide(scenario)
    const expected = argument.cases[name]?.results[design]
    const found = trace && resultOf(trace)
    return {
      path: ['cases', name, 'results', design],
      what: `${name} in ${design}`,
      differences: found === undefined || found === expected ? [] : [{ field: 'result', expected, found }],
      errors,
    }
  })
}

/**
 * Compares an intent with what its rules let through under each design: all that is wanted, and nothing else unless there is a limit.
 */
export function judgedIntent(intent: Intent, decide: DecideScenario): readonly JudgedStatement[] {
  const wanted = intent.wanted.map(({ what, asked }, index) => {
    const found = intent.meaningOf(asked)
    const differences = found === 'meant' ? [] : [{ field: 'meaning', expected: 'meant', found }]
    return { path: ['wanted', index], what, differences, errors: [] }
  })
  const ways = intent.ways.flatMap(({ designs }, index) =>
    designs.map((design, at) => ({
      path: ['ways', index, 'designs', at],
      what: design,
      ...judgedWay(intent, design, decide),
    })),
  )
  return [...wanted, ...ways]
}

function judgedWay(
  intent: Intent,
  design: string,
  decide: DecideScenario,
): Pick<JudgedStatement, 'differences' | 'errors'> {
  const decided = surveyScenarios(intent, design, 'own').map(decide)
  const errors = decided.flatMap(({ errors }) => errors)
  if (errors.length > 0) return { differences: [], errors: errors.slice(0, 1) }
  const survey = surveyFrom(intent, design, decided.map(seenIn))
  const way = wayOf(intent, design)
  const isSaid = way !== undefined && 'policy' in way
  const code = isSaid ? 200 : 403
  const refused = intent.wanted.flatMap(({ what }, at) => (survey.wanted[at] === code ? [] : [{ what, at }]))
  const verdict = SURVEY_WORDS[survey.verdict]
  const isExact = survey.verdict === 'exactly'
  const mayBeExact = isSaid && way.limit === undefined
  return {
    errors: [],
    differences: [
      ...refused.map(({ what, at }) => ({ field: what, expected: code, found: survey.wanted[at] })),
      ...(isSaid && isExact !== mayBeExact
        ? [
            {
              field: 'says it',
              expected: mayBeExact ? SURVEY_WORDS.exactly : 'not exactly, as its limit says',
              found: verdict,
            },
          ]
        : []),
    ],
  }
}
