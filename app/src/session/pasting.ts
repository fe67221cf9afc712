import type { Scenario } from '@authz-playground/engine'
import type { PastedPart } from '@authz-playground/engine/documents'
import {
  ALL_AUTHENTICATED,
  NODES_GROUP,
  serviceAccountGroups,
  serviceAccountOf,
} from '@authz-playground/engine/internal/kube'
import { useSyncExternalStore } from 'react'
import { announce, reportLoadFailure } from '../ui/index.ts'
import { appended } from './joined-documents.ts'
import { fillFromObserved } from './observed-note.ts'
import { openText } from './opening.ts'
import { type Manner, wordsOf } from './pasted-words.ts'
import { playground, workerApi } from './playground.ts'

/** What became of a pasted text. */
export interface Taken {
  /** What it was taken for, a sentence for each of its parts. */
  readonly words: readonly string[]
  /** Why nothing of it was taken, or not all. */
  readonly problems: readonly string[]
  /** The scenario before and after; the same where nothing changed. */
  readonly before: Scenario
  readonly after: Scenario
  /** The pasted text, for taking it as something else. Empty where it has secrets. */
  readonly text: string
  /** What else it can be taken for. */
  readonly instead: readonly Instead[]
  /** The output of a cluster with several requests, of which one is to be chosen. */
  readonly choose?: string
  /** A policy came, and the request is still the one from before. */
  readonly oldRequest: boolean
}

/** Another reading of a pasted text. */
export type Instead = 'policy' | 'append'

let taken: Taken | undefined
const listeners = new Set<() => void>()

function show(now: Taken | undefined): void {
  taken = now
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What became of the text that was pasted last; undefined once that was closed. */
export function useTaken(): Taken | undefined {
  return useSyncExternalStore(subscribe, () => taken)
}

export function closeTaken(): void {
  show(undefined)
}

/** Each paste is a step of undo of its own. */
let pastes = 0

/**
 * Takes a pasted text for what it is: a policy, a request, the output of a cluster, a scenario, or several of them. One
 * step of undo takes it back. {@link useTaken} says what became of it.
 */
export async function takePasted(text: string, manner: Manner = 'replace'): Promise<void> {
  const turn = ++pastes
  const recognised = await workerApi()
    .recognise(text)
    .catch(() => undefined)
  if (turn !== pastes) return
  if (recognised === undefined)
    return reportLoadFailure('What reads a pasted text', () => void takePasted(text, manner))
  const before = playground.getState().scenario
  const parts = recognised.filter((part) => part.is !== 'course' && part.is !== 'goals')
  if (parts.length < recognised.length) {
    const problems = await openText(text)
    const after = playground.getState().scenario
    const areGoals = recognised.some(({ is }) => is === 'goals')
    const words =
      areGoals && problems.length === 0 ? ['Goals: they are below the policy; policy and request unchanged.'] : []
    return show(
      problems.length === 0 && words.length === 0
        ? undefined
        : { words, problems, before, after, text: '', instead: [], oldRequest: false },
    )
  }
  const problems = await apply(parts, manner, turn)
  const after = playground.getState().scenario
  const words = problems.length > 0 ? [] : wordsOf(parts, manner, before)
  const policy = parts.find((part) => part.is === 'policy')
  const observed = parts.find((part) => part.is === 'observed')
  const secret = parts.some(({ is }) => is === 'kubeconfig')
  const fresh = observed !== undefined || parts.some(({ is }) => is === 'request' || is === 'scenario')
  if (parts.length === 0 || parts.some(({ is }) => is === 'link')) return show(undefined)
  show({
    words,
    problems: [
      ...problems,
      ...parts.flatMap((part) => (part.is === 'left' ? [part.why] : [])),
      ...parts.flatMap((part) => ('error' in part && part.error ? [errorWords(part.error)] : [])),
    ],
    before,
    after,
    text: secret ? '' : text,
    instead: insteadOf(parts, manner, before, secret),
    ...(observed && observed.requests > 1 && { choose: observed.text }),
    oldRequest: policy !== undefined && !fresh && before.request.text.trim() !== '',
  })
  announce([...words, ...problems].join(' '))
}

/** Takes the text of the last paste for something else. Nothing may have changed since. */
export function takeInstead(instead: Instead): void {
  if (taken === undefined) return
  const { text, before, after } = taken
  const { scenario, undo } = playground.getState()
  if (scenario !== after) return
  if (before !== after) undo()
  if (instead === 'append') {
    void takePasted(text, 'append')
    return
  }
  pastes += 1
  playground.getState().edit({ subject: `paste ${pastes}`, change: { policy: text } })
  const now = playground.getState().scenario
  const words = ['Taken for a policy: it replaced the policy.']
  show({ words, problems: [], before, after: now, text: '', instead: [], oldRequest: false })
  announce(words.join(' '))
}

function insteadOf(
  parts: readonly PastedPart[],
  manner: Manner,
  before: Scenario,
  secret: boolean,
): readonly Instead[] {
  const kinds = new Set(parts.map(({ is }) => is))
  if (secret || kinds.has('scenario') || kinds.has('link')) return []
  if (kinds.has('resources')) return []
  if (!kinds.has('policy')) return ['policy']
  return manner === 'replace' && before.policy.trim() !== '' ? ['append'] : []
}

function errorWords({
  message,
  line,
  column,
}: {
  readonly message: string
  readonly line: number
  readonly column: number
}): string {
  return `Line ${line.toLocaleString('en')}, column ${column.toLocaleString('en')}: ${message}`
}

/** Changes the scenario. Returns why that failed, in sentences. */
async function apply(parts: readonly PastedPart[], manner: Manner, turn: number): Promise<readonly string[]> {
  const change: { -readonly [Part in 'policy' | 'request' | 'requestor']?: Scenario[Part] } = {}
  const { scenario } = playground.getState()
  const resources: string[] = []
  for (const part of parts) {
    switch (part.is) {
      case 'scenario': {
        const problems = await openText(part.text)
        return problems.length === 0 ? [] : ['The scenario was not opened.', ...problems]
      }
      case 'link':
        location.hash = part.hash
        return []
      case 'policy':
        change.policy = manner === 'append' ? appended(scenario.policy, part.text) : part.text
        break
      case 'resources':
        resources.push(part.text)
        break
      case 'request':
        change.request = { form: part.form, text: part.text }
        if (part.requestor) change.requestor = part.requestor
        break
      case 'requestor':
        change.requestor = named(part.username)
        break
      case 'kubeconfig': {
        const { contexts, current } = part.kubeconfig
        const { impersonate } = contexts.find(({ name }) => name === current) ?? contexts[0] ?? {}
        const written = change.request ?? scenario.request
        const printed = impersonate && (await workerApi().rewrite(written, { impersonate }))
        if (printed) change.request = { form: 'http', text: printed.text }
        break
      }
      case 'observed':
      case 'left':
    }
  }
  // They say what a cluster serves, and never replace what somebody may do.
  for (const text of resources) change.policy = appended(change.policy ?? scenario.policy, text)
  const observed = parts.find((part) => part.is === 'observed')
  if (observed && observed.requests === 1) {
    const { shown } = await workerApi().parseClusterOutput(observed.text, false)
    if (shown[0]) await fillFromObserved(shown[0], { ...scenario, ...change })
    return []
  }
  if (Object.keys(change).length > 0) playground.getState().edit({ subject: `paste ${turn}`, change })
  return []
}

/** A service account or a node, with the groups that authentication gives it. */
function named(username: string): Scenario['requestor'] {
  const account = serviceAccountOf(username)
  const groups = account ? serviceAccountGroups(account.namespace) : [NODES_GROUP]
  return { username, groups: [...groups, ALL_AUTHENTICATED] }
}
