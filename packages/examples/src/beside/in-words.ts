import { counted } from '@authz-playground/engine/internal/answers'
import { type BothAnswers, isSameAnswer, type TriedExamples } from './tried.ts'

/** The titles of two designs. */
export interface PairTitles {
  readonly base: string
  readonly own: string
}

/** What two designs answer to a request: “Both answer 200; “Action last” makes as many checks.” */
export function answersInWords(both: BothAnswers, titles: PairTitles): string {
  const { base, own } = both
  if (base.code === undefined || own.code === undefined)
    return 'The scenario is not fully understood, so neither decides it.'
  const checks = own.checks - base.checks
  const more =
    checks === 0 ? 'as many checks' : `${counted(Math.abs(checks), 'check')} ${checks > 0 ? 'more' : 'fewer'}`
  return isSameAnswer(both)
    ? `Both answer ${own.code}; “${titles.own}” makes ${more}.`
    : `“${titles.own}” answers ${own.code}, “${titles.base}” ${base.code}; it makes ${more}.`
}

/** How many examples two designs answer otherwise. */
export function examplesInWords({ other, decided }: TriedExamples): string {
  return other.length === 0
    ? `All ${decided} examples that both decide are answered alike.`
    : `${other.length} of ${decided} examples ${other.length === 1 ? 'is' : 'are'} answered otherwise.`
}

/** The titles of what is compared, and what is said where nothing differs. */
export const BESIDE_WORDS = {
  points: 'What is said of both',
  noPoints: 'Nothing differs in what is said of a design.',
  examples: 'The examples',
  intents: 'The intents',
} as const

/** In whose words the rules of intents are. */
export function rulesInWords(title: string): string {
  return `With the rules that say each in the words of “${title}”.`
}
