import { counted, shortened } from '@authz-playground/pictures'
import { problemsInWords } from '../../session/index.ts'
import type { Found } from '../../worker/index.ts'
import type { Merged } from './changes.ts'

/** So many names or files are listed; more are counted. */
const MOST = 5
/** A longer name is cut. Characters. */
const NAME = 80

/** The result of an import. */
export interface ImportReport {
  readonly done: readonly string[]
  /** The documents that could not be read, with line and column. */
  readonly problems: readonly string[]
}

/**
 * Lists the new entries, the renamed ones, those that were in the library already, and the documents that could not be
 * read.
 */
export function reportOf({ added, renamed, same }: Merged, unread: Found['unread']): ImportReport {
  const nothing = added.length + renamed.length + same.length === 0
  return {
    done: [
      ...(added.length > 0 ? [`New: ${names(added)}.`] : []),
      ...firstOf(renamed, ({ from, to }) => {
        return `“${shortened(from, NAME)}” was here already and says something else: the new one is “${shortened(to, NAME)}”.`
      }),
      ...(same.length > 0 ? [`Here already, just so: ${names(same)}.`] : []),
      ...(nothing ? ['Nothing was added.'] : []),
    ],
    problems: firstOf(unread, ({ file, diagnostics }) => {
      const kept = diagnostics.some(({ code }) => code === 'newer-version') ? ' It is kept as it is.' : ''
      return `“${shortened(file, NAME)}”: ${problemsInWords(diagnostics).join(' ')}${kept}`
    }),
  }
}

function names(all: readonly string[]): string {
  if (all.length > MOST) return counted(all.length, 'scenario')
  return all.map((name) => `“${shortened(name, NAME)}”`).join(', ')
}

function firstOf<One>(all: readonly One[], inWords: (one: One) => string): readonly string[] {
  const more = all.length - MOST
  const first = all.slice(0, MOST).map(inWords)
  return more > 0 ? [...first, `And ${more.toLocaleString('en')} more.`] : first
}
