import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { scenariosIn, VECTORS } from './files.ts'
import { compareVectors } from './vectors-command.ts'

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The first vector with a single allowed request. Only its code is compared, so that nothing else can differ. */
const SCENARIO = scenariosIn(join(VECTORS, 'filters-1.36.3.ndjson.gz'))
  .filter(({ requests, expect }) => requests.length === 1 && expect?.[0]?.code === 200)
  .map((one) => ({ ...one, compare: ['code'] }))[0]

function written(name: string, content: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

async function compared(file: string): Promise<{ readonly status: number; readonly printed: string }> {
  const lines: string[] = []
  const status = await compareVectors(['--vectors', file], (line) => lines.push(line))
  return { status, printed: `${lines.join('\n')}\n` }
}

describe('pnpm conformance --vectors', () => {
  it.each([
    ['agrees.ndjson', `${JSON.stringify(SCENARIO)}\n`],
    ['agrees.gz', gzipSync(`${JSON.stringify(SCENARIO)}\n`)],
  ])('counts, and ends with 0 where everything agrees, compressed or not: %s', async (name, content) => {
    const { status, printed } = await compared(written(name, content))
    expect(printed).toMatch(/^1 vectors, 0 disagree\n$/m)
    expect(status).toBe(0)
  })

  it('prints each disagreement and ends with 1', async () => {
    const other = { ...SCENARIO, expect: [{ checks: [], code: 403 }] }
    const { status, printed } = await compared(written('disagrees.ndjson', JSON.stringify(other)))
    expect(printed).toContain(`${SCENARIO?.id}, request 0:\n  code\n    expected 403\n    found    200\n`)
    expect(printed).toContain('\n1 vectors, 1 disagree\n')
    expect(status).toBe(1)
  })

  it('throws where a compressed file is truncated, and names it', async () => {
    const whole = gzipSync(JSON.stringify(SCENARIO))
    const file = written('cut.ndjson.gz', whole.subarray(0, whole.length - 20))
    await expect(compared(file)).rejects.toThrow('cut.ndjson.gz: ')
  })

  it('as a process names file and line where there is no scenario, and exits with 2', { timeout: 60_000 }, () => {
    const file = written('bad.ndjson', `${JSON.stringify(SCENARIO)}\n{"id": "x"}\n`)
    const args = ['--import', 'tsx', CLI, '--vectors', file]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stdout + stderr).toBe(`${file}: line 2: policy: a string was expected\n`)
    expect(status).toBe(2)
  })
})
