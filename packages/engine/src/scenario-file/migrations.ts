import type { JsonObject } from '../yaml/index.ts'

/** Makes a document of one version one of the next. */
export type Migration = (document: JsonObject) => JsonObject

/** In order: the first makes version 2 of version 1. None is ever changed: links of every version decode for ever. */
export const MIGRATIONS: readonly Migration[] = []

/** A document of an older version as one of the newest that `migrations` lead to. */
export function migrated(document: JsonObject, version: number, migrations: readonly Migration[]): JsonObject {
  return migrations.slice(version - 1).reduce((older, migrate) => migrate(older), document)
}
