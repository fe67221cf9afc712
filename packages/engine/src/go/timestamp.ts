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
