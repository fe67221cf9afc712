import { fieldOf, isJSONObject, type JSONObject } from '../../text/index.ts'

const DECISION = 'authorization.k8s.io/decision'

/**
 * The path of a field that decides who asked for what and has another JSON type than in `audit.k8s.io/v1`; undefined where
 * there is none. Such a field must not be read as an absent one: an event whose `impersonatedUser` is a string would
 * count as a request without impersonation.
 */
export function fieldOfOtherType(event: JSONObject): string | undefined {
  if (!isTextOrAbsent(fieldOf(event, 'auditID'))) return 'auditID'
  const code = fieldOf(fieldOf(event, 'responseStatus'), 'code')
  if (!isAbsent(code) && typeof code !== 'number') return 'responseStatus.code'
  const metadata = fieldOf(event, 'authenticationMetadata')
  if (!isAbsent(metadata) && !isJSONObject(metadata)) return 'authenticationMetadata'
  if (!isTextOrAbsent(fieldOf(metadata, 'impersonationConstraint')))
    return 'authenticationMetadata.impersonationConstraint'
  const annotations = fieldOf(event, 'annotations')
  if (!isAbsent(annotations) && !isJSONObject(annotations)) return 'annotations'
  if (!isTextOrAbsent(fieldOf(annotations, DECISION))) return `annotations[${DECISION}]`
  return userFieldOfOtherType(event, 'user') ?? userFieldOfOtherType(event, 'impersonatedUser')
}

function userFieldOfOtherType(event: JSONObject, name: string): string | undefined {
  const user = fieldOf(event, name)
  if (isAbsent(user)) return undefined
  if (!isJSONObject(user)) return name
  if (!isTextOrAbsent(fieldOf(user, 'username'))) return `${name}.username`
  if (!isTextOrAbsent(fieldOf(user, 'uid'))) return `${name}.uid`
  if (!isTextsOrAbsent(fieldOf(user, 'groups'))) return `${name}.groups`
  const extra = fieldOf(user, 'extra')
  if (isAbsent(extra)) return undefined
  return isJSONObject(extra) && Object.values(extra).every(isTextsOrAbsent) ? undefined : `${name}.extra`
}

/** Go reads null as an absent field. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

function isTextOrAbsent(value: unknown): boolean {
  return isAbsent(value) || typeof value === 'string'
}

function isTextsOrAbsent(value: unknown): boolean {
  return isAbsent(value) || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
}
