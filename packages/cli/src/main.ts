#!/usr/bin/env node
import { machine } from './machine.ts'
import { program } from './program.ts'

/** 1 would mean that an expectation does not hold. */
const UNWRITTEN = 'error: Standard output cannot be written'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe, as `head` does.
    if (error.code === 'EPIPE') process.exit()
    if (stream === process.stdout) process.stderr.write(`authz-playground: ${UNWRITTEN} (${error.code}).\n`)
    process.exit(2)
  })
}
try {
  process.exitCode = await program(process.argv.slice(2), machine(process))
} catch (error) {
  // A fault of the program itself.
  process.stderr.write(`authz-playground: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 2
}
