import made from '../made/intents.json' with { type: 'json' }
import type { Intent, MadeIntent, Wanted } from './intent.ts'
import { meaningUnder } from './meaning.ts'

/** The intents, each with its rules in every design: `pnpm examples` makes them of their documents. */
export const INTENTS: readonly Intent[] = (made as unknown as readonly MadeIntent[]).map(intentOf)

/** An intent of its document. */
export function intentOf(intent: MadeIntent): Intent {
  const { meant: _, harmless: __, wanted, ...rest } = intent
  return {
    ...rest,
    // Its reader holds the list to have one.
    wanted: wanted as readonly [Wanted, ...Wanted[]],
    meaningOf: (asked) => meaningUnder(intent, asked),
  }
}

export { ASKED_VERBS } from './asked.ts'
export { type Intent, type MadeIntent, type NoWay, type Said, type Way, wayOf } from './intent.ts'
export { NEAR_REQUESTS } from './near-requests.ts'
export { OWN_INTENT, ownIntent } from './own.ts'
export { askedFrom, type OwnPermission } from './own-permission.ts'
export {
  documentOf,
  intentScenario,
  type NearSeen,
  type Seen,
  SURVEY_WORDS,
  type Survey,
  type SurveyReading,
  type SurveyVerdict,
  seenIn,
  surveyFrom,
  surveyScenarios,
  surveysInWords,
  tallyOf,
  wholeDocument,
} from './survey.ts'
