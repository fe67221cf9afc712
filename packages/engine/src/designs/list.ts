import { ACCESS_RULE_DESIGN } from './access-rule/about.ts'
import { BOUNDARY } from './boundary/about.ts'
import { CLIENT_REVIEW } from './client-review/about.ts'
import { COMPILED } from './compiled/about.ts'
import { COMPOUND } from './compound/about.ts'
import { CONDITIONAL } from './conditional/about.ts'
import { CONSTRAINED } from './constrained/about.ts'
import type { DesignAbout } from './design.ts'
import { FINE_GRAINED } from './fine-grained/about.ts'
import { GROUP_SUFFIX } from './group-suffix/about.ts'
import { INTERSECTION } from './intersection/about.ts'
import { LEGACY } from './legacy/about.ts'
import { NAMED_VERBS } from './named-verbs/about.ts'
import { NODE_SCOPED } from './node-scoped/about.ts'
import { PROPOSAL } from './proposal/about.ts'
import { UNIFIED } from './unified/about.ts'
import { USER_INFO_ONLY } from './user-info-only/about.ts'

/** What is known of each design without loading it, in the order of `DESIGNS`. */
export const DESIGN_LIST: readonly DesignAbout[] = [
  CONSTRAINED,
  PROPOSAL,
  LEGACY,
  USER_INFO_ONLY,
  CLIENT_REVIEW,
  GROUP_SUFFIX,
  INTERSECTION,
  ACCESS_RULE_DESIGN,
  CONDITIONAL,
  COMPILED,
  COMPOUND,
  UNIFIED,
  NAMED_VERBS,
  BOUNDARY,
  NODE_SCOPED,
  FINE_GRAINED,
]
