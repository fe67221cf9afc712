import { accessRule } from './conditions/access-rule/access-rule.ts'
import { compiled } from './conditions/compiled/compiled.ts'
import { compound } from './conditions/compound/compound.ts'
import { conditional } from './conditions/conditional/conditional.ts'
import { unified } from './conditions/unified/unified.ts'
import type { Design } from './design.ts'
import { fineGrained } from './fine-grained/fine-grained.ts'
import { clientReview } from './kep-5284/client-review/client-review.ts'
import { groupSuffix } from './kep-5284/group-suffix/group-suffix.ts'
import { intersection } from './kep-5284/intersection/intersection.ts'
import { proposal } from './kep-5284/proposal/proposal.ts'
import { userInfoOnly } from './kep-5284/user-info-only/user-info-only.ts'
import { constrained } from './released/constrained/constrained.ts'
import { legacy } from './released/legacy/legacy.ts'
import { boundary } from './review/boundary/boundary.ts'
import { namedVerbs } from './review/named-verbs/named-verbs.ts'
import { nodeScoped } from './review/node-scoped/node-scoped.ts'

/**
 * Every design, in the order of `DESIGN_LIST`, for programs that may need any of them at once. A page loads only the design
 * that it shows (`loadDesign`). The imports here are static: if they were awaited, and a bundler put this file and the
 * shared code of designs into one chunk, the two would wait for each other for ever.
 */
export const DESIGNS: readonly Design[] = [
  constrained,
  proposal,
  legacy,
  userInfoOnly,
  clientReview,
  groupSuffix,
  intersection,
  accessRule,
  conditional,
  compiled,
  compound,
  unified,
  namedVerbs,
  boundary,
  nodeScoped,
  fineGrained,
]
