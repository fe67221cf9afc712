import type { StoreApi } from 'zustand/vanilla'
import { NotAnswered, type RemoteWorker, startWorker, type WorkerApi } from '../worker/index.ts'
import type { NotDecided, PlaygroundState } from './store/state.ts'

/** After this time the page says that deciding takes long. Milliseconds. */
const SLOW = 1000

/** A scenario to decide, and what of it. */
type Wanted = Pick<PlaygroundState, 'scenario' | 'evenPartly' | 'showsReview'>

export interface DecidingWorker {
  readonly api: WorkerApi
  /** Ends the worker and its work. A new worker decides a newer scenario, if there is one. */
  stop(): void
  /** Starts a new worker, which asks all questions about the page again and requests missing parts again. */
  restart(): void
}

/**
 * Keeps the answer in the store up to date: it asks the worker at each change of the scenario. While the worker is busy
 * only the newest scenario waits, so that typing into a large policy never fills a queue. Older answers are dropped. A
 * scenario that was not decided is decided again when somebody asks for it or changes it.
 *
 * @param missed is called when a part of the worker did not arrive for a question
 * @param arrived resolves when the page has the scenario to begin with: what an address holds replaces the one that is there, and the
 *   worker has to read it. Absent where the page has it already. It must not reject.
 */
export function startDeciding(
  playground: StoreApi<PlaygroundState>,
  missed: () => void,
  start = startWorker,
  arrived?: Promise<unknown>,
): DecidingWorker {
  let worker: RemoteWorker | undefined
  let busy = false
  let wanted: Wanted | undefined

  function running(): RemoteWorker {
    worker ??= start(() => {
      worker = undefined
      // If it was deciding, the store says why nothing is decided. Otherwise the next worker must know the answer on the page.
      if (!busy) restart()
    })
    return worker
  }

  function end(): void {
    worker?.stop()
    worker = undefined
  }

  function restart(): void {
    if (busy) wanted = playground.getState()
    end()
    decidePresent()
  }

  function decidePresent(): void {
    const present = playground.getState()
    if (present.notDecided === undefined) void decide(present)
  }

  async function decide({ scenario, evenPartly, showsReview }: Wanted): Promise<void> {
    if (busy) {
      wanted = { scenario, evenPartly, showsReview }
      return
    }
    busy = true
    const { waitLonger, receive, leaveUndecided } = playground.getState()
    const patience = setTimeout(waitLonger, SLOW, true)
    try {
      const mine = running()
      const answer = await mine.api.decide(scenario, evenPartly, showsReview)
      if (wanted === undefined) {
        mine.show()
        receive(scenario, answer)
      }
    } catch (thrown) {
      if (wanted === undefined && playground.getState().scenario === scenario) leaveUndecided(notDecidedBy(thrown))
    } finally {
      clearTimeout(patience)
      busy = false
      waitLonger(false)
      const next = wanted
      wanted = undefined
      if (next !== undefined) void decide(next)
    }
  }

  playground.subscribe((now, before) => {
    const parts = ['scenario', 'evenPartly', 'showsReview'] as const
    const changed = parts.some((part) => now[part] !== before[part])
    const again = before.notDecided !== undefined && now.notDecided === undefined && now.answered !== now.scenario
    if (now.notDecided === undefined && (changed || again)) void decide(now)
  })
  if (arrived === undefined) decidePresent()
  else {
    running()
    void arrived.then(() => {
      const { answered, scenario } = playground.getState()
      if (!busy && answered !== scenario) decidePresent()
    })
  }

  const api = new Proxy({} as WorkerApi, {
    get:
      (_, name: keyof WorkerApi) =>
      async (...args: never) => {
        try {
          return await (running().api[name] as (...args: never) => Promise<unknown>)(...args)
        } catch (thrown) {
          if (thrown instanceof NotAnswered && thrown.why === 'missing') missed()
          throw thrown
        }
      },
  })
  return { api, stop: end, restart }
}

function notDecidedBy(thrown: unknown): NotDecided {
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return { reason: thrown instanceof NotAnswered ? thrown.why : 'defect', detail }
}
