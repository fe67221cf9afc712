import { COMPOUND, UNIFIED } from './compound.ts'
import { CONDITIONAL } from './conditional.ts'
import { CONSTRAINED } from './constrained.ts'
import { GROUP_SUFFIX, INTERSECTION, LEGACY } from './legacy.ts'
import { NAMED_VERBS } from './named-verbs.ts'
import { PROPOSAL } from './proposal.ts'

/** The designs that a text can begin with, as texts, by their ids. */
export const OWN_DESIGNS: Readonly<Record<string, string>> = {
  constrained: CONSTRAINED,
  legacy: LEGACY,
  proposal: PROPOSAL,
  'group-suffix': GROUP_SUFFIX,
  intersection: INTERSECTION,
  'named-verbs': NAMED_VERBS,
  compound: COMPOUND,
  unified: UNIFIED,
  conditional: CONDITIONAL,
}
