/**
 * A longer value is shown shortened and not in a field, because browsers take seconds to lay out a line of megabytes.
 * Code units.
 */
export const LONGEST_FIELD = 10_000

/** The number of rows that a list shows at first, and adds at each click. */
export const ROWS_SHOWN = 50
