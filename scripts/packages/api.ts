import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { apiReports } from './api-report.ts'
import { libraries } from './libraries.ts'

for (const library of libraries) {
  rmSync(join(library.folder, 'api'), { recursive: true, force: true })
  for (const { file, text, problems } of apiReports(library)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 1
  }
}
