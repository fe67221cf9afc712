import { plainText, type Scenario } from '@authz-playground/engine'
import type { Filling, ObservedRequest, OtherAuthorizer } from '@authz-playground/engine/logs'
import type { ObservedView } from '../worker/index.ts'
import { openScenario, ownScenario } from './opening.ts'
import { playground, workerApi } from './playground.ts'
import type { About } from './session.ts'

/** The reported request that the page was filled from. */
export interface Note {
  readonly observed: ObservedRequest
  readonly filling: Filling
}

/**
 * Notes by the expectations of their scenario. Undo and redo keep the expectations as the same object, so the note
 * comes and goes with the scenario.
 */
const notes = new WeakMap<About['expect'], Note>()
const dismissed = new WeakSet<About['expect']>()

/** The note for the page; undefined where it was not filled from a reported request, or where the note was closed. */
export function observedNote(about: About | undefined): Note | undefined {
  return about === undefined || dismissed.has(about.expect) ? undefined : notes.get(about.expect)
}

/** The authorizer beside RBAC that refused the request of the page at the cluster that reported it. */
export function reportedAuthorizer({
  about,
  scenario,
}: {
  readonly about?: About | undefined
  readonly scenario: Scenario
}): OtherAuthorizer | undefined {
  const filling = observedNote(about)?.filling
  return filling?.scenario.request.text === scenario.request.text ? filling.otherAuthorizer : undefined
}

/** Closes the note for good. */
export function closeNote({ filling }: Note): void {
  dismissed.add(filling.expect)
}

/**
 * Fills the page from one reported request. The policy and the goals stay, but an example that nobody has changed gives way. One
 * step of undo takes it back.
 */
export async function fillFromObserved(
  { observed, words }: ObservedView['shown'][number],
  given?: Scenario,
): Promise<void> {
  const before = given ?? (await ownScenario())
  const filling = await workerApi().fill(observed, before)
  // A new array, also where it is empty, because it is the key of the note.
  const expect = [...filling.expect]
  notes.set(expect, { observed, filling: { ...filling, expect } })
  openScenario(plainText(words), filling.scenario, {
    expect,
    goals: playground.getState().goals,
    changed: true,
  })
}

/** The names of the sources in a sentence. */
export const SOURCE_NAMES = {
  'audit-event': 'an audit event',
  'server-log': 'the log of kube-apiserver',
  status: 'a Status',
  message: 'a 403 message',
} as const

/**
 * The status code, or else the decision of authorization, as it follows the request in a sentence: ", 403"; empty where
 * neither is reported.
 */
export function answeredIn({ answer: { code, authorization } }: ObservedRequest): string {
  const answered = code ?? authorization
  return answered === undefined ? '' : `, ${answered}`
}
