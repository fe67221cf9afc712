import type { Said, Verdict } from '@authz-playground/examples/intents'

/** How a verdict is drawn and said: what is granted, as a set, beside what is meant. */
export const VERDICTS: Readonly<Record<Verdict, { readonly sign: string; readonly words: string }>> = {
  exactly: { sign: '=', words: 'exactly' },
  'too-widely': { sign: '⊃', words: 'too widely' },
  'not-all-of-it': { sign: '⊂', words: 'not all of it' },
  'not-at-all': { sign: '∅', words: 'not at all' },
}

/** "KEP-5284, Motivation". */
export function sourceOf({ document, section }: Said): string {
  return `${document}, ${section}`
}

/** "2 rules", "1 check". */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}
