import { draftStore, reader } from './author.ts'
import type { TextName } from './texts.ts'

/** Looks at the lesson at a place of a text. */
export function selectAt(name: TextName, offset: number): void {
  const { lessons, course } = reader.store.getState()
  if (name === 'course') {
    const { course: text } = draftStore.store.getState().texts
    const lineStart = (at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)
    const index = lessons.findLastIndex(({ start }) => lineStart(start) <= offset)
    reader.select(index === -1 ? undefined : index)
    return
  }
  const place = course?.playPlaces.findLast(({ start }) => start <= offset)
  const index = lessons.findIndex(({ id }) => id === place?.lesson)
  if (index !== -1) reader.select(index)
}
