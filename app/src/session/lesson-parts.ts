import type { Scenario } from '@authz-playground/engine'
import type { EditedPart } from './session.ts'

type Change = Partial<Omit<Scenario, 'version'>>

/** The fields of a scenario that say who sends what. */
const REQUEST = ['request', 'requestor', 'earlier', 'later', 'after'] as const

const FIELDS: Readonly<Record<EditedPart, readonly (keyof Change)[]>> = {
  policy: ['policy'],
  request: REQUEST,
  both: ['policy', ...REQUEST],
}

/** The subject of an edit that only shows another request. */
export const SHOWS_REQUEST = 'present request'

/** The fields of a change that a lesson lets people edit. Undefined where there are none. Looking at another request changes nothing. */
export function partsOfLesson(change: Change, subject: string, edit: EditedPart): Change | undefined {
  if (subject === SHOWS_REQUEST) return change
  const allowed = FIELDS[edit].filter((field) => field in change)
  return allowed.length === 0 ? undefined : Object.fromEntries(allowed.map((field) => [field, change[field]]))
}

/** Whether a lesson keeps a part as it is. */
export function isLocked(edit: EditedPart | undefined, part: 'policy' | 'request'): boolean {
  return edit !== undefined && edit !== 'both' && edit !== part
}
