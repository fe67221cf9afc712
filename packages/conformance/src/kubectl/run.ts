import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Recorded, Sent } from './recorded.ts'
import type { Recorder } from './recorder.ts'

/** Where kubectl runs, and as what. */
export interface Surroundings {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** A command that neither asks nor ends any more is watching, or waits for what never happens. Milliseconds. */
const IDLE = 2_500
/** Longer than any command takes that is not idle. Milliseconds. */
const LONGEST = 30_000

/** Runs a command in a shell and keeps what it sends, until it ends or goes idle. */
export async function record(command: string, recorder: Recorder, { folder, env }: Surroundings): Promise<Recorded> {
  recorder.take()
  const begun = Date.now()
  // A terminal is only asked for where there is one.
  const terminal = /^kubectl (?:exec|attach|run|debug)\b.* (?:-it|-t|-i -t|--tty)\b/.test(command)
  const [program, args] = terminal ? ['script', ['-qec', command, '/dev/null']] : ['/bin/bash', ['-c', command]]
  const child = spawn(program as string, args as string[], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  const keep = (part: Buffer): void => {
    said += part.toString('utf8')
  }
  child.stderr.on('data', keep)
  // What is on a terminal is on its screen.
  if (terminal) child.stdout.on('data', keep)
  else child.stdout.resume()
  let code: number | null | undefined
  child.on('close', (status) => {
    code = status
  })
  const sent: Sent[] = []
  const isDiscovery = command.includes('--raw') ? isWithTimeout : isAboutTypes
  while (code === undefined) {
    await wait(20)
    sent.push(...recorder.take())
    const quiet = sent.some((one) => !isDiscovery(one)) ? Date.now() - Math.max(recorder.lastEvent(), begun) : 0
    if (quiet < IDLE && Date.now() - begun < LONGEST) continue
    end(child)
  }
  sent.push(...recorder.take())
  const meant = sent.filter((one) => !isDiscovery(one))
  const requests = (meant.length === 0 && code === 0 ? sent : meant).map(withoutChance)
  const failed = requests.length === 0 || (typeof code === 'number' && code !== 0)
  return { command, requests, ...(failed && { said: withoutFolder(said, folder) }) }
}

/** With all that it started. It may have ended in this moment by itself. */
function end({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** What kubectl asks to know which resources there are, and which fields. */
function isAboutTypes({ method, target }: Sent): boolean {
  return method === 'GET' && /^\/(?:api(?:\/[^/?]+)?|apis(?:\/[^/?]+){0,2}|openapi\/.*|version)(?:\?|$)/.test(target)
}

/** The part of that which people do not ask for themselves, with --raw. */
function isWithTimeout(sent: Sent): boolean {
  return isAboutTypes(sent) && /[?&]timeout=32s/.test(sent.target)
}

function withoutFolder(text: string, folder: string): string {
  return text
    .replaceAll(folder, '.')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://server')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'server')
    .replaceAll(/^[EWI]\d{4} .*\n?/gm, '')
    .trim()
}

/** With letters in place of what differs from run to run. */
function withoutChance({ target, body, ...sent }: Sent): Sent {
  return {
    ...sent,
    target: target
      .replaceAll(/([?&]resourceVersion=)(?!0(?:&|$))\d+/g, '$1N')
      .replaceAll(/([?&]timeoutSeconds=)\d+/g, '$1N')
      .replaceAll(/([?&]hash=)[0-9A-F]+/g, '$1N'),
    ...(body !== undefined && {
      body: body
        .trim()
        .replaceAll(/("resourceVersion":)"\d{2,}"/g, '$1"N"')
        .replaceAll(/("uid":)"[0-9a-f-]{36}"/g, '$1"N"')
        .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)"/g, '"T"'),
    }),
  }
}
