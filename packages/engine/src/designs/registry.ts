import {
  ACCESS_RULE_DESIGN,
  BETA,
  BOUNDARY,
  CLIENT_REVIEW,
  COMPILED,
  COMPOUND,
  CONDITION_SETS,
  CONDITIONAL,
  CONDITIONS_1_37,
  CONSTRAINED,
  FINE_GRAINED,
  GROUP_SUFFIX,
  INTERSECTION,
  LEGACY,
  NAMED_VERBS,
  NODE_SCOPED,
  PROPOSAL,
  UNIFIED,
  USER_INFO_ONLY,
} from './descriptions.ts'
import type { Design, DesignAbout } from './design.ts'

interface Registered {
  readonly about: DesignAbout
  readonly load: () => Promise<Design>
}

/**
 * The designs, in the order in which they are shown. A new design is a folder in that of its family, and an entry here.
 * All code that needs designs gets them from here, and tables say “not said yet” where they have nothing about one.
 */
const REGISTRY: readonly Registered[] = [
  { about: CONSTRAINED, load: async () => (await import('./released/constrained/constrained.ts')).constrained },
  { about: PROPOSAL, load: async () => (await import('./kep-5284/proposal/proposal.ts')).proposal },
  { about: BETA, load: async () => (await import('./kep-5284/beta/beta.ts')).beta },
  { about: LEGACY, load: async () => (await import('./released/legacy/legacy.ts')).legacy },
  {
    about: USER_INFO_ONLY,
    load: async () => (await import('./kep-5284/user-info-only/user-info-only.ts')).userInfoOnly,
  },
  { about: CLIENT_REVIEW, load: async () => (await import('./kep-5284/client-review/client-review.ts')).clientReview },
  { about: GROUP_SUFFIX, load: async () => (await import('./kep-5284/group-suffix/group-suffix.ts')).groupSuffix },
  { about: INTERSECTION, load: async () => (await import('./kep-5284/intersection/intersection.ts')).intersection },
  { about: ACCESS_RULE_DESIGN, load: async () => (await import('./conditions/access-rule/access-rule.ts')).accessRule },
  { about: CONDITIONAL, load: async () => (await import('./conditions/conditional/conditional.ts')).conditional },
  { about: COMPILED, load: async () => (await import('./conditions/compiled/compiled.ts')).compiled },
  { about: COMPOUND, load: async () => (await import('./conditions/compound/compound.ts')).compound },
  { about: UNIFIED, load: async () => (await import('./conditions/unified/unified.ts')).unified },
  {
    about: CONDITION_SETS,
    load: async () => (await import('./conditions/condition-sets/condition-sets.ts')).conditionSets,
  },
  {
    about: CONDITIONS_1_37,
    load: async () => (await import('./conditions/conditions-1.37/conditions-1.37.ts')).conditions137,
  },
  { about: NAMED_VERBS, load: async () => (await import('./review/named-verbs/named-verbs.ts')).namedVerbs },
  { about: BOUNDARY, load: async () => (await import('./review/boundary/boundary.ts')).boundary },
  { about: NODE_SCOPED, load: async () => (await import('./review/node-scoped/node-scoped.ts')).nodeScoped },
  { about: FINE_GRAINED, load: async () => (await import('./fine-grained/fine-grained.ts')).fineGrained },
]

/** The id of the design that a scenario has as a text. */
export const OWN_DESIGN = 'own'

/** The description of each design, known before the design is loaded, in the order in which designs are shown. */
export const DESIGN_LIST: readonly DesignAbout[] = REGISTRY.map(({ about }) => about)

/**
 * The designs that say how one user may act as another, each in a way of its own: all but those that impersonate as
 * `constrained` does and are about something else.
 */
export const IMPERSONATION_DESIGNS: readonly DesignAbout[] = DESIGN_LIST.filter(
  ({ impersonatesAsReleased = false }) => !impersonatesAsReleased,
)

/** The description of the design with an id; undefined where there is none. */
export function aboutDesign(id: string): DesignAbout | undefined {
  return DESIGN_LIST.find((about) => about.id === id)
}

/** Loads the design with an id; undefined where there is none. */
export function loadDesign(id: string): Promise<Design> | undefined {
  return REGISTRY.find(({ about }) => about.id === id)?.load()
}

/** Loads every design, in the order of `DESIGN_LIST`. */
export function loadDesigns(): Promise<readonly Design[]> {
  return Promise.all(REGISTRY.map(({ load }) => load()))
}
