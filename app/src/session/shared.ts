import type { ScenarioDocument, ScenarioLink } from '@authz-playground/engine/documents'
import type { Example } from '@authz-playground/examples'
import { describes, keepsDescribing } from './described.ts'
import { edited } from './edited.ts'
import type { About, Session } from './session.ts'

/** The page as a file and as a link. */
interface Shared {
  /** The words about it until a person writes others. */
  readonly usual: About
  readonly document: ScenarioDocument
  readonly link: ScenarioLink
}

/**
 * The content of a file and of a link. In a link an unchanged example is only its name.
 *
 * @param example that the scenario began as, where it is known
 *
 * @param step that is shown when it is opened; the end when left out
 */
export function sharedOf(
  { scenario, about, goals = [] }: Pick<Session, 'scenario' | 'about' | 'goals'>,
  example: Example | undefined,
  step?: number,
): Shared {
  const unchanged = example !== undefined && !edited(scenario, example.scenario)
  const usual = wordsOf(example, unchanged)
  if (unchanged) describes(usual, scenario)
  const written = goals.map((goal) => goal.trim()).filter((goal) => goal !== '')
  const document = {
    ...(about ?? usual),
    scenario,
    ...(written.length > 0 && { goals: written }),
    ...(step !== undefined && { step }),
  }
  const named = unchanged && about === undefined && written.length === 0 && step === undefined
  return { usual, document, link: named ? { example: example.id } : { document } }
}

/**
 * The gallery’s words about an example. Those about its answer are left out where the example was changed, as they may
 * be wrong.
 */
function wordsOf(example: Example | undefined, unchanged: boolean): About {
  if (example === undefined) return { title: '', explanation: '', expect: [] }
  const { title, sentence, expect } = example
  if (!unchanged) return { title: `${title} (edited)`, explanation: '', expect: [] }
  const { code, checks, constraint } = expect
  const expectation = { code, checks: [...checks], ...(constraint !== undefined && { constraint }) }
  return { title, explanation: sentence, expect: [expectation] }
}

/**
 * The words about a scenario after an edit of them; undefined where they are the usual ones again. The gallery’s
 * expectations are left out: after the next edit of the scenario they may be wrong, and nobody would notice.
 */
export function editedAbout(before: About | undefined, edit: Partial<About>, usual: About): About | undefined {
  const words = { ...usual, expect: [], ...before, ...edit }
  const same = words.title === usual.title && words.explanation === usual.explanation && words.expect.length === 0
  if (same) return undefined
  keepsDescribing(before ?? usual, words)
  return words
}

/** The address of a link: that of the page, with this hash in place of its own. */
export function addressOf(page: string, hash: string): string {
  return page.replace(/#.*$/s, '') + hash
}
