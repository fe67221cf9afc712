import type { Argument } from './argument.ts'
import { eightPartArguments } from './eight-parts.ts'
import { identityArguments } from './identity-lost.ts'
import { orderArguments } from './order.ts'
import { targetArguments } from './targets.ts'
import { unionArguments } from './union.ts'

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
]
