import { accessRule } from './access-rule/access-rule.ts'
import { boundary } from './boundary/boundary.ts'
import { clientReview } from './client-review/client-review.ts'
import { compiled } from './compiled/compiled.ts'
import { compound } from './compound/compound.ts'
import { conditional } from './conditional/conditional.ts'
import { constrained } from './constrained/constrained.ts'
import type { Design } from './design.ts'
import { fineGrained } from './fine-grained/fine-grained.ts'
import { groupSuffix } from './group-suffix/group-suffix.ts'
import { intersection } from './intersection/intersection.ts'
import { legacy } from './legacy/legacy.ts'
import { namedVerbs } from './named-verbs/named-verbs.ts'
import { nodeScoped } from './node-scoped/node-scoped.ts'
import { proposal } from './proposal/proposal.ts'
import { unified } from './unified/unified.ts'
import { userInfoOnly } from './user-info-only/user-info-only.ts'

/**
 * The designs that the playground offers, in the order in which it shows them. Adding one is a folder, a line here and
 * one in `list.ts`. Apart from everything else, so that a page can load it later.
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
