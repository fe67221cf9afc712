import type { ImpersonationFields } from '@authz-playground/engine'
import type { BodyFields, FieldChanges, RequestFields, ResourceFields } from '@authz-playground/engine/internal/http'

/** The values of all fields of the form, by field name. */
export type FieldValues = Pick<RequestFields, 'method' | 'path'> & ResourceFields & ImpersonationFields & BodyFields
export type FieldName = keyof FieldValues

/** Values that were typed into fields and are not in the request yet. */
export type Drafts = Partial<FieldValues>

const IMPERSONATION: ReadonlySet<string> = new Set<keyof ImpersonationFields>(['username', 'uid', 'groups', 'extra'])
const BODY: ReadonlySet<string> = new Set<keyof BodyFields>(['contentType', 'body'])
const PATH: ReadonlySet<string> = new Set<FieldName>(['method', 'path'])

/** Adds drafts. A request is for a resource or for a path, so drafts for the one remove drafts for the other. */
export function withDrafts(before: Drafts, more: Drafts): Drafts {
  const kinds = new Set(Object.keys(more).map(kindOf))
  const kept = Object.entries(before).filter(([name]) => {
    const kind = kindOf(name)
    return !(kind === 'path' && kinds.has('resource')) && !(kind === 'resource' && kinds.has('path'))
  })
  return { ...Object.fromEntries(kept), ...more }
}

/** The draft of one field, if there is one. */
export function onlyDraft(drafts: Drafts, name: FieldName | undefined): Drafts {
  return name !== undefined && Object.hasOwn(drafts, name) ? { [name]: drafts[name] } : {}
}

/** Drafts as changes of a request. HTTP drops blanks around the value of a header, so they are removed. */
export function changesOf(typed: Drafts): FieldChanges {
  const { username, uid, groups, extra, contentType } = typed
  const drafts: Drafts = {
    ...typed,
    ...(username !== undefined && { username: trimmed(username) }),
    ...(uid !== undefined && { uid: trimmed(uid) }),
    ...(contentType !== undefined && { contentType: trimmed(contentType) }),
    ...(groups && { groups: groups.map(trimmed) }),
    ...(extra && { extra: extra.map(({ key, value }) => ({ key, value: trimmed(value) })) }),
  }
  const of = (kind: ReturnType<typeof kindOf>): Drafts | undefined => {
    const entries = Object.entries(drafts).filter(([name]) => kindOf(name) === kind)
    return entries.length === 0 ? undefined : Object.fromEntries(entries)
  }
  const line: Pick<Drafts, 'method' | 'path'> = of('path') ?? {}
  const resource: Partial<ResourceFields> | undefined = of('resource')
  const impersonate: Partial<ImpersonationFields> | undefined = of('impersonation')
  const sends: Partial<BodyFields> | undefined = of('body')
  return {
    ...line,
    ...(resource && { resource }),
    ...(impersonate && { impersonate }),
    ...(sends && { sends }),
  }
}

function kindOf(name: string): 'path' | 'resource' | 'impersonation' | 'body' {
  if (PATH.has(name)) return 'path'
  if (BODY.has(name)) return 'body'
  return IMPERSONATION.has(name) ? 'impersonation' : 'resource'
}

/**
 * Without the blanks that HTTP drops. By index, because a regular expression takes quadratic time on a run of blanks
 * inside.
 */
function trimmed(value: string): string {
  let start = 0
  let end = value.length
  while (value[start] === ' ' || value[start] === '\t') start++
  while (end > start && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--
  return value.slice(start, end)
}
