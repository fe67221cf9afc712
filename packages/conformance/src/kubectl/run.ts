import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Recorded, Sent } from './recorded.ts'
import type { Recorder } from './recorder.ts'

/** Where kubectl runs, and as what. */
export interface Surroundings {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** A command that neither asks nor ends any more is watching, or waits for what never happens. Milliseconds. */
const IDLE = 1_000
/** Longer than any command takes that is not idle. Milliseconds. */
const LONGEST = 30_000

/** Runs a command in a shell and keeps what it sends, until it ends or goes idle. */
export async function record(command: string, recorder: Recorder, { folder, env }: Surroundings): Promise<Recorded> {
  recorder.take()
  const begun = Date.now()
  const child = spawn('/bin/bash', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let said = ''
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString('utf8')
  })
  let code: number | null | undefined
  child.on('close', (status) => {
    code = status
  })
  const sent: Sent[] = []
  while (code === undefined) {
    await wait(20)
    sent.push(...recorder.take())
    const quiet = sent.some((one) => !isDiscovery(one)) ? Date.now() - Math.max(recorder.lastEvent(), begun) : 0
    if (quiet < IDLE && Date.now() - begun < LONGEST) continue
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    break
  }
  sent.push(...recorder.take())
  const meant = sent.filter((one) => !isDiscovery(one))
  const requests = (meant.length === 0 && code === 0 ? sent : meant).map(withoutChance)
  const failed = requests.length === 0 || (typeof code === 'number' && code !== 0)
  return { command, requests, ...(failed && { said: withoutFolder(said, folder) }) }
}

/** What kubectl asks to know which resources there are, and which fields. */
function isDiscovery({ method, target }: Sent): boolean {
  return method === 'GET' && /^\/(?:api(?:\/[^/?]+)?|apis(?:\/[^/?]+){0,2}|openapi\/.*|version)(?:\?|$)/.test(target)
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
