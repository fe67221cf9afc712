import { goQuote } from './quote.ts'

const DURATION = /^(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h)){1,20}$/
const SECONDS = new Map([
  ['h', 3600],
  ['m', 60],
  ['s', 1],
  ['ms', 1e-3],
  ['us', 1e-6],
  ['µs', 1e-6],
  ['μs', 1e-6],
  ['ns', 1e-9],
])

/**
 * Seconds in a duration as Go writes it, `1h30m`; undefined for an invalid one (Go: `time.ParseDuration`, without
 * signs).
 */
export function durationSeconds(duration: string): number | undefined {
  if (duration === '0') return 0
  if (duration.length > 60 || !DURATION.test(duration)) return undefined
  return [...duration.matchAll(/([0-9.]+)([a-zµμ]+)/g)].reduce(
    (sum, [, number = '0', unit = 's']) => sum + Number(number) * (SECONDS.get(unit) ?? 1),
    0,
  )
}

/** Go’s words about a text that is not a duration; undefined for a duration, which may have a sign (Go: `time.ParseDuration`). */
export function durationRefusal(text: string): string | undefined {
  const unsigned = text.replace(/^[+-]/, '')
  if (durationSeconds(unsigned) !== undefined) return undefined
  const parts = /([0-9]+\.?[0-9]*|\.[0-9]+)([^0-9.]*)/y
  for (let read = parts.exec(unsigned); read !== null; read = parts.exec(unsigned)) {
    const [, , unit = ''] = read
    if (unit === '') return `time: missing unit in duration ${goQuote(text)}`
    if (!SECONDS.has(unit)) return `time: unknown unit ${goQuote(unit)} in duration ${goQuote(text)}`
  }
  return `time: invalid duration ${goQuote(text)}`
}

/** A duration of milliseconds or more as Go prints it (Go: `Duration.String`). */
export function goDuration(seconds: number): string {
  if (seconds < 1) return `${Number((seconds * 1000).toFixed(6))}ms`
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = `${Number((seconds % 60).toFixed(9))}s`
  return hours > 0 ? `${hours}h${minutes}m${rest}` : minutes > 0 ? `${minutes}m${rest}` : rest
}

const RFC3339 =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:[.,][0-9]+)?(?:Z|[-+]([0-9]{2}):([0-9]{2}))$/

/** Whether Go's `time.Parse` accepts the text as RFC 3339, the form in which the API server reads times. */
export function isTimestamp(text: string): boolean {
  const match = RFC3339.exec(text)
  if (match === null) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  const inDay = hour < 24 && minute < 60 && second < 60
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && inDay && zoneHour <= 24 && zoneMinute < 60
  )
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
