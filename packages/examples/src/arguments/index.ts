import { alternativeArguments } from './alternatives.ts'
import type { Argument } from './argument.ts'
import { compatibilityArguments } from './compatibility.ts'
import { compoundArguments } from './compound.ts'
import { conditionArguments } from './conditions.ts'
import { declaredRuleArguments } from './declared-rules.ts'
import { eightPartArguments } from './eight-parts.ts'
import { fineGrainedArguments } from './fine-grained.ts'
import { identityArguments } from './identity-lost.ts'
import { orderArguments } from './order.ts'
import { targetArguments } from './targets.ts'
import { unionArguments } from './union.ts'
import { webhookArguments } from './webhooks.ts'

export {
  type Argument,
  type Case,
  type Claim,
  DOCUMENTS,
  type DocumentId,
  settle,
  type ToPlay,
  toPlay,
  type Verdict,
} from './argument.ts'

/** Every claim of the documents that can be computed, by what it is about. */
export const ARGUMENTS: readonly Argument[] = [
  ...eightPartArguments,
  ...orderArguments,
  ...unionArguments,
  ...targetArguments,
  ...identityArguments,
  ...webhookArguments,
  ...alternativeArguments,
  ...conditionArguments,
  ...declaredRuleArguments,
  ...compoundArguments,
  ...compatibilityArguments,
  ...fineGrainedArguments,
]
