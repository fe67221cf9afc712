import type { Design } from './design.ts'

/** Each design by its id, which is the name of its folder. */
const LOADERS: Readonly<Record<string, () => Promise<Design>>> = {
  'access-rule': async () => (await import('./access-rule/access-rule.ts')).accessRule,
  boundary: async () => (await import('./boundary/boundary.ts')).boundary,
  'client-review': async () => (await import('./client-review/client-review.ts')).clientReview,
  compiled: async () => (await import('./compiled/compiled.ts')).compiled,
  compound: async () => (await import('./compound/compound.ts')).compound,
  conditional: async () => (await import('./conditional/conditional.ts')).conditional,
  constrained: async () => (await import('./constrained/constrained.ts')).constrained,
  'fine-grained': async () => (await import('./fine-grained/fine-grained.ts')).fineGrained,
  'group-suffix': async () => (await import('./group-suffix/group-suffix.ts')).groupSuffix,
  intersection: async () => (await import('./intersection/intersection.ts')).intersection,
  legacy: async () => (await import('./legacy/legacy.ts')).legacy,
  'named-verbs': async () => (await import('./named-verbs/named-verbs.ts')).namedVerbs,
  'node-scoped': async () => (await import('./node-scoped/node-scoped.ts')).nodeScoped,
  proposal: async () => (await import('./proposal/proposal.ts')).proposal,
  unified: async () => (await import('./unified/unified.ts')).unified,
  'user-info-only': async () => (await import('./user-info-only/user-info-only.ts')).userInfoOnly,
}

/** Loads one design, for pages that need no other; undefined where there is none of that id. */
export function loadDesign(id: string): Promise<Design> | undefined {
  return Object.hasOwn(LOADERS, id) ? LOADERS[id]?.() : undefined
}
