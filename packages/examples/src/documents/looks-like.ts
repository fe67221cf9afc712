import { topLevelFields } from '@authz-playground/engine/internal/pasted'

/** Whether a text looks like the document of a claim. It may still have errors. */
export function looksLikeClaim(text: string): boolean {
  const has = topLevelFields(text)
  return has('version') && has('quote') && has('cases')
}

/** Whether a text looks like the document of an intent. It may still have errors. */
export function looksLikeIntent(text: string): boolean {
  const has = topLevelFields(text)
  return has('version') && has('wanted') && has('ways')
}
