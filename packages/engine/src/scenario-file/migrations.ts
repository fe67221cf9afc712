import type { JsonObject, JsonValue } from '../yaml/index.ts'

/** Migrates a document from one version to the next. */
export type Migration = (document: JsonObject) => JsonObject

/**
 * Of scenario documents, in order: the first migrates version 1 to version 2. A migration never changes, so that links of every
 * version can always be read.
 */
export const MIGRATIONS: readonly Migration[] = [withoutDefaultRoles]

/** Of goals alone: they are about the policy of a real cluster, which has these roles, whatever their version is. */
export const GOALS_MIGRATIONS: readonly Migration[] = [(document) => ({ ...document, version: 2 })]

/**
 * In version 1 a document that does not mention `defaultRoles` has none of the roles that kube-apiserver creates itself. In
 * version 2 it has those that a binding names.
 */
function withoutDefaultRoles(document: JsonObject): JsonObject {
  const { cluster = {} } = document
  if (!isObject(cluster)) return { ...document, version: 2 }
  return { ...document, version: 2, cluster: { defaultRoles: false, ...cluster } }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A document of an older version, migrated to the newest version. */
export function migrated(document: JsonObject, version: number, migrations: readonly Migration[]): JsonObject {
  return migrations.slice(version - 1).reduce((older, migrate) => migrate(older), document)
}
