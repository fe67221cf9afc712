import type { Reply, WorkerApi, WorkerQuestion } from './api.ts'

/**
 * A question without an answer: a part of the worker did not arrive (`missing`), or the worker was stopped or crashed.
 */
export class NotAnswered extends Error {
  readonly why: 'missing' | 'defect' | 'stopped' | 'crashed' | 'not-started'

  constructor(why: NotAnswered['why'], message: string) {
    super(message)
    this.why = why
  }
}

export interface RemoteWorker {
  readonly api: WorkerApi
  /** The page now shows the latest decision: questions about the answer are about that one. */
  show(): void
  /** Ends the worker, also while it works. Open questions are rejected. */
  stop(): void
}

/** Starts a worker. `ended` is called when it ends by itself: it crashed, or did not start at all. */
export function startWorker(ended: (why: NotAnswered) => void): RemoteWorker {
  const worker = new Worker(new URL('./entry.ts', import.meta.url), { type: 'module', name: 'decider' })
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let decided = 0
  let shown = 0
  let begun = false

  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    begun = true
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) asked?.resolve(data.answer)
    else asked?.reject(new NotAnswered(data.missing ? 'missing' : 'defect', data.error))
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    const why = begun
      ? new NotAnswered('crashed', event.message || 'It ran out of memory.')
      : new NotAnswered('not-started', 'The part of the page that decides did not start.')
    end(why)
    ended(why)
  })

  function end(why: NotAnswered): void {
    worker.terminate()
    for (const { reject } of waiting.values()) reject(why)
    waiting.clear()
  }

  const ask = (name: keyof WorkerApi, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      if (name === 'decide') decided = id
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, name, args, shown } satisfies WorkerQuestion)
    })

  return {
    api: new Proxy({} as WorkerApi, {
      get:
        (_, name) =>
        (...args: readonly unknown[]) =>
          ask(name as keyof WorkerApi, args),
    }),
    show: () => {
      shown = decided
    },
    stop: () => end(new NotAnswered('stopped', 'The worker was stopped.')),
  }
}
