/** The middle of some times; of an even number the later of the two in the middle. */
export function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0
}
