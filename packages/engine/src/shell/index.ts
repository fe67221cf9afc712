export { type ShellCommand, splitCommand } from './shell.ts'
export { hereDocument, quoteWord } from './shell-quoting.ts'
export { expansionProblem, type Word } from './shell-word.ts'
