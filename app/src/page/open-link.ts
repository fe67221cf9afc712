import { DESIGN_LIST, OWN_DESIGN } from '@authz-playground/engine'
import { readExampleHash } from '@authz-playground/engine/internal/scenario-file'
import type { Audience } from '@authz-playground/examples/route'
import { shortened } from '@authz-playground/pictures'
import {
  type Address,
  AUDIENCES,
  beginTurn,
  closeDialog,
  currentAudience,
  isOwnAddress,
  keepWithScenario,
  openDialog,
  openDocument,
  openExample,
  playground,
  readAddress,
  screen,
  showAudience,
  showStep,
  startedFromOwnTab,
  type View,
  workerApi,
} from '../session/index.ts'
import { notify } from '../ui/index.ts'

/** Counts what was to be shown: the links that were followed, and the entries of the history. Only the newest is opened. */
let newest = 0

/** What was to be shown before is opened no more. The result says whether that still is so for what is to be shown now. */
export function becomeNewest(): () => boolean {
  newest += 1
  const own = newest
  return () => own === newest
}

const RELEASED = 'constrained'

/** The longest notice about a link. Those about a course name the places of several errors. Characters. */
const LONGEST = 1200

const NOT_HELD =
  'This address does not hold its scenario, which is too long for one. It stays in the browser where it was written: ask for a file instead.'

const OVERTAKEN =
  'You did something else before the content of the link arrived, so that was not opened. Follow the link again to see it.'

/**
 * Opens the content of an address: the scenario, its step, and the dialog over it. A notice says what could not be
 * opened and why; the rest is opened.
 *
 * @param shown what the page, which has just been loaded, shows again already; absent where it was loaded before. The memory of
 *   this tab is newer than a hash that the page wrote itself.
 * @param turn begun when the address was followed. What a person has edited or opened since then, while the content was on its way,
 *   stays.
 */
export async function openLink(hash: string, shown?: View, turn = beginTurn()): Promise<void> {
  const isCurrent = becomeNewest()
  const isFree = (): boolean => turn.isFree() && isCurrent()
  const over = screen.getState().dialog
  const { address, problems } = readAddress(hash)
  const remembered = shown !== undefined && startedFromOwnTab && isOwnAddress(hash)
  const problem = remembered ? undefined : await openScenarioOf(address, hash, isFree)
  const unknown = problem === undefined ? await unknownChoice(address) : undefined
  if (!isCurrent()) return
  if (turn.isOver()) {
    notify(OVERTAKEN)
    return
  }
  for (const words of problem === undefined ? problems : [problem]) notify(shortened(words, LONGEST))
  if (unknown !== undefined) notify(shortened(unknown))
  if (problem !== undefined && !address.kept) return
  const audience = AUDIENCES.find((one) => one === address.audience) ?? (remembered ? undefined : audienceFor(address))
  if (audience !== undefined && shown?.audience === undefined) showAudience(audience)
  if (address.step !== undefined && problem === undefined) showStep(playground.getState().scenario, address.step)
  if (shown?.dialog !== undefined) return
  // A dialog that was opened in the meantime stays.
  if (address.dialog !== undefined) openDialog(address.dialog, unknown === undefined ? address.choices : {})
  else if (screen.getState().dialog === over) closeDialog()
}

/** The audience for a link that names none: Learn shows no designs, and people send each other links to them. */
function audienceFor({ scenario, dialog }: Address): Audience | undefined {
  const compares = dialog?.startsWith('compare/') ?? false
  const isReleased = scenario === '' || playground.getState().scenario.design === RELEASED
  return currentAudience() === 'learn' && (compares || !isReleased) ? 'designs' : undefined
}

/** Says which claim, intent or design of an address does not exist. */
async function unknownChoice({ dialog, choices: { of } = {} }: Address): Promise<string | undefined> {
  // The worker says what it finds of a subject.
  if (of === undefined || dialog?.startsWith('asks/')) return
  if (dialog === 'compare/arguments') {
    const { ARGUMENTS } = await import('@authz-playground/examples/arguments')
    return ARGUMENTS.some(({ id }) => id === of) ? undefined : `There is no argument “${of}”.`
  }
  if (dialog === 'compare/intents') {
    const { INTENTS, OWN_INTENT } = await import('@authz-playground/examples/intents')
    return of === OWN_INTENT || INTENTS.some(({ id }) => id === of) ? undefined : `There is no intent “${of}”.`
  }
  const known = [OWN_DESIGN, ...DESIGN_LIST.map(({ id }) => id)]
  const unknown = of.split(',').find((design) => !known.includes(design))
  return unknown === undefined ? undefined : `There is no design “${unknown}”.`
}

/** Opens the scenario of an address, if it has one. Returns why it cannot be opened. */
async function openScenarioOf(address: Address, hash: string, isFree: () => boolean): Promise<string | undefined> {
  const { scenario, kept, dialog } = address
  if (kept) return NOT_HELD
  if (scenario === '' && (dialog !== undefined || address.step !== undefined || address.audience !== undefined)) return
  if (/^(?:course|k1|h1)\//.test(scenario)) {
    const { openCourseHash } = await import('../session/course/index.ts')
    const found = isFree() ? await openCourseHash(`#${scenario}`, isFree) : undefined
    return found === undefined || found.length === 0 ? undefined : found.join(' ')
  }
  // An example waits for no worker.
  const read = readExampleHash(hash) ?? (await workerApi().readLink(hash))
  if (!isFree()) return
  if ('problem' in read) return read.problem
  if ('document' in read) {
    openDocument(read.document, true)
    keepWithScenario(hash)
    return
  }
  const { EXAMPLES } = await import('@authz-playground/examples')
  if (!isFree()) return
  const example = EXAMPLES.find(({ id }) => id === read.example)
  if (example === undefined) return `There is no example “${shortened(read.example, 80)}”, so nothing was opened.`
  openExample(example, true)
  keepWithScenario(hash)
}
