import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { runWithRelease } from '../oracle-program.ts'
import { runProgram } from '../program.ts'
import { MODULES } from '../versions/release.ts'
import { COMBINATIONS } from './combinations.ts'

// `pnpm conformance:conditions`: records how kube-apiserver's own code (needs Go) evaluates conditions.
await runProgram(() => {
  const text = runWithRelease('conditions', MODULES['1.37'], '')
  writeFileSync(COMBINATIONS, gzipSync(text, { level: 9 }))
  process.stdout.write(`${text.split('\n').length - 1} lines in ${COMBINATIONS}\n`)
})
