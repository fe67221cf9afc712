import type { Scenario } from '@authz-playground/engine'
import { describe, expect, it, vi } from 'vitest'
import { type AnswerView, NotAnswered, type RemoteWorker, type WorkerApi } from '../worker/index.ts'
import { startDeciding } from './deciding.ts'
import type { NotDecided } from './store/state.ts'
import { createPlayground } from './store.ts'

const scenario: Scenario = {
  version: 2,
  policy: '',
  request: { form: 'http', text: 'GET /api/v1/pods HTTP/1.1' },
  requestor: { username: 'ctl' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}

/** A playground whose workers answer when the test lets them. */
function playgroundWithWorkers(notDecided?: NotDecided, arrived?: Promise<unknown>) {
  const playground = createPlayground({ scenario, exampleId: 'first' }, notDecided)
  const asked: { scenario: Scenario; answer(): void; fail(why: NotAnswered): void }[] = []
  const workers: { crash(): void }[] = []
  const start = (ended: (why: NotAnswered) => void): RemoteWorker => {
    const waiting = new Set<(why: NotAnswered) => void>()
    const end = (why: NotAnswered) => {
      for (const reject of waiting) reject(why)
    }
    workers.push({
      crash: () => {
        const why = new NotAnswered('crashed', 'out of memory')
        end(why)
        ended(why)
      },
    })
    const decide = (scenario: Scenario) =>
      new Promise<AnswerView>((resolve, fail) => {
        waiting.add(fail)
        asked.push({ scenario, answer: () => resolve({ sentence: [scenario.policy] } as unknown as AnswerView), fail })
      })
    return {
      api: { decide } as unknown as WorkerApi,
      show: () => undefined,
      stop: () => end(new NotAnswered('stopped', '')),
    }
  }
  const decider = startDeciding(playground, () => undefined, start, arrived)
  const type = (policy: string) => playground.getState().edit({ subject: 'policy', change: { policy } })
  const now = playground.getState
  return { playground, decider, asked, workers, type, now }
}

describe('deciding', () => {
  it('answers the newest scenario, and leaves out those that were typed over', async () => {
    const { asked, type, now } = playgroundWithWorkers()
    for (const policy of ['k', 'ki', 'kin']) type(policy)
    expect(asked).toHaveLength(1)
    asked[0]?.answer()
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(now().answer).toBeUndefined()
    asked[1]?.answer()
    await vi.waitFor(() => expect(now().answer?.sentence).toEqual(['kin']))
    expect(now().answered).toBe(now().scenario)
  })

  it('decides nothing before what an address holds has arrived, and then that once', async () => {
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { asked, workers, type } = playgroundWithWorkers(undefined, arrived)
    expect(workers).toHaveLength(1)
    expect(asked).toEqual([])
    type('kind')
    arrive()
    await arrived
    asked[0]?.answer()
    await vi.waitFor(() => expect(asked.map(({ scenario: { policy } }) => policy)).toEqual(['kind']))
  })

  it('decides what is on the page where no address brought anything', async () => {
    const { asked } = playgroundWithWorkers(undefined, Promise.resolve())
    await vi.waitFor(() => expect(asked.map((one) => one.scenario)).toEqual([scenario]))
  })

  it('is stopped with the texts as they are; a change is decided by another worker', async () => {
    const { decider, asked, workers, type, now } = playgroundWithWorkers()
    decider.stop()
    await vi.waitFor(() => expect(now().notDecided).toEqual({ reason: 'stopped', detail: expect.any(String) }))
    expect(now().scenario).toBe(scenario)
    type('kind')
    expect(now().notDecided).toBeUndefined()
    expect(workers).toHaveLength(2)
    asked[1]?.answer()
    await vi.waitFor(() => expect(now().answer?.sentence).toEqual(['kind']))
  })

  it('goes on with the newer scenario when it is stopped at an older one', async () => {
    const { decider, asked, type, now } = playgroundWithWorkers()
    type('kind')
    decider.stop()
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(now().notDecided).toBeUndefined()
    expect(asked[1]?.scenario.policy).toBe('kind')
  })

  it('says so when the worker crashes, and decides again when somebody asks for it', async () => {
    const { asked, workers, now } = playgroundWithWorkers()
    workers[0]?.crash()
    await vi.waitFor(() => expect(now().notDecided).toMatchObject({ reason: 'crashed' }))
    now().decideAgain()
    expect(workers).toHaveLength(2)
    expect(asked[1]?.scenario).toBe(scenario)
  })

  it('has the answer known to the next worker when one crashes at another question', async () => {
    const { asked, workers, now } = playgroundWithWorkers()
    asked[0]?.answer()
    await vi.waitFor(() => expect(now().answer).toBeDefined())
    workers[0]?.crash()
    expect(workers).toHaveLength(2)
    expect(asked[1]?.scenario).toBe(scenario)
  })

  it('does not begin with what an earlier visit did not finish', () => {
    const { asked, now } = playgroundWithWorkers({ reason: 'unfinished' })
    expect(asked).toEqual([])
    now().decideAgain()
    expect(asked).toHaveLength(1)
  })

  it('asks again for a part that did not arrive', async () => {
    const { decider, asked, now } = playgroundWithWorkers()
    asked[0]?.fail(new NotAnswered('missing', 'Failed to fetch dynamically imported module'))
    await vi.waitFor(() => expect(now().notDecided).toMatchObject({ reason: 'missing' }))
    now().decideAgain()
    expect(asked).toHaveLength(2)
    decider.restart()
    await vi.waitFor(() => expect(asked).toHaveLength(3))
  })
})
