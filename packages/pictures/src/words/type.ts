/** The type of charts, in px: its size, the height of a line of it, and how far the baseline is below the line’s middle. */
export const SIZE = 12
export const LINE = 16
export const BASELINE = 4
