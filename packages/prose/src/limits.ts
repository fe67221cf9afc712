/** The longest text that is read, in UTF-16 code units. A lesson has some 2,000. */
export const LONGEST_TEXT = 100_000

/** Lists, quotes, emphasis and links inside each other. */
export const DEEPEST = 50

/**
 * Characters that may begin something, in one paragraph, heading or cell. The time for a paragraph grows with the square of
 * their number, and a long one of a lesson has 200.
 */
export const MOST_MARKS = 1_000

/** Blanks in a row, in a line. The time for a row of them grows with the square of their number. */
export const MOST_BLANKS = 500

/** The limits of a text. */
export type RefusalCode = 'too-long' | 'too-deep' | 'too-many-marks' | 'too-many-blanks'

/** Ends the reading of a text that is beyond a limit. Never leaves this package. */
export class BeyondLimit extends Error {
  constructor(
    readonly code: RefusalCode,
    /** Where, in UTF-16 code units from the start of the text. */
    readonly at: number,
  ) {
    super(code)
  }
}
