import type { ObservedRequest } from './observed-request.ts'

/**
 * Each request once, in the order in which it is first reported, with the lines of all reports and how many there were. A
 * client that tries again is refused again: only time and line differ.
 */
export function distinctRequests(requests: readonly ObservedRequest[]): readonly ObservedRequest[] {
  const reports = new Map<string, ObservedRequest[]>()
  for (const request of requests) {
    const { lines: _, at: __, ...same } = request
    const key = JSON.stringify(same)
    const before = reports.get(key)
    if (before === undefined) reports.set(key, [request])
    else before.push(request)
  }
  return [...reports.values()].map((all) => {
    const [first] = all as [ObservedRequest]
    return all.length === 1 ? first : { ...first, lines: all.flatMap(({ lines }) => lines), times: all.length }
  })
}

/** Where a text reports a request: “line 3”, “40 times, lines 1 to 40”. */
export function placeInWords({ lines, times = 1 }: ObservedRequest): string {
  const [first = 1] = lines
  const last = lines.at(-1) ?? first
  if (times === 1) return `line ${first.toLocaleString('en')}`
  const where =
    first === last
      ? `line ${first.toLocaleString('en')}`
      : `lines ${first.toLocaleString('en')} to ${last.toLocaleString('en')}`
  return `${times.toLocaleString('en')} times, ${where}`
}
