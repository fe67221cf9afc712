import type { Mark } from './marks.ts'

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
