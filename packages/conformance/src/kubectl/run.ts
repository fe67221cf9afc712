import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Recorder } from './recorder.ts'
import type { RecordedRequest, Recording } from './recordings.ts'

/** The environment and credentials of kubectl. */
export interface Surroundings {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** A command without requests for this time is watching, or waits for an event that never happens. Milliseconds. */
const IDLE = 2_500
/** Longer than any command that is not idle. Milliseconds. */
const LONGEST = 30_000

/** Runs a command in a shell and records its requests, until it ends or is idle. */
export async function recordCommand(
  command: string,
  recorder: Recorder,
  { folder, env }: Surroundings,
): Promise<Recording> {
  recorder.take()
  const begun = Date.now()
  // kubectl requests a terminal only where there is one.
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
  // The output is the screen of the terminal.
  if (terminal) child.stdout.on('data', keep)
  else child.stdout.resume()
  let code: number | null | undefined
  child.on('close', (status) => {
    code = status
  })
  const sent: RecordedRequest[] = []
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

/** Ends the whole process group. It may have ended by itself in this moment. */
function end({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Discovery requests of kubectl for resources and fields. */
function isAboutTypes({ method, target }: RecordedRequest): boolean {
  return method === 'GET' && /^\/(?:api(?:\/[^/?]+)?|apis(?:\/[^/?]+){0,2}|openapi\/.*|version)(?:\?|$)/.test(target)
}

/** The discovery requests that people do not send themselves with --raw. */
function isWithTimeout(sent: RecordedRequest): boolean {
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

/** With placeholders for parts that differ between runs. */
function withoutChance({ target, body, ...sent }: RecordedRequest): RecordedRequest {
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
