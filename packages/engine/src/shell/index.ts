export { type ShellCommand, splitCommand } from './shell.ts'
export { expansionProblem, hereDocument, quoteWord, reportExpansions, type Word } from './shell-word.ts'
export { isAssignment, isWrapper, noteOption, noteProgram } from './side-effects.ts'
