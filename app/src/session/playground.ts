import { FIRST } from '@authz-playground/examples/first'
import type { StoreApi } from 'zustand'
import type { AnswerView } from '../worker/index.ts'
import { type DeciderClient, startDecider } from './decider-client.ts'
import { type Lit, litBy, type Place } from './places.ts'
import { restore } from './storage.ts'
import { createPlayground, type Playground } from './store.ts'

const { start, notice } = await restore()

const store = createPlayground(start ?? { scenario: FIRST.scenario, exampleId: FIRST.id })

/** The one store of the page, for code that is no component. */
export const playground: StoreApi<Playground> = store

/** The same store as a hook: `usePlayground((playground) => playground.scenario)`. */
export const usePlayground = store

/** What to tell a person about what was kept, if anything. */
export const restoreNotice = notice

let client: DeciderClient | undefined

/** The worker that keeps the store decided. Starts when it is first asked for. */
export function decider(): DeciderClient {
  client ??= startDecider(playground)
  return client
}

let last: { place: Place | undefined; answer: AnswerView | undefined; lit: Lit } | undefined

/**
 * What is lit now: by what is pointed at, else by what is pinned. The same value for as long as neither changes, so
 * that a row may select its own part: `usePlayground((now) => litNow(now).steps.has(step))`.
 */
export function litNow({ pointed, pinned, answer }: Pick<Playground, 'pointed' | 'pinned' | 'answer'>): Lit {
  const place = pointed ?? pinned
  if (last === undefined || last.place !== place || last.answer !== answer) {
    last = { place, answer, lit: litBy(place, answer) }
  }
  return last.lit
}

/** What is lit now, whole. */
export function useLit(): Lit {
  return usePlayground(litNow)
}
