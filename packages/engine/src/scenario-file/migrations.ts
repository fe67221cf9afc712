import type { JsonObject } from '../yaml/index.ts'

/** Migrates a document from one version to the next. */
export type Migration = (document: JsonObject) => JsonObject

/**
 * In order: the first migrates version 1 to version 2. A migration never changes, so that links of every version can always
 * be read.
 */
export const MIGRATIONS: readonly Migration[] = []

/** A document of an older version, migrated to the newest version. */
export function migrated(document: JsonObject, version: number, migrations: readonly Migration[]): JsonObject {
  return migrations.slice(version - 1).reduce((older, migrate) => migrate(older), document)
}
