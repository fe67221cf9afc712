import { type Authorizer, StepBudget } from '../authorizers/index.ts'
import type { Cluster } from '../cluster/index.ts'
import { type Assumptions, type Design, ServerMemory } from '../designs/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import { BeyondLimit } from '../text/index.ts'
import type { Trace } from '../trace/index.ts'
import { type PlayedCommand, playCommand } from './command.ts'
import type { ServerRequest } from './server-request.ts'
import { traceOf } from './trace-of.ts'

/** What a server runs with. */
export interface ServerSettings {
  readonly design: Design
  readonly cluster: Cluster
  /** Of the cluster, or one that allows more. */
  readonly authorizer: Authorizer
  /** The chosen options of the design's assumptions. */
  readonly assumptions: Assumptions
}

/** The answer to a request. */
export interface ServerAnswer {
  /** Absent where the request was not understood, or a limit was reached. Of a command, that of the shown request. */
  readonly trace?: Trace
  /** Of a command that sends several requests: each of them. */
  readonly command?: PlayedCommand
  /** The limit that this request reached, or one before it. */
  readonly beyond?: BeyondLimit
}

/**
 * One API server. It has just started; what it remembers lasts from one request to the next. From the first request that goes
 * beyond a limit on, it answers nothing.
 */
export class Server {
  readonly #memory = new ServerMemory()
  /** For the conditions of all requests. */
  readonly #budget = new StepBudget()
  #beyond: BeyondLimit | undefined
  #isNew = true
  readonly #authorizer: Authorizer

  constructor(readonly settings: ServerSettings) {
    const { cluster, authorizer } = settings
    this.#authorizer = cluster.newCaches()?.before(authorizer, () => this.#memory.now) ?? authorizer
  }

  /** The limit that was reached. */
  get beyond(): BeyondLimit | undefined {
    return this.#beyond
  }

  /** Sends a request, or the requests of a command one after the other, the given time after the request before. */
  send(sent: ServerRequest): ServerAnswer {
    if (!this.#isNew) this.#memory.wait(sent.sent.after ?? 0)
    this.#isNew = false
    const { request: main, command } = sent.read
    const played =
      main && command && playCommand(command, main, (request) => this.#traceOf(sent.with(request), request))
    const trace = command ? played?.requests[played.shown]?.trace : main && this.#traceOf(sent, main)
    return {
      ...(trace && { trace }),
      ...(played && { command: played }),
      ...(this.#beyond && { beyond: this.#beyond }),
    }
  }

  /** Asks the authorizers, within the budget of the requests. Undefined where a limit is or was reached. */
  ask<Answer>(question: (authorizer: Authorizer, budget: StepBudget) => Answer): Answer | undefined {
    if (this.#beyond !== undefined) return undefined
    try {
      return question(this.#authorizer, this.#budget)
    } catch (error) {
      if (!(error instanceof BeyondLimit)) throw error
      this.#beyond = error
      return undefined
    }
  }

  #traceOf(sent: ServerRequest, request: HTTPRequest): Trace | undefined {
    const { design, cluster, assumptions } = this.settings
    return this.ask((authorizer, budget) =>
      traceOf(design, request, sent.requestor, cluster.settings, authorizer, {
        memory: this.#memory,
        budget,
        assumptions,
        change: sent.change?.change,
        write: sent.write?.write,
      }),
    )
  }
}
