import type { ChangeParts } from './change-part.ts'
import { DEFINITIONS } from './crd.ts'
import { JSON_PATCHES } from './json-patch.ts'
import { PATCHED_OBJECTS } from './read-change.ts'
import { SERVER_SIDE_APPLY } from './server-side-apply.ts'
import { STRATEGIC_MERGE } from './strategic-merge.ts'

/** All parts, at hand. */
export const CHANGE_PARTS: ChangeParts = {
  jsonPatch: () => JSON_PATCHES,
  serverSideApply: () => SERVER_SIDE_APPLY,
  strategicMerge: () => STRATEGIC_MERGE,
  definitions: () => DEFINITIONS,
  patchedObject: () => PATCHED_OBJECTS,
}
