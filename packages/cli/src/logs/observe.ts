import { type Observation, observationLines } from '@authz-playground/engine/observation'
import type { Files } from '../files.ts'
import type { CommandWords, Flag } from '../flags.ts'
import { paint, printProblems } from '../paint.ts'
import { type CommandProblem, refusedInput } from '../problem.ts'
import type { World } from '../world.ts'
import { readLogs } from './read-logs.ts'

export const OBSERVE_FLAGS: readonly Flag[] = [
  { name: 'to', value: 'FILE', help: 'write the observation to a file; to standard output by default' },
  { name: 'strict', help: 'fail where anything could not be read' },
]

/** Prints what was asked, as logs have it. Returns 0, or 2 where nothing was read, or with `--strict` not everything. */
export async function observeCommand(words: CommandWords, files: Files, world: World): Promise<number> {
  if (words.files.length === 0)
    throw refusedInput('', 'No log is named.', 'Name files or folders, or - for standard input.')
  const observation = await readLogs(words.files, files, world)
  write(observation, words.one('to'), world)
  world.err(summary(observation))
  world.err(printProblems(unreadProblems(observation, 'warning'), paint(world.color.err)))
  if (observation.requests.length === 0) return 2
  return words.has('strict') && observation.unread.length > 0 ? 2 : 0
}

/** Lines that are written at once. */
const LINES = 1000

function write(observation: Observation, to: string | undefined, world: World): void {
  if (to !== undefined) {
    world.writeFile(to, [...observationLines(observation)].map((line) => `${line}\n`).join(''))
    return
  }
  let lines: string[] = []
  for (const line of observationLines(observation)) {
    lines.push(`${line}\n`)
    if (lines.length < LINES) continue
    world.out(lines.join(''))
    lines = []
  }
  world.out(lines.join(''))
}

function summary({ requests }: Observation): string {
  const impersonated = requests.filter(({ target }) => target !== undefined)
  const who = new Set(impersonated.map(({ requestor }) => requestor.username))
  const count = requests.reduce((sum, one) => sum + one.count, 0)
  return `${count} requests, ${requests.length} different; ${impersonated.length} of these are impersonated, by ${who.size} users.\n`
}

/** What could not be read of logs, as problems with their first places. */
export function unreadProblems(
  { unread }: Pick<Observation, 'unread'>,
  severity: CommandProblem['severity'],
): readonly CommandProblem[] {
  return unread.map(({ reason, count, seenAt: [first = '', ...others] }) => {
    const places = others.length === 0 ? '' : `; also ${others.join(', ')}${count > others.length + 1 ? ', …' : ''}`
    return { severity, at: first, message: `${reason} (${count === 1 ? 'once' : `${count} times`}${places}).` }
  })
}
