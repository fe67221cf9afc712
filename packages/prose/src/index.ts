export { proseText } from './plain-text.ts'
export { type FoundLink, type ProseProblems, proseProblems } from './problems.ts'
export { readProse } from './read.ts'
export type {
  HeadingLevel,
  Prose,
  ProseBlock,
  ProseCode,
  ProseLink,
  ProseList,
  ProsePlace,
  ProseProblem,
  ProseProblemCode,
  ProseTable,
  ProseWord,
  ProseWords,
} from './tree.ts'
