/** A value with more code units is shown cut and not in a field: browsers take seconds to lay out one line of megabytes. */
export const LONGEST_FIELD = 10_000

/** Rows of a list that are shown at first, and by how many more each time that is asked for. */
export const ROWS_SHOWN = 50
