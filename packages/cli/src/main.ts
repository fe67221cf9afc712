#!/usr/bin/env node
import { machine } from './machine.ts'
import { program } from './program.ts'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe, as `head` does.
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}
try {
  process.exitCode = await program(process.argv.slice(2), machine(process))
} catch (error) {
  // A fault of the program itself. 1 would mean that an expectation does not hold.
  process.stderr.write(`authz-playground: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 2
}
