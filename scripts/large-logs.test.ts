import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ObservationReader } from '@authz-playground/engine/logs'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { root } from './files.mjs'

const PAGE = readFileSync(join(root, 'docs', 'large-logs.md'), 'utf8')
const LOGS = ['teleport', 'oidc-proxy', 'rancher', 'argo-cd', 'capsule-proxy']

/** What an observation says, without what SQL cannot keep: places and audit IDs. */
function observed(text: string) {
  const reader = new ObservationReader()
  reader.begin('log')
  reader.read(new TextEncoder().encode(text))
  reader.end()
  const { requests, unread } = reader.observation()
  return { requests: requests.map(({ seenAt: _, ids: __, ...rest }) => rest), unread }
}

it('has a query for DuckDB that gives what observe gives', async () => {
  const query = /```sql\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? ''
  const log = LOGS.map((name) => readFileSync(join(root, 'packages/examples/logs', `${name}.ndjson`), 'utf8')).join('')
  const folder = mkdtempSync(join(tmpdir(), 'large-logs-'))
  try {
    writeFileSync(join(folder, 'audit.log'), log)
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const here = (file: string) => join(folder, file).replaceAll("'", "''")
    await connection.run(
      query.replace('audit*.log', here('audit*.log')).replace('observed.ndjson', here('observed.ndjson')),
    )
    connection.closeSync()
    instance.closeSync()
    const found = observed(readFileSync(join(folder, 'observed.ndjson'), 'utf8'))
    expect(found.unread).toEqual([])
    expect(found).toEqual(observed(log))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
