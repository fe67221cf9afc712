export { answersInWords, BESIDE_WORDS, examplesInWords, type PairTitles, rulesInWords } from './in-words.ts'
export {
  type BothAnswers,
  bothAnswers,
  type DecideAll,
  type DecidingDesign,
  type DesignPair,
  isSameAnswer,
  type OtherAnswer,
  pairOfText,
  type TriedExamples,
  type TriedIntent,
  tryExamples,
  tryIntents,
  underDesign,
} from './tried.ts'
