import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { scenariosIn, VECTORS } from './files.ts'

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The first vector with a single allowed request. Only its code is compared, so that nothing else can differ. */
const SCENARIO = scenariosIn(join(VECTORS, 'filters-1.36.3.ndjson.gz'))
  .filter(({ requests, expect }) => requests.length === 1 && expect?.[0]?.code === 200)
  .map((one) => ({ ...one, compare: ['code'] }))[0]

function run(name: string, content: string | Buffer): { readonly status: number | null; readonly printed: string } {
  const file = join(folder, name)
  writeFileSync(file, content)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', CLI, '--vectors', file], {
    encoding: 'utf8',
  })
  return { status, printed: stdout + stderr }
}

describe('pnpm conformance --vectors', { timeout: 60_000 }, () => {
  it('counts, and exits with 0 where everything agrees, compressed or not', () => {
    const text = `${JSON.stringify(SCENARIO)}\n`
    expect(run('agrees.ndjson', text)).toEqual({
      status: 0,
      printed: expect.stringMatching(/^1 vectors, 0 disagree\n$/m),
    })
    expect(run('agrees.gz', gzipSync(text))).toEqual({
      status: 0,
      printed: expect.stringMatching(/^1 vectors, 0 disagree\n$/m),
    })
  })

  it('prints each disagreement and exits with 1', () => {
    const { status, printed } = run(
      'disagrees.ndjson',
      JSON.stringify({ ...SCENARIO, expect: [{ checks: [], code: 403 }] }),
    )
    expect(printed).toContain(`${SCENARIO?.id}, request 0:\n  code\n    expected 403\n    found    200\n`)
    expect(printed).toContain('\n1 vectors, 1 disagree\n')
    expect(status).toBe(1)
  })

  it('names file and line where there is no scenario, and exits with 2', () => {
    const { status, printed } = run('bad.ndjson', `${JSON.stringify(SCENARIO)}\n{"id": "x"}\n`)
    expect(printed).toBe(`${join(folder, 'bad.ndjson')}: line 2: policy: a string was expected\n`)
    expect(status).toBe(2)
  })

  it('exits with 2 where a compressed file is truncated', () => {
    const whole = gzipSync(JSON.stringify(SCENARIO))
    const { status, printed } = run('cut.ndjson.gz', whole.subarray(0, whole.length - 20))
    expect(printed).toContain('cut.ndjson.gz: ')
    expect(status).toBe(2)
  })
})
