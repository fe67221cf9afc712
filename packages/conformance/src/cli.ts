import { runProgram } from './program.ts'
import { compareVectors } from './vectors-command.ts'

await runProgram(() => compareVectors(process.argv.slice(2), console.log))
