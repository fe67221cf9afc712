import { anyTargetArguments } from './any-target.ts'
import type { Argument } from './argument.ts'
import { atBetaArguments } from './at-beta.ts'
import { boundaryArguments } from './boundary.ts'
import { compoundArguments } from './compound.ts'
import { conditionArguments } from './conditions.ts'
import { declaredRuleArguments } from './declared-rules.ts'
import { eightPartArguments } from './eight-parts.ts'
import { errataArguments } from './errata.ts'
import { existingFlowArguments } from './existing-flows.ts'
import { fineGrainedArguments } from './fine-grained.ts'
import { fineGrainedAlternatives } from './fine-grained-alternatives.ts'
import { grantedVerbArguments } from './granted-verbs.ts'
import { groupSuffixArguments } from './group-suffix.ts'
import { identityArguments } from './identity-lost.ts'
import { intersectionArguments } from './intersection.ts'
import { metricArguments } from './metrics.ts'
import { migrationArguments } from './migration.ts'
import { orderArguments } from './order.ts'
import { targetArguments } from './targets.ts'
import { unionArguments } from './union.ts'
import { verbArguments } from './verbs.ts'
import { webhookArguments } from './webhooks.ts'

export {
  type AnswerTable,
  type Argument,
  type Case,
  type Claim,
  DOCUMENTS,
  type DocumentId,
  notSaidYet,
  type QuoteSource,
  settle,
  sourceOf,
  type ToPlay,
  toPlay,
  VERDICT_WORDS,
  type Verdict,
} from './argument.ts'

/** Claims about one thing. */
export interface Topic {
  readonly id: string
  readonly title: string
  readonly arguments: readonly Argument[]
}

/** Every claim of the documents that can be computed, by what it is about. */
export { checksBefore } from './found.ts'

export const TOPICS: readonly Topic[] = [
  { id: 'eight-parts', title: 'What the checks of a large target cost', arguments: eightPartArguments },
  { id: 'order', title: 'Which mode is asked first, and what the server remembers', arguments: orderArguments },
  { id: 'metrics', title: 'Which counters show the checks', arguments: metricArguments },
  { id: 'union', title: 'What separate grants make together', arguments: unionArguments },
  { id: 'targets', title: 'Who can be impersonated, and in which groups', arguments: targetArguments },
  { id: 'identity', title: 'Whom admission and audit see', arguments: identityArguments },
  { id: 'verbs', title: 'The words of the new verbs', arguments: verbArguments },
  { id: 'webhooks', title: 'Authorizers other than RBAC', arguments: webhookArguments },
  {
    id: 'alternatives',
    title: 'The alternatives of KEP-5284',
    arguments: [...anyTargetArguments, ...groupSuffixArguments, ...intersectionArguments, ...boundaryArguments],
  },
  { id: 'conditions', title: 'Conditional authorization', arguments: conditionArguments },
  { id: 'declared-rules', title: 'Access rules that a client declares', arguments: declaredRuleArguments },
  { id: 'compound', title: 'Compound or unified', arguments: compoundArguments },
  {
    id: 'compatibility',
    title: 'What was there before',
    arguments: [...existingFlowArguments, ...grantedVerbArguments, ...migrationArguments],
  },
  { id: 'at-beta', title: 'KEP-5284 at beta, and the released server', arguments: atBetaArguments },
  { id: 'errata', title: 'Single sentences of the documents', arguments: errataArguments },
  { id: 'fine-grained', title: 'Fine-grained authorization', arguments: fineGrainedArguments },
  { id: 'fine-grained-alternatives', title: 'The alternatives of KEP-3617', arguments: fineGrainedAlternatives },
]

export const ARGUMENTS: readonly Argument[] = TOPICS.flatMap((topic) => topic.arguments)

/** The claims that show in five minutes why constrained impersonation is as it is, by their ids. */
export const IN_SHORT: readonly string[] = [
  'union-secrets',
  'union-by-mode',
  'union-named-verbs',
  'action-first',
  'constrained-first',
  'eight-parts',
  'user-header-alone',
  'service-account-required',
  'identity-lost',
  'intersection-own-permission',
  'group-suffix-same',
  'same-frontend-one-review',
]
