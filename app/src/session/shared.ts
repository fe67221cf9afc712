import type { Link, ScenarioDocument } from '@authz-playground/engine/scenario-file'
import type { Example } from '@authz-playground/examples'
import { edited } from './edited.ts'
import type { About, Session } from './session.ts'

/** The page as it is given away. */
interface Shared {
  /** What is told about it where nobody has said anything else. */
  readonly usual: About
  readonly document: ScenarioDocument
  readonly link: Link
}

/**
 * What a file and a link hold of the page. An example that was not changed is only its name in a link.
 * @param example that the scenario began as, where it is known
 * @param step that is shown when it is opened; the end when left out
 */
export function sharedOf(
  { scenario, about }: Pick<Session, 'scenario' | 'about'>,
  example: Example | undefined,
  step?: number,
): Shared {
  const unchanged = example !== undefined && !edited(scenario, example.scenario)
  const usual = wordsOf(example, unchanged)
  const document = { ...(about ?? usual), scenario, ...(step !== undefined && { step }) }
  const named = unchanged && about === undefined && step === undefined
  return { usual, document, link: named ? { example: example.id } : { document } }
}

/** The gallery’s own words about an example. Those about its answer may not be true any more once it was changed. */
function wordsOf(example: Example | undefined, unchanged: boolean): About {
  if (example === undefined) return { title: '', explanation: '', expect: [] }
  const { title, sentence, expect } = example
  if (!unchanged) return { title: `${title} (edited)`, explanation: '', expect: [] }
  const { code, checks, constraint } = expect
  const expectation = { code, checks: [...checks], ...(constraint !== undefined && { constraint }) }
  return { title, explanation: sentence, expect: [expectation] }
}

/**
 * What is told about a scenario once its words were edited; undefined where they are the usual ones again. The gallery’s
 * expectations are not taken over: nobody would see that they are not true of what is edited next.
 */
export function toldAs(before: About | undefined, edit: Partial<About>, usual: About): About | undefined {
  const told = { ...usual, expect: [], ...before, ...edit }
  const same = told.title === usual.title && told.explanation === usual.explanation && told.expect.length === 0
  return same ? undefined : told
}

/** A link as it is given away: an address, whatever it has behind its `#`, with this hash. */
export function addressOf(page: string, hash: string): string {
  return page.replace(/#.*$/s, '') + hash
}
