import { isJsonObject, type JsonObject, type JsonValue, readJsonTexts } from '../yaml/index.ts'

/**
 * A course as its text says it, with one of its lessons alone: what a page has to hold that shows just that lesson. It reads as
 * a course. Undefined where the text is not one document with a lesson of this id; the text is not checked otherwise.
 */
export function courseWithLesson(text: string, id: string): JsonObject | undefined {
  const [document] = readJsonTexts(text, 'document', { longest: text.length }).documents
  const { value } = document ?? {}
  if (!isJsonObject(value) || !Array.isArray(value.lessons)) return undefined
  const lessons: readonly JsonValue[] = value.lessons
  const lesson = lessons.find((one) => isJsonObject(one) && one.id === id)
  return lesson === undefined ? undefined : { ...value, lessons: [lesson] }
}
