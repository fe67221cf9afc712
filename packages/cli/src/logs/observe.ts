import { type Observation, observationLines, type SeenRequest } from '@authz-playground/engine/logs'
import type { CommandWorld } from '../command.ts'
import { type Files, written } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { type CommandProblem, Refused, refusedInput, timesInWords } from '../problem.ts'
import { logReader } from './read-logs.ts'

export const OBSERVE_FLAGS: readonly Flag[] = [
  { name: 'to', value: 'FILE', help: 'write the observation to a file; to standard output by default' },
  { name: 'strict', help: 'fail where anything could not be read' },
]

/** Prints what was asked, as logs have it. Returns 0, or 2 where nothing was read, or with `--strict` not everything. */
export async function observeCommand(words: CommandWords, files: Files, world: CommandWorld): Promise<number> {
  if (words.files.length === 0)
    throw refusedInput('', 'No log is named.', 'Name files or folders, or - for standard input.')
  const reader = await logReader(words.files, files, world)
  const unread = reader.unread()
  const counts = new Counts()
  const pieces = inPieces(observationLines({ requests: counts.counted(reader.requests()), unread }))
  const to = words.one('to')
  if (to === undefined) for (const piece of pieces) world.out(piece)
  else {
    const unwritten = written(to, pieces, world)
    if (unwritten !== undefined) throw new Refused(unwritten)
  }
  world.err(counts.summary())
  world.remarks.add(unreadProblems({ unread }, 'warning'))
  if (counts.different === 0) return 2
  return words.has('strict') && unread.length > 0 ? 2 : 0
}

/** Lines that are written at once. */
const LINES = 1000

function* inPieces(all: Iterable<string>): Generator<string, void> {
  let lines: string[] = []
  for (const line of all) {
    lines.push(`${line}\n`)
    if (lines.length < LINES) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}

/** Counts requests while they are printed. */
class Counts {
  different = 0
  #all = 0
  #impersonated = 0
  readonly #who = new Set<string>()

  summary(): string {
    const by = this.#who.size === 1 ? 'one user' : `${this.#who.size} users`
    const who =
      this.#impersonated === 0
        ? 'none of these is impersonated'
        : `${this.#impersonated} of these are impersonated, by ${by}`
    return `${this.#all} requests, ${this.different} different; ${who}.\n`
  }

  *counted(requests: Iterable<SeenRequest>): Generator<SeenRequest, void> {
    for (const request of requests) {
      this.different++
      this.#all += request.count
      if (request.target !== undefined) {
        this.#impersonated++
        this.#who.add(request.requestor.username)
      }
      yield request
    }
  }
}

/** What could not be read of logs, as problems with their first places. */
export function unreadProblems(
  { unread }: Pick<Observation, 'unread'>,
  severity: CommandProblem['severity'],
): readonly CommandProblem[] {
  return unread.map(({ reason, count, seenAt: [first = '', ...others] }) => ({
    severity,
    at: first,
    message: `${reason} (${timesInWords(count, others)}).`,
  }))
}
