/** Starts fast and comes gently to rest, as everything here that moves. Takes and gives parts of 1. */
export function easeOut(part: number): number {
  return 1 - (1 - part) ** 3
}
