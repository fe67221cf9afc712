import type { BodyFields } from '@authz-playground/engine/internal/http'

/** A kind of body, by its `Content-Type`. */
interface BodyType {
  readonly value: string
  readonly title: string
}

const PATCHES: readonly BodyType[] = [
  { value: 'application/merge-patch+json', title: 'Merge patch' },
  { value: 'application/strategic-merge-patch+json', title: 'Strategic merge patch' },
  { value: 'application/json-patch+json', title: 'JSON patch' },
  { value: 'application/apply-patch+yaml', title: 'Apply (server-side)' },
]
const OBJECTS: readonly BodyType[] = [
  { value: 'application/json', title: 'Object as JSON' },
  { value: 'application/yaml', title: 'Object as YAML' },
]

/** Verbs and methods of requests that send something. */
const SENDING: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'POST', 'PUT', 'PATCH'])

export function sendsBody(verb: string): boolean {
  return SENDING.has(verb)
}

/** The kinds of body to choose from for a verb. The written one is among them. */
export function bodyTypes(verb: string, written: string): readonly BodyType[] {
  const types = verb === 'patch' ? PATCHES : OBJECTS
  if (types.some(({ value }) => value === written)) return types
  return [{ value: written, title: written === '' ? 'Not set' : written }, ...types]
}

/**
 * The new kind of body when the verb changes, because a patch is not a body of an update, nor an object one of a patch.
 * Empty where the kind stays, or where nothing is sent.
 */
export function bodyTypeFor(verb: string, { contentType, body }: BodyFields): Partial<BodyFields> {
  const isPatch = PATCHES.some(({ value }) => value === contentType)
  if (verb === 'patch') {
    const nothing = contentType === '' && body === ''
    return isPatch || nothing ? {} : { contentType: 'application/merge-patch+json' }
  }
  return isPatch && sendsBody(verb) ? { contentType: 'application/yaml' } : {}
}
