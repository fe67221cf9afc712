import type { CommandRequest, HTTPRequest } from '../http/index.ts'
import { splitTarget } from '../http/index.ts'
import type { Diagnostic, SourceRange } from '../text/index.ts'
import type { Trace } from '../trace/index.ts'

/** One of the requests that a command sends. */
export interface PlayedRequest {
  readonly request: HTTPRequest
  /** Absent where the client does not send it, because of the answers before. */
  readonly trace?: Trace
}

/** The requests of a command that sends several, as the client sends them one after the other. */
export interface PlayedCommand {
  readonly requests: readonly PlayedRequest[]
  /**
   * The request whose answer is that of the command: the first that fails, as long as no other is sent in its place; else
   * the one that the command is for.
   */
  readonly shown: number
}

/**
 * Sends the requests of a command in their order, each if the answer that it waits for came. `main` is the request that the
 * command is for. Undefined where one that is sent cannot be decided.
 */
export function playCommand(
  command: readonly CommandRequest[],
  main: HTTPRequest,
  traceFor: (request: HTTPRequest) => Trace | undefined,
): PlayedCommand | undefined {
  const requests: PlayedRequest[] = []
  const succeeded = (index: number): boolean =>
    requests[index]?.trace?.outcome.kind === 'allowed' || (insteadOf(index) !== -1 && succeeded(insteadOf(index)))
  const insteadOf = (index: number): number =>
    command.findIndex(({ after }, other) => {
      return after?.index === index && after.answer === 'failure' && requests[other]?.trace !== undefined
    })
  for (const { request, after } of command) {
    const sent =
      after === undefined ||
      (requests[after.index]?.trace !== undefined && succeeded(after.index) === (after.answer === 'success'))
    const trace = sent ? traceFor(request) : undefined
    if (sent && trace === undefined) return undefined
    requests.push({ request, ...(trace && { trace }) })
  }
  const failed = requests.findIndex(({ trace }, index) => {
    return trace !== undefined && trace.outcome.kind !== 'allowed' && insteadOf(index) === -1
  })
  const own = Math.max(
    0,
    command.findIndex(({ request }) => request === main),
  )
  return { requests, shown: failed !== -1 ? failed : insteadOf(own) !== -1 ? insteadOf(own) : own }
}

/** More requests than this are counted, and not listed. */
const MOST_LISTED = 12

/** A note about the requests of a command and their answers, with the words of kubectl for the first 403. */
export function commandNote({ requests, shown }: PlayedCommand, range: SourceRange): Diagnostic {
  const listed = requests.slice(0, MOST_LISTED).map(({ request, trace }, index) => {
    return `${index + 1}. ${inShort(request)}: ${trace?.outcome.code ?? 'not sent'}`
  })
  const more = requests.length - listed.length
  const list = [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  const outcome = requests[shown]?.trace?.outcome
  const forbidden = outcome?.kind === 'forbidden' ? outcome.message : undefined
  return {
    severity: 'note',
    code: 'command-requests',
    message: `kubectl sends ${requests.length} requests for this, one after the other. ${list}. The answer shown is that to request ${shown + 1}.`,
    ...(forbidden !== undefined && { detail: `Error from server (Forbidden): ${forbidden}` }),
    range,
  }
}

function inShort({ method, target }: HTTPRequest): string {
  const { path, query } = splitTarget(target)
  return `${method} ${path}${/(?:^|&)watch=true(?:&|$)/.test(query) ? '?watch=true' : ''}`
}
