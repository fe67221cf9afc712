import type { Scenario } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { ALL_AUTHENTICATED, NEWEST_VERSION } from '@authz-playground/engine/internal/kube'
import type { Example } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { announce, reportLoadFailure } from '../ui/index.ts'
import { describes } from './described.ts'
import { edited } from './edited.ts'
import { onceAnswered } from './once-answered.ts'
import { playground, workerApi } from './playground.ts'
import { problemsInWords } from './problems-in-words.ts'
import { type About, cameWith, NO_EXAMPLE, type Session, type Source } from './session.ts'
import { act, beginTurn, OVERTAKEN } from './turns.ts'

/** The scenarios that were opened since the page was loaded: with each, Back leads to the one before it. */
let opened = 0

export function countOpened(): number {
  return opened
}

/** What comes with a scenario that is opened, beside its title. */
interface Beside extends Partial<About> {
  readonly goals?: readonly string[] | undefined
  /** It came by a link. */
  readonly fromLink?: boolean
  /** What brought its requests. Absent where they are made on the page. */
  readonly source?: Source
  /** A person wrote some of it, such as what was pasted. */
  readonly changed?: boolean
}

/** Opens a scenario on the page. One step of undo goes back. */
export function openScenario(
  title: string,
  scenario: Scenario,
  { goals, fromLink = false, source, changed = false, ...words }: Beside = {},
): void {
  const about = { title, explanation: '', expect: [], ...words }
  describes(about, scenario)
  const came = source && cameWith(source, scenario)
  show(title, { exampleId: NO_EXAMPLE, scenario, about, goals, fromLink, came, changed })
}

/** The same in place of the scenario on the page: Back leads to the one before both. */
export function replaceScenario(title: string, scenario: Scenario): void {
  const before = opened
  openScenario(title, scenario)
  opened = before
}

/**
 * Opens an empty scenario under the settings of the present one, in the newest version where nobody chose one. One step of undo goes
 * back.
 */
export async function openEmpty(): Promise<void> {
  openScenario('', emptied(playground.getState().scenario, await openedExample()))
}

/** The settings of a scenario alone: no policy, no request, and nobody who asks. */
function emptied(scenario: Scenario, example: Example | undefined): Scenario {
  const { version, design, designText } = scenario
  return {
    ...{ version, policy: '', request: { form: 'kubectl', text: '' }, requestor: NOBODY, design },
    cluster: ownCluster(scenario, example),
    ...(designText !== undefined && { designText }),
  }
}

/** The cluster of somebody’s own policy: the version of an example was chosen by nobody, so that the newest takes its place. */
function ownCluster({ cluster }: Scenario, example: Example | undefined): Scenario['cluster'] {
  return cluster.version === example?.scenario.cluster.version ? { ...cluster, version: NEWEST_VERSION } : cluster
}

/** The cluster on the page for a policy that replaces the one on the page. */
export async function clusterForOwnPolicy(): Promise<Scenario['cluster']> {
  return ownCluster(playground.getState().scenario, await openedExample())
}

/** The example on the page, changed or not; undefined where the scenario has words, goals or a lesson of its own. */
async function openedExample(): Promise<Example | undefined> {
  const { exampleId, about, goals, lesson } = playground.getState()
  if (exampleId === NO_EXAMPLE || about !== undefined || goals.length > 0 || lesson !== undefined) return undefined
  const examples = await import('@authz-playground/examples').catch(() => undefined)
  return examples?.EXAMPLES.find(({ id }) => id === exampleId)
}

const NOBODY = { username: '', groups: [ALL_AUTHENTICATED] }

/**
 * The present scenario; only its settings where it is an example that nobody has changed, whose policy is nobody’s own. Where a policy
 * replaced that of an example, the requestor of the example is nobody’s own either.
 */
export async function ownScenario(): Promise<Scenario> {
  const { scenario } = playground.getState()
  const example = await openedExample()
  if (example === undefined) return scenario
  if (!edited(scenario, example.scenario)) return emptied(scenario, example)
  const isSender = JSON.stringify(scenario.requestor) === JSON.stringify(example.scenario.requestor)
  return policyIsOwn && isSender ? { ...scenario, requestor: NOBODY } : scenario
}

/** The same with an example of the gallery, whose words come from the gallery. */
export function openExample({ id, title, scenario }: Example, fromLink = false): void {
  show(title, { exampleId: id, scenario, fromLink, came: cameWith('example', scenario), changed: false })
}

function show(title: string, start: Session): void {
  if (!start.fromLink) act()
  opening(`Opened: ${shortened(title) || 'Your own scenario'}`)
  playground.getState().open(start)
}

/** Whether a policy replaced the whole one of the example that is open. */
let policyIsOwn = false

export function policyReplaced(): void {
  policyIsOwn = true
}

/** Called before the page shows another scenario, with the words that announce it. Back leads to the one before. */
export function opening(words: string): void {
  opened += 1
  policyIsOwn = false
  if (!quiet) announce(words)
}

/** Nothing is announced. */
let quiet = false

/**
 * Opens a scenario in the present view without announcing its title, which may tell the end.
 *
 * @param replaces Back leads to the scenario before both
 */
export function openQuietly(open: () => void, replaces: boolean): void {
  const before = opened
  quiet = true
  try {
    open()
  } finally {
    quiet = false
    if (replaces) opened = before
  }
}

/**
 * Opens a scenario document on the page, at the step that it names. One step of undo goes back.
 *
 * @param fromLink it came by a link
 */
export function openDocument(
  { title, explanation, expect, goals, scenario, step }: ScenarioDocument,
  fromLink = false,
): void {
  openScenario(title, scenario, { explanation, expect, goals, fromLink, source: fromLink ? 'link' : 'file' })
  if (step !== undefined) showStep(scenario, step)
}

/** Opens what the page showed before. One step of undo goes back. */
export function reopen(session: Session): void {
  show(session.about?.title ?? '', session)
}

/** Goes to a step once the scenario is answered, unless another scenario was opened before that. */
export function showStep(scenario: Scenario, step: number): void {
  onceAnswered(scenario, (now) => now.scrub(step))
}

/** Opens a text. Returns why it was not opened, in sentences. */
type OpensText = (text: string) => readonly string[] | Promise<readonly string[]>

let opensCourses: OpensText | undefined

/** Says what opens the text of a course, or of what was done in one. It is loaded with the first of them. */
export function openCoursesWith(opens: OpensText): void {
  opensCourses = opens
}

/**
 * Opens the text of a file: a scenario, a course, or what was done in one; goals alone are added to the scenario on the page.
 * Returns its errors as sentences; where there is one, nothing is opened.
 */
export async function openText(text: string): Promise<readonly string[]> {
  const turn = beginTurn()
  const { document, course, goals, diagnostics } = await workerApi().readDocument(text)
  if (!turn.isFree()) return [OVERTAKEN]
  if (course) return opensCourses?.(text) ?? []
  if (goals)
    return openWithPart(text, 'What adds goals', () =>
      import('./goal-edits.ts').then(({ addGoalsOf }) => addGoalsOf).catch(() => undefined),
    )
  if (document === undefined) return problemsInWords(diagnostics)
  openDocument(document)
  return []
}

/**
 * Opens a text with a part of the page that `load` brings. Where that brings nothing, `name` is reported as missing and
 * can be tried again.
 */
export async function openWithPart(
  text: string,
  name: string,
  load: () => Promise<OpensText | undefined>,
): Promise<readonly string[]> {
  const opens = await load()
  if (opens !== undefined) return opens(text)
  reportLoadFailure(name, () => void openWithPart(text, name, load))
  return []
}
