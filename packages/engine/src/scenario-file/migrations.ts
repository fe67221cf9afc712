import { isJsonObject, type JsonObject, type JsonValue } from '../yaml/index.ts'

/** Migrates a document from one version to the next. */
export type Migration = (document: JsonObject) => JsonObject

/**
 * Of scenario documents, in order: the first migrates version 1 to version 2. A migration never changes, so that links of every
 * version can always be read.
 */
export const MIGRATIONS: readonly Migration[] = [(document) => ({ ...withoutDefaultRoles(document), version: 2 })]

/** Of goals alone: they are about the policy of a real cluster, which has these roles, whatever their version is. */
export const GOALS_MIGRATIONS: readonly Migration[] = [(document) => ({ ...document, version: 2 })]

/** Of courses: what each lesson starts from is a part of a scenario document. */
export const COURSE_MIGRATIONS: readonly Migration[] = [
  (course) => {
    const { lessons } = course
    return { ...course, version: 2, ...(Array.isArray(lessons) && { lessons: lessons.map(startingWithoutThem) }) }
  },
]

function startingWithoutThem(lesson: JsonValue): JsonValue {
  if (!isJsonObject(lesson) || lesson.start === undefined || !isJsonObject(lesson.start)) return lesson
  return { ...lesson, start: withoutDefaultRoles(lesson.start) }
}

/**
 * In version 1 a document that does not mention `defaultRoles` has none of the roles that kube-apiserver creates itself. In
 * version 2 it has those that a binding names.
 */
function withoutDefaultRoles(parts: JsonObject): JsonObject {
  const { cluster = {} } = parts
  return isJsonObject(cluster) ? { ...parts, cluster: { defaultRoles: false, ...cluster } } : parts
}

/** A document of an older version, migrated to the newest version. */
export function migrated(document: JsonObject, version: number, migrations: readonly Migration[]): JsonObject {
  return migrations.slice(version - 1).reduce((older, migrate) => migrate(older), document)
}
