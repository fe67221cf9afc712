import { EXAMPLES } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { openDocument, openExample, workerApi } from '../session/index.ts'
import { notify } from '../ui/index.ts'

/** Counts the links that were followed: only the newest one is opened. */
let newest = 0

/**
 * Opens the scenario in the hash of a link, and removes the hash from the address: after that a reload keeps the edits.
 * Where the hash cannot be opened, a notice says why, and the hash stays: a newer version of the page may understand
 * it.
 */
export async function openLink(hash: string): Promise<void> {
  newest += 1
  const turn = newest
  const read = await workerApi().readLink(hash)
  if (turn !== newest) return
  if ('problem' in read) {
    notify(shortened(read.problem))
    return
  }
  if ('document' in read) openDocument(read.document, true)
  else {
    const example = EXAMPLES.find(({ id }) => id === read.example)
    if (example === undefined) {
      notify(`There is no example “${shortened(read.example, 80)}”, so nothing was opened.`)
      return
    }
    openExample(example, true)
  }
  const { pathname, search } = location
  // Another link may have been followed while this one was read.
  if (location.hash === hash) history.replaceState(history.state, '', pathname + search)
}
