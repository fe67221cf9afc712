import type { BuiltInCourseId } from '@authz-playground/courses'
import { shownName } from '../../ui/index.ts'
import type { Texts } from './text-history.ts'

type Text = Promise<{ readonly default: string }>

const BUILT_IN: Readonly<Record<BuiltInCourseId, readonly [course: () => Text, plays: () => Text]>> = {
  'rbac-from-nothing': [
    () => import('@authz-playground/courses/rbac-from-nothing.yaml?raw'),
    () => import('@authz-playground/courses/rbac-from-nothing.plays.yaml?raw'),
  ],
  'constrained-impersonation': [
    () => import('@authz-playground/courses/constrained-impersonation.yaml?raw'),
    () => import('@authz-playground/courses/constrained-impersonation.plays.yaml?raw'),
  ],
  'why-it-is-as-it-is': [
    () => import('@authz-playground/courses/why-it-is-as-it-is.yaml?raw'),
    () => import('@authz-playground/courses/why-it-is-as-it-is.plays.yaml?raw'),
  ],
}

/** A course that comes with the page, with its plays. Rejects where it did not arrive. */
export async function builtInTexts(id: BuiltInCourseId): Promise<Texts> {
  const [course, plays] = await Promise.all(BUILT_IN[id].map((load) => load()))
  return { course: course?.default ?? '', plays: plays?.default ?? '' }
}

/** Larger files are not opened: nobody writes such a course. Bytes. */
const LARGEST = 20_000_000

/**
 * The texts of files: a course, how learners get it wrong, or both. What is not in the files stays as it is now. Texts with
 * errors are opened, too: the author mends them.
 */
export async function textsOfFiles(files: readonly File[], now: Texts): Promise<Texts | { readonly problem: string }> {
  let texts = now
  for (const file of files) {
    const shown = shownName(file)
    const name = shown.length > 80 ? `${shown.slice(0, 79)}…` : shown
    if (file.size > LARGEST) {
      return { problem: `“${name}” has ${file.size.toLocaleString('en')} bytes, and no course is that large.` }
    }
    const text = await file.text().catch(() => undefined)
    if (text === undefined) return { problem: `The browser could not read “${name}”.` }
    if (text.includes('\0')) return { problem: `“${name}” is not a text.` }
    texts = { ...texts, [isAboutPlays(text) ? 'plays' : 'course']: text }
  }
  return texts
}

/** Whether a text is meant to be the plays of a course: it has mistakes, and no course. */
export function isAboutPlays(text: string): boolean {
  return !/^["']?course["']?\s*:/m.test(text) && /^[ \t"'{]*(?:mistakes|others)["']?\s*:/m.test(text)
}
