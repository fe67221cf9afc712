import { type Binding, objectKey, type Policy, RBAC_GROUP, type Role } from '../kube/index.ts'
import type { RbacKind } from '../policy/index.ts'
import type { Rights } from '../rights/index.ts'
import { isJsonObject, type JsonObject, type JsonValue, readJsonTexts } from '../yaml/index.ts'

/** A role or binding that the cluster stores. */
export interface StoredRole {
  readonly object: Role | Binding
  /** The stored object, without the fields that the API server sets. Undefined where its text cannot be read on its own. */
  readonly json: () => JsonObject | undefined
}

/** Lookups in a policy for requests that write roles. */
export interface StoredRoles {
  readonly find: (kind: RbacKind, namespace: string, name: string) => StoredRole | undefined
  readonly rights: Rights
}

/**
 * The roles and bindings of a policy, and the default ones that it does not replace. Of several with the same name the last
 * counts.
 */
export function storedRoles(policy: Policy, defaults: Policy | undefined, rights: Rights): StoredRoles {
  const objects = new Map<string, { readonly object: Role | Binding; readonly text: string }>()
  for (const { text, roles, bindings } of defaults === undefined ? [policy] : [defaults, policy]) {
    for (const object of [...roles, ...bindings]) objects.set(objectKey(object), { object, text })
  }
  return {
    find: (kind, namespace, name) => {
      const found = objects.get(objectKey({ kind, namespace, name }))
      return found && { object: found.object, json: () => asStored(found.object, found.text, rights) }
    },
    rights,
  }
}

function asStored(object: Role | Binding, text: string, rights: Rights): JsonObject | undefined {
  // The text before the object on its first line counts as indentation.
  const indent = ' '.repeat(rights.linesOf(object).range(object.span).column - 1)
  const { documents, diagnostics } = readJsonTexts(indent + text.slice(object.span.start, object.span.end), 'policy')
  const value = documents[0]?.value
  if (!isJsonObject(value) || diagnostics.some(({ severity }) => severity === 'error')) return undefined
  const metadata = isJsonObject(value.metadata) ? withoutNulls(value.metadata) : {}
  const { namespace: _, ...rest } = metadata
  return {
    ...withoutNulls(value),
    apiVersion: `${RBAC_GROUP}/v1`,
    kind: object.kind,
    metadata: { ...rest, name: object.name, ...(object.namespace !== '' && { namespace: object.namespace }) },
    ...('roleRef' in object ? bindingFields(value) : rulesInForce(object, rights)),
  }
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}

function bindingFields({ roleRef, subjects }: JsonObject): JsonObject {
  return {
    ...(isJsonObject(roleRef) && { roleRef: { ...roleRef, apiGroup: RBAC_GROUP } }),
    ...(Array.isArray(subjects) && { subjects: (subjects as readonly JsonValue[]).map(withGroup) }),
  }
}

function withGroup(subject: JsonValue): JsonValue {
  if (!isJsonObject(subject) || (subject.kind !== 'User' && subject.kind !== 'Group')) return subject
  return { ...subject, apiGroup: RBAC_GROUP }
}

/** The controller writes the aggregated rules into the ClusterRole. */
function rulesInForce(role: Role, rights: Rights): JsonObject {
  if (role.aggregationRule === undefined) return {}
  return {
    rules: rights
      .rulesIn(role)
      .map(({ rule: { span: _, ...lists } }) =>
        Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
      ),
  }
}
