/**
 * The type of charts, in px: its size, its line height, and the distance of the baseline below the middle of a line.
 */
export const SIZE = 12
export const TYPE = { size: SIZE }
export const LINE = 16
export const BASELINE = 4
