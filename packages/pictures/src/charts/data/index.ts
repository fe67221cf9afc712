// Written by `pnpm charts`.

/** A design’s charts: the one that most runs have, and by variant those with rare parts. */
interface Drawn {
  usual(): Promise<{ readonly chart: string }>
  rare(): Promise<{ readonly charts: Readonly<Record<string, string>> }>
}

export const DRAWN: Readonly<Record<string, Drawn>> = {
  constrained: { usual: () => import('./constrained.ts'), rare: () => import('./constrained-rare.ts') },
  proposal: { usual: () => import('./proposal.ts'), rare: () => import('./proposal-rare.ts') },
  legacy: { usual: () => import('./legacy.ts'), rare: () => import('./legacy-rare.ts') },
  'user-info-only': { usual: () => import('./user-info-only.ts'), rare: () => import('./user-info-only-rare.ts') },
  'client-review': { usual: () => import('./client-review.ts'), rare: () => import('./client-review-rare.ts') },
  'group-suffix': { usual: () => import('./group-suffix.ts'), rare: () => import('./group-suffix-rare.ts') },
  intersection: { usual: () => import('./intersection.ts'), rare: () => import('./intersection-rare.ts') },
  'access-rule': { usual: () => import('./access-rule.ts'), rare: () => import('./access-rule-rare.ts') },
  conditional: { usual: () => import('./conditional.ts'), rare: () => import('./conditional-rare.ts') },
  compiled: { usual: () => import('./compiled.ts'), rare: () => import('./compiled-rare.ts') },
  compound: { usual: () => import('./compound.ts'), rare: () => import('./compound-rare.ts') },
  unified: { usual: () => import('./unified.ts'), rare: () => import('./unified-rare.ts') },
  'named-verbs': { usual: () => import('./named-verbs.ts'), rare: () => import('./named-verbs-rare.ts') },
  boundary: { usual: () => import('./boundary.ts'), rare: () => import('./boundary-rare.ts') },
  'node-scoped': { usual: () => import('./node-scoped.ts'), rare: () => import('./node-scoped-rare.ts') },
  'fine-grained': { usual: () => import('./fine-grained.ts'), rare: () => import('./fine-grained-rare.ts') },
}
