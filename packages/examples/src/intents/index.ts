import { consoleForAnyUser } from './console-for-any-user.ts'
import { groupOnlyWithUser } from './group-only-with-user.ts'
import type { Intent } from './intent.ts'
import { listPodsAsJane } from './list-pods-as-jane.ts'
import { ownPrefix } from './own-prefix.ts'
import { podsOfOwnNode } from './pods-of-own-node.ts'
import { userOnlyToGetPods } from './user-only-to-get-pods.ts'

/** The intents, each with its rules in every design. */
export const INTENTS: readonly Intent[] = [
  listPodsAsJane,
  podsOfOwnNode,
  consoleForAnyUser,
  groupOnlyWithUser,
  userOnlyToGetPods,
  ownPrefix,
]

export { type Intent, type NoWay, type Said, type Way, wayOf } from './intent.ts'
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
  surveyFrom,
  surveyScenarios,
  surveysInWords,
  tallyOf,
  wholeDocument,
} from './survey.ts'
