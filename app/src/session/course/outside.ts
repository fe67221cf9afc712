import { decode, encode } from '../kept.ts'
import type { Session } from '../session.ts'

/** The key of what this tab showed before it opened a course. */
const KEY = 'authz-playground/outside'

/** A longer session is only in the memory of the page. Characters. */
const LONGEST = 500_000

/** Stores what the page shows before a course, for this tab. */
export function keepOutside(session: Session): void {
  try {
    const text = encode({ start: session })
    if (text.length <= LONGEST) sessionStorage.setItem(KEY, text)
    else sessionStorage.removeItem(KEY)
  } catch {
    // Then it is in the memory of the page only.
  }
}

/** What this tab showed before its course. Undefined where that is not stored. */
export function keptOutside(): Session | undefined {
  try {
    const kept = decode(sessionStorage.getItem(KEY) ?? '')
    return kept !== undefined && 'start' in kept ? kept.start : undefined
  } catch {
    return undefined
  }
}
