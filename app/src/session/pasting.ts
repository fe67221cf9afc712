import { OWN_DESIGN, type Scenario } from '@authz-playground/engine'
import type { PastedPart } from '@authz-playground/engine/documents'
import { useSyncExternalStore } from 'react'
import { announce, reportLoadFailure } from '../ui/index.ts'
import { receivedParts } from '../worker/index.ts'
import { appended } from './joined-documents.ts'
import { fillFromObserved } from './observed-note.ts'
import { clusterForOwnPolicy, openScenario, openText, ownScenario, policyReplaced } from './opening.ts'
import { type Manner, wordsOf } from './pasted-words.ts'
import { playground, workerApi } from './playground.ts'
import { withoutReviews } from './sequence.ts'

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
  /** With the request and its impersonation, where it was taken as what the impersonated user asks. */
  readonly asSent?: Scenario
  /** A policy came, and the request is still the one from before. */
  readonly oldRequest: boolean
}

/** Another reading of a pasted text. `sender`: the request as it was sent, by somebody who is still to be named. */
export type Instead = 'policy' | 'append' | 'sender'

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

/** Resolves when what was pasted so far is taken: a paste never overtakes one that is still being read. */
let earlier: Promise<unknown> = Promise.resolve()

function afterEarlier(take: () => Promise<void> | void): Promise<void> {
  const taken = earlier.then(take)
  earlier = taken.catch(() => undefined)
  return taken
}

/**
 * Takes a pasted text for what it is: a policy, a request, the output of a cluster, a design, a scenario, or several of them. One
 * step of undo takes it back. {@link useTaken} says what became of it.
 */
export function takePasted(text: string, manner: Manner = 'replace'): Promise<void> {
  return afterEarlier(() => take(text, manner))
}

async function take(text: string, manner: Manner): Promise<void> {
  pastes += 1
  const settings = await ownScenario()
  const recognised = await workerApi()
    .recognise(text, settings.policy)
    .then((parts) => receivedParts(text, parts))
    .catch(() => undefined)
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
  const own = isForOwn(parts) ? settings : before
  const problems = await apply(parts, manner, own)
  const after = playground.getState().scenario
  const words = problems.length > 0 ? [] : wordsOf(parts, manner, own, own.policy !== before.policy)
  const policy = parts.find((part) => part.is === 'policy')
  if (policy !== undefined && manner === 'replace' && problems.length === 0) policyReplaced()
  const sent = parts.find((part) => part.is === 'request')
  const asSent = problems.length === 0 && sent?.inner && isNobody(own) ? sent : undefined
  const observed = parts.find((part) => part.is === 'observed')
  const secret = parts.some(
    (part) => part.is === 'kubeconfig' || (part.is === 'requestor' && part.of === 'TokenReview'),
  )
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
    instead: [...(asSent ? (['sender'] as const) : []), ...insteadOf(parts, manner, before, secret)],
    ...(asSent && { asSent: { ...own, request: { form: asSent.form, text: asSent.text } } }),
    ...(observed && observed.requests > 1 && { choose: observed.text }),
    oldRequest: policy !== undefined && !fresh && before.request.text.trim() !== '',
  })
  announce([...words, ...problems].join(' '))
}

/** Says why nothing of what was pasted is taken. */
export function refusePaste(why: string): void {
  void afterEarlier(() => {
    const { scenario } = playground.getState()
    show({ words: [], problems: [why], before: scenario, after: scenario, text: '', instead: [], oldRequest: false })
    announce(why)
  })
}

/** Takes the text of the last paste for something else. Nothing may have changed since. */
export async function takeInstead(instead: Instead): Promise<void> {
  if (taken === undefined) return
  const { text, before, after, asSent } = taken
  const { scenario, undo } = playground.getState()
  if (scenario !== after) return
  if (before !== after) undo()
  if (instead === 'append') {
    return takePasted(text, 'append')
  }
  pastes += 1
  const words = [
    instead === 'policy'
      ? 'Taken for a policy: it replaced the policy.'
      : 'The request as it was sent: enter who sent it.',
  ]
  if (instead === 'policy')
    playground.getState().edit({
      subject: `paste ${pastes}`,
      change: { policy: text, cluster: await clusterForOwnPolicy() },
      replaces: true,
    })
  else if (asSent) changeTo(asSent)
  const now = playground.getState().scenario
  show({ words, problems: [], before, after: now, text: '', instead: [], oldRequest: false })
  announce(words.join(' '))
}

/** Shows a scenario with another request. An example that gave way is closed. */
function changeTo(scenario: Scenario): void {
  const { policy, request, requestor, cluster } = scenario
  if (policy === playground.getState().scenario.policy) {
    playground.getState().edit({
      subject: `paste ${pastes}`,
      change: { request, requestor, cluster },
      replaces: true,
    })
  } else openScenario('', scenario, { changed: true })
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
  if (!kinds.has('policy')) return kinds.has('design') ? [] : ['policy']
  return manner === 'replace' && before.policy.trim() !== '' ? ['append'] : []
}

/**
 * Whether a text is about a request of somebody’s own, for which an example that nobody has changed gives way. With resources of a
 * cluster the text adds to the policy that is there.
 */
function isForOwn(parts: readonly PastedPart[]): boolean {
  const kinds = new Set(parts.map(({ is }) => is))
  return kinds.has('observed') || (kinds.has('request') && !kinds.has('resources'))
}

/** Whether it is not known who asks. */
function isNobody({ requestor }: Scenario): boolean {
  return requestor.username === ''
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
async function apply(parts: readonly PastedPart[], manner: Manner, scenario: Scenario): Promise<readonly string[]> {
  const change: {
    -readonly [Part in keyof Scenario]?: Scenario[Part]
  } = {}
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
        if (manner === 'replace')
          change.cluster = { ...scenario.cluster, ...change.cluster, version: (await clusterForOwnPolicy()).version }
        break
      case 'resources':
        resources.push(part.text)
        break
      case 'request':
        change.request = { form: part.form, text: part.text }
        if (part.requestor) change.requestor = part.requestor
        // Nobody is named who sent it: what it asks as the impersonated user can be answered already.
        if (part.inner && isNobody(scenario)) Object.assign(change, part.inner)
        break
      case 'requestor':
        change.requestor = part.user
        break
      case 'authorizers':
        change.cluster = { ...scenario.cluster, ...change.cluster, authorizationModes: part.modes }
        change.authorizationConfig = part.text
        break
      case 'design':
        change.design = OWN_DESIGN
        change.designText = part.text
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
        break
    }
  }
  if (change.request !== undefined) Object.assign(change, withoutReviews(scenario))
  const others = parts.find((part) => part.is === 'request')?.orElse
  if (others && change.request?.form === 'review') {
    const requestor = change.requestor ?? scenario.requestor
    change.later = [...others.map((request) => ({ request, requestor })), ...(change.later ?? [])]
  }
  // They say what a cluster serves, and never replace what somebody may do.
  for (const text of resources) change.policy = appended(change.policy ?? scenario.policy, text)
  const observed = parts.find((part) => part.is === 'observed')
  if (observed && observed.requests === 1) {
    const { shown } = await workerApi().parseClusterOutput(observed.text, false)
    if (shown[0]) await fillFromObserved(shown[0], { ...scenario, ...withoutReviews(scenario), ...change })
    return []
  }
  if (scenario !== playground.getState().scenario && change.request !== undefined)
    openScenario('', { ...scenario, ...change }, { changed: true })
  else if (Object.keys(change).length > 0)
    playground.getState().edit({ subject: `paste ${pastes}`, change, replaces: manner === 'replace' })
  return []
}
