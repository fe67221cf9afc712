import { plainText } from '@authz-playground/engine'
import type { Filling, ObservedRequest } from '@authz-playground/engine/observed'
import type { ObservedView } from '../worker/index.ts'
import { openScenario } from './opening.ts'
import { decider, playground } from './playground.ts'
import type { About } from './session.ts'

/** What the page was filled from. */
export interface Note {
  readonly observed: ObservedRequest
  readonly filling: Filling
}

/**
 * By the expectations that came with them: these go through undo and redo with their scenario, and stay the same value.
 * So the note is there whenever the scenario is.
 */
const notes = new WeakMap<About['expect'], Note>()
const dismissed = new WeakSet<About['expect']>()

/** The note to what is on the page; undefined where that was not filled from anything, or somebody closed the note. */
export function noteOf(about: About | undefined): Note | undefined {
  return about === undefined || dismissed.has(about.expect) ? undefined : notes.get(about.expect)
}

/** Closes the note for good. */
export function closeNote({ filling }: Note): void {
  dismissed.add(filling.expect)
}

/** Fills the page with what was told of one request. The policy stays, and one step of undo goes back. */
export async function bringIn({ observed, words }: ObservedView['shown'][number]): Promise<void> {
  const before = playground.getState().scenario
  const filling = await decider().fill(observed, before)
  // A list of its own, even an empty one.
  const expect = [...filling.expect]
  notes.set(expect, { observed, filling: { ...filling, expect } })
  openScenario(plainText(words), filling.scenario, { expect })
}

/** Fills the page with a text that tells of one request, and of no other. Resolves to whether it does. */
export async function fillFromCluster(text: string): Promise<boolean> {
  const { shown, total } = await decider().parseClusterOutput(text, false)
  const [only] = shown
  if (only === undefined || total !== 1) return false
  await bringIn(only)
  return true
}

/** What a text is called in a sentence. */
export const SOURCE_NAMES = {
  'audit-event': 'an audit event',
  'server-log': 'the log of kube-apiserver',
  status: 'a Status',
  message: 'a 403 message',
} as const

/** The status code, else what authorization said, as it follows the request in a sentence: ", 403"; nothing where neither is reported. */
export function answeredIn({ answer: { code, authorization } }: ObservedRequest): string {
  const answered = code ?? authorization
  return answered === undefined ? '' : `, ${answered}`
}
