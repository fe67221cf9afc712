import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetLog, observedIn, readLog, readTimes, stopLog } from './log-files.ts'

const event = (id: string, username: string): string =>
  JSON.stringify({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    auditID: id,
    stage: 'ResponseComplete',
    requestURI: '/api/v1/namespaces/prod/pods',
    verb: 'list',
    user: { username: 'portal', groups: ['system:authenticated'] },
    impersonatedUser: { username, groups: ['system:authenticated'] },
    responseStatus: { code: 200 },
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
  })

async function read(...files: readonly File[]) {
  let progress = await readLog('first', files)
  while (progress !== undefined && !progress.done) progress = await readLog('first')
  return progress
}

const seen = () => observedIn('first').requests.map(({ target, count }) => `${target?.username} ${count}`)

beforeEach(() => forgetLog('first'))

describe('logs', () => {
  it('are read in pieces, with and without gzip, and add up; one audit ID counts once', async () => {
    const a = new File([`${event('1', 'jane')}\n${event('2', 'jane')}\n`], 'a.log')
    const b = new File([new Uint8Array(gzipSync(`${event('2', 'jane')}\n${event('3', 'dana')}\n`))], 'b.log.gz')
    expect(await read(a)).toMatchObject({ read: a.size, size: a.size, events: 2, distinct: 1, done: true })
    expect(await read(b)).toMatchObject({ read: b.size, size: b.size, done: true })
    expect(seen().sort()).toEqual(['dana 1', 'jane 2'])
    expect(readTimes('first')).toBe(2)
    expect(observedIn('first').unread).toEqual([])
  })

  it('count what cannot be read, with its place', async () => {
    const text = Array.from({ length: 500 }, (_, at) => event(String(at), `user-${at * 7919}`)).join('\n')
    const whole = new Uint8Array(gzipSync(text))
    await read(
      new File([`${event('1', 'jane')}\nnonsense\n`], 'a.log'),
      new File([whole.subarray(0, whole.length - 20)], 'cut.gz'),
      new File([Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3, 4])], 'b.zst'),
    )
    const { unread } = observedIn('first')
    expect(unread.map(({ reason, count, seenAt }) => `${count} ${seenAt[0]} ${reason}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^1 a\.log:2 /),
        expect.stringMatching(/^1 cut\.gz The gzip stream is damaged or cut/),
        '1 b.zst The file is compressed with zstd; only gzip is read',
      ]),
    )
    expect(seen()).toContain('jane 1')
  })

  it('keep what was read when stopped', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => event(String(at), 'jane')).join('\n')
    const file = new File([lines], 'large.log')
    const progress = await readLog('first', [file])
    expect(progress).toMatchObject({ done: false })
    await stopLog('first')
    expect(await readLog('first')).toMatchObject({ read: progress?.read, done: true })
    expect(seen()).toEqual([`jane ${progress?.events}`])
    expect(progress?.read).toBeLessThan(file.size)
  })

  it('are nothing to go on with once they are forgotten', async () => {
    await read(new File([event('1', 'jane')], 'a.log'))
    await forgetLog('first')
    expect(await readLog('first')).toBeUndefined()
    expect(seen()).toEqual([])
  })
})
