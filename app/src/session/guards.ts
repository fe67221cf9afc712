// Whether a value of any source has a type.

export function optional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value)
}

export function isString(value: unknown): boolean {
  return typeof value === 'string'
}

export function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every(isString)
}

export function oneOf(value: unknown, allowed: readonly string[]): boolean {
  return typeof value === 'string' && allowed.includes(value)
}
