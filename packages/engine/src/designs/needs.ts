import type { DesignAbout } from './design.ts'

/** What a design needs to be decided by, beside policy and request. */
export type DesignNeeds = Pick<DesignAbout, 'readsChanges' | 'readsConditions'>

/**
 * Every design by its id, in the order of `DESIGN_LIST`, with what that says of its needs, and without its words: for
 * pages that show one design and need not load what the others are called.
 */
export const DESIGN_NEEDS: Readonly<Record<string, DesignNeeds>> = {
  constrained: {},
  proposal: {},
  legacy: {},
  'user-info-only': {},
  'client-review': {},
  'group-suffix': {},
  intersection: {},
  'access-rule': { readsConditions: 'access-rules' },
  conditional: {},
  compiled: { readsConditions: 'rbac' },
  compound: {},
  unified: {},
  'named-verbs': {},
  boundary: {},
  'node-scoped': {},
  'fine-grained': { readsChanges: true },
}

/** What a design needs; nothing, where there is none of that id. */
export function needsOfDesign(id: string): DesignNeeds {
  return (Object.hasOwn(DESIGN_NEEDS, id) ? DESIGN_NEEDS[id] : undefined) ?? {}
}
