export { type ShellCommand, splitCommand } from './shell.ts'
export { hereDocument, quoteWord } from './shell-quoting.ts'
export { expansionProblem, reportExpansions, type Word } from './shell-word.ts'
export { isAssignment, isWrapper, noteOption, noteProgram } from './side-effects.ts'
