import type { SubjectName } from '../kube/index.ts'
import { subjectInWords } from '../rights/index.ts'
import type { RichText } from '../text/index.ts'

/** The most subjects that are named in one line. */
const MOST_NAMED = 3

/** Subjects of bindings in a sentence: "group dev, jane and 12 more". */
export function subjectsInWords(subjects: readonly SubjectName[]): RichText {
  const shown = subjects.length > MOST_NAMED ? subjects.slice(0, MOST_NAMED - 1) : subjects
  const more = subjects.length - shown.length
  return [
    ...shown.flatMap((one, at): RichText => {
      const last = at === shown.length - 1 && more === 0
      return [...(at === 0 ? [] : [last ? ' and ' : ', ']), ...subjectInWords(one)]
    }),
    ...(more === 0 ? [] : [` and ${more.toLocaleString('en')} more`]),
  ]
}
