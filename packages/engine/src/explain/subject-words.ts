import { type SubjectName, serviceAccountUsername } from '../kube/index.ts'
import { identityInWords } from '../report/index.ts'
import type { RichText } from '../trace/index.ts'

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

/** A subject of a binding in a sentence. */
export function subjectInWords({ kind, name, namespace }: SubjectName): RichText {
  if (kind === 'Group') return ['group ', { code: name }]
  return identityInWords({ username: kind === 'User' ? name : serviceAccountUsername({ namespace, name }) })
}
