import { styleText } from 'node:util'
import type { Decision, RichText } from '@authz-playground/engine'
import { visible, visibleLine } from '@authz-playground/engine/internal/words'
import { type CommandProblem, type FoldedProblem, folded, problemInWords } from './problem.ts'

/** Styles texts for a terminal, or leaves them unchanged. */
export interface TextStyle {
  readonly noun: (text: string) => string
  readonly quiet: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly decision: (decision: Decision) => string
  /** A sentence with its Kubernetes nouns highlighted. */
  readonly words: (label: RichText) => string
}

type Style = Parameters<typeof styleText>[0]

const DECISIONS: Readonly<Record<Decision, Style>> = {
  Allow: 'green',
  NoOpinion: 'yellow',
  Deny: 'red',
  Conditional: 'cyan',
}

export function paint(colored: boolean): TextStyle {
  const as = (style: Style) => (text: string) => (colored && text !== '' ? styleText(style, text) : text)
  const noun = as('bold')
  return {
    noun,
    quiet: as('dim'),
    good: as(['bold', 'green']),
    bad: as(['bold', 'red']),
    decision: (decision) => as(DECISIONS[decision])(decision),
    words: (label) =>
      label.map((word) => (typeof word === 'string' ? visible(word) : noun(visibleLine(word.code)))).join(''),
  }
}

/** The most problems of one input that are printed; the others are counted. */
const MOST = 50

const SEVERITIES = ['error', 'warning', 'note'] as const

/** Problems in the format of compilers, a line each: errors, then warnings, then notes; equal warnings and notes as one. */
export function printProblems(problems: readonly CommandProblem[], painted: TextStyle): string {
  const each = folded(problems)
  const all = SEVERITIES.flatMap((wanted) => each.filter(({ severity }) => severity === wanted))
  const shown = all.slice(0, MOST).map((one) => `${printProblem(one, painted)}\n`)
  return [...shown, ...(all.length > MOST ? [`${all.length - MOST} more are not shown.\n`] : [])].join('')
}

function printProblem(problem: FoldedProblem, { bad, noun, quiet }: TextStyle): string {
  const { severity, at, detail } = problem
  const place = at === '' ? '' : `${noun(visibleLine(at))}: `
  const kind = severity === 'error' ? bad('error') : noun(severity)
  const said = problemInWords(problem)
    .map((text) => visibleLine(text))
    .join(' ')
  return `${place}${kind}: ${said}${detail === undefined ? '' : `\n  ${quiet(visible(detail))}`}`
}
