import type { Scenario } from '../decide/index.ts'
import { isRefused, listInWords, type RichText, type Trace } from '../trace/index.ts'
import { capitalized, onWhat } from '../words/index.ts'
import type { Explained } from './explained.ts'
import { type ModeRemedy, modeRemedies } from './mode-remedies.ts'

/** The scenario of a refusal, and how another one is decided. */
export interface Retry {
  readonly scenario: Scenario
  readonly decide: (other: Scenario) => Explained
}

/**
 * What the answer is where the request is sent so that other modes of impersonation are tried: “Without Impersonate-Group the
 * answer is 200”. Undefined where none was missed. It is decided, not guessed.
 */
export function missedModesAnswer(decided: Explained, { scenario, decide }: Retry): RichText | undefined {
  const retried = modeRemedies(decided, scenario).flatMap((remedy) => {
    const { state, trace } = decide(remedy.scenario)
    return state === 'decided' && trace !== undefined ? [{ remedy, trace }] : []
  })
  const allowed = retried.find(({ trace }) => !isRefused(trace))
  if (allowed !== undefined) return allowedInWords(allowed.remedy, allowed.trace)
  const refused = retried.find(({ remedy }) => remedy.obstacles.some(({ by }) => by === 'headers'))
  return refused && refusedInWords(refused.remedy, refused.trace)
}

function allowedInWords(
  { condition, droppedGroups }: ModeRemedy,
  { outcome, constraint, impersonatedUser }: Trace,
): RichText {
  const mode = constraint?.replace(/^impersonate:/, '')
  const groups = impersonatedUser?.groups ?? []
  const lost = droppedGroups.filter((group) => !groups.includes(group))
  const added: RichText =
    droppedGroups.length === 0
      ? []
      : [
          ': the API server adds ',
          ...listInWords(groups),
          ' itself',
          ...(lost.length === 0 ? [] : [', but not ', ...listInWords(lost)]),
        ]
  return [
    ...capitalized(condition),
    ` the answer is ${outcome.code}`,
    ...(mode === undefined ? [] : [', in the mode ', { code: mode }]),
    ...added,
    '.',
  ]
}

function refusedInWords({ condition }: ModeRemedy, { outcome }: Trace): RichText {
  const about = outcome.kind === 'forbidden' ? outcome.about : undefined
  const why: RichText = about === undefined ? [] : [': no rule grants ', { code: about.verb }, ' on ', ...onWhat(about)]
  return [...capitalized(condition), ` the answer is ${outcome.code}, too`, ...why, '.']
}
