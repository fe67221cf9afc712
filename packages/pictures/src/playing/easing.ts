/** Ease-out: starts fast and slows down at the end. Input and output are from 0 to 1. */
export function easeOut(part: number): number {
  return 1 - (1 - part) ** 3
}
