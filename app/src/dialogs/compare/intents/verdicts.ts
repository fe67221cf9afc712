import { type Said, SURVEY_WORDS, type SurveyVerdict } from '@authz-playground/examples/intents'

/** The sign and the words of a verdict. The sign shows granted and intended permissions as sets. */
export const INTENT_VERDICTS: Readonly<Record<SurveyVerdict, { readonly sign: string; readonly words: string }>> = {
  exactly: { sign: '=', words: SURVEY_WORDS.exactly },
  'too-widely': { sign: '⊃', words: SURVEY_WORDS['too-widely'] },
  'not-all-of-it': { sign: '⊂', words: SURVEY_WORDS['not-all-of-it'] },
  'not-at-all': { sign: '∅', words: SURVEY_WORDS['not-at-all'] },
  'not-said-yet': { sign: '?', words: SURVEY_WORDS['not-said-yet'] },
}

/** "KEP-5284, Motivation", with a hyphen at which no line ends. */
export function ruleSource({ document, section }: Said): string {
  return `${document.replace('-', '\u2011')}, ${section}`
}
