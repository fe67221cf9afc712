import type { Decision, Outcome } from '@authz-playground/engine'
import type { ColourName } from './colours.ts'

/**
 * The meanings of marks: the decisions of a check, that nothing is decided because something was not understood, and
 * the client's outcomes. A 400 and a 500 are neither refusals nor decisions, and neither is a request that the client
 * did not send, so they have their own marks.
 */
export type Marked =
  | Decision
  | 'NotDecided'
  | 'Allowed'
  | 'Refused'
  | 'Answered'
  | 'AnsweredNo'
  | 'NotSent'
  | 'BadRequest'
  | 'InternalError'

/** One mark: a word, a colour token, and lines on a grid of 16 by 16, for code that draws SVG. */
export interface Mark {
  readonly word: string
  readonly token: `--${ColourName}`
  /** Filled in the mark’s colour. */
  readonly solid?: string
  /** Drawn in the mark’s colour, 1.5 wide, round caps. */
  readonly line?: string
  /** Drawn over `solid` in the colour of the ground, 1.75 wide, round caps. */
  readonly cut?: string
  /** `line` is dotted: `stroke-dasharray` 0.1 3.4. */
  readonly dotted?: true
}

const RING = 'M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 1 1 0-12.5z'
const DIAMOND = 'M8 1.5 14.5 8 8 14.5 1.5 8Z'

/** The shape counts first, then the word, then the colour: the outlines of all shapes differ. */
export const MARKS: Readonly<Record<Marked, Mark>> = {
  Allow: { word: 'Allow', token: '--allow', line: `${RING}M5.2 8.3l2 2 3.7-4.3` },
  // A flat line between parentheses: it abstains, it does not stop the request.
  NoOpinion: {
    word: 'NoOpinion',
    token: '--no-opinion',
    line: 'M4.2 2.5a7 7 0 0 0 0 11M11.8 2.5a7 7 0 0 1 0 11M5.75 8h4.5',
  },
  Deny: { word: 'Deny', token: '--deny', solid: 'M5 1h6l4 4v6l-4 4H5l-4-4V5Z', cut: 'M4.75 8h6.5' },
  Conditional: { word: 'Conditional', token: '--conditional', line: RING, solid: 'M8 1.75a6.25 6.25 0 0 0 0 12.5Z' },
  NotDecided: { word: 'Not decided', token: '--not-decided', line: RING, dotted: true },
  Allowed: {
    word: 'Allowed',
    token: '--allow',
    solid: 'M8 1a7 7 0 1 1 0 14a7 7 0 1 1 0-14z',
    cut: 'M4.9 8.3l2.2 2.2 4-4.7',
  },
  Refused: { word: 'Refused', token: '--refused', line: `${RING}M3.6 12.4 12.4 3.6` },
  // A review is answered with a list, and nothing was checked.
  Answered: { word: 'Answered', token: '--not-decided', line: `${RING}M5 6.5h6M5 9.5h4` },
  // A review is answered with no, and nobody is refused anything.
  AnsweredNo: { word: 'No', token: '--no-opinion', line: `${RING}M5 8h6` },
  // An arrow that stops before a line.
  NotSent: { word: 'Not sent', token: '--not-decided', line: 'M1.75 8h7.5M6.25 5l3 3-3 3M13 2.5v11' },
  BadRequest: { word: 'Bad request', token: '--not-decided', line: `${DIAMOND}M8 5v3.6M8 11v.01` },
  InternalError: { word: 'Internal error', token: '--not-decided', line: `${DIAMOND}M6 6l4 4M10 6l-4 4` },
}

/** The mark of what the client gets. */
export const OUTCOME_MARKS: Readonly<Record<Outcome['kind'], Marked>> = {
  allowed: 'Allowed',
  forbidden: 'Refused',
  // The stored object was refused, not the user.
  refused: 'Refused',
  'not-sent': 'NotSent',
  answered: 'Answered',
  'answered-no': 'AnsweredNo',
  'bad-request': 'BadRequest',
  'internal-error': 'InternalError',
}

const BOX =
  'M3.25 2h9.5A1.25 1.25 0 0 1 14 3.25v9.5A1.25 1.25 0 0 1 12.75 14h-9.5A1.25 1.25 0 0 1 2 12.75v-9.5A1.25 1.25 0 0 1 3.25 2z'

/**
 * The marks of a goal’s states: boxes, where the marks of decisions are round. `open`: nothing is said of it yet. The shape
 * counts first, and red is for a real refusal alone: a goal that does not hold is only not reached.
 */
export const GOAL_MARKS = {
  holds: { word: 'Holds', token: '--allow', solid: BOX, cut: 'M4.9 8.3l2.2 2.2 4-4.7' },
  fails: { word: 'Does not hold', token: '--ink', line: `${BOX}M5 5l6 6M11 5l-6 6` },
  'not-decided': { word: 'Not decided', token: '--not-decided', line: BOX, dotted: true },
  open: { word: 'Not judged yet', token: '--ink-soft', line: BOX },
} as const satisfies Readonly<Record<string, Mark>>
