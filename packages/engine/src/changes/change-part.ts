import type { readCRD } from './crd.ts'
import type { jsonPatched } from './json-patch.ts'
import type { patchedObject } from './read-change.ts'
import type { applied } from './server-side-apply.ts'
import type { strategicallyMerged } from './strategic-merge.ts'

/** Something that only few requests need to have their change computed. */
export interface ChangePart {
  readonly for: 'changes'
}

/** What only some changes need: each is asked for with the first of those, and what asking throws passes through. */
export interface ChangeParts {
  readonly jsonPatch: () => ChangePart
  readonly serverSideApply: () => ChangePart
  readonly strategicMerge: () => ChangePart
  readonly definitions: () => ChangePart
  /** Patches of what is stored, for who writes roles. */
  readonly patchedObject: () => ChangePart
}

/** A part, for who computes changes. */
export interface Part<Work> extends ChangePart {
  readonly work: Work
}

/** The same parts, for who computes changes: there is but one of each. */
export interface KnownChangeParts {
  readonly jsonPatch: () => Part<typeof jsonPatched>
  readonly serverSideApply: () => Part<typeof applied>
  readonly strategicMerge: () => Part<typeof strategicallyMerged>
  readonly definitions: () => Part<typeof readCRD>
  readonly patchedObject: () => Part<typeof patchedObject>
}
