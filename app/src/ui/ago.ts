const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** The time since a moment, in words; its date where that is longer than a month. Both in milliseconds since 1970. */
export function ago(at: number, now: number): string {
  const since = Math.max(0, now - at)
  if (since < MINUTE) return 'just now'
  if (since < HOUR) return WORDS.format(-Math.floor(since / MINUTE), 'minute')
  if (since < DAY) return WORDS.format(-Math.floor(since / HOUR), 'hour')
  if (since < 30 * DAY) return WORDS.format(-Math.floor(since / DAY), 'day')
  return `on ${new Date(at).toISOString().slice(0, 10)}`
}
