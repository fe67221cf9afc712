import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiReports } from './api-report.ts'
import { libraries } from './libraries.ts'

describe.each(libraries)('the public surface of $name', (library) => {
  const reports = apiReports(library)

  it('is the one that is checked in; else run `pnpm api`, and look at what changes for others', () => {
    const folder = join(library.folder, 'api')
    expect(readdirSync(folder).sort()).toEqual(reports.map(({ file }) => basename(file)).sort())
    for (const { file, text } of reports) expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('has a name for every type that it tells of', () => {
    expect(reports.flatMap(({ problems }) => problems)).toEqual([])
  })
})
