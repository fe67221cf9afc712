import { EXAMPLES } from '@authz-playground/examples'
import { shortened } from '@authz-playground/pictures'
import { decider, openDocument, openExample } from '../session/index.ts'
import { notify } from '../ui/index.ts'

/** Counts the links that were followed: only the newest one is opened. */
let newest = 0

/**
 * Opens what the hash of a link holds, whoever made it, and takes it out of the address, so that a reload keeps what is
 * edited from then on. What cannot be opened is told in a sentence, and stays in the address: a newer page may know it.
 */
export async function openLink(hash: string): Promise<void> {
  newest += 1
  const turn = newest
  const read = await decider().readLink(hash)
  if (turn !== newest) return
  if ('problem' in read) {
    notify(shortened(read.problem))
    return
  }
  if ('document' in read) openDocument(read.document, true)
  else {
    const example = EXAMPLES.find(({ id }) => id === read.example)
    if (example === undefined) {
      notify(`No example is called “${shortened(read.example, 80)}”, so nothing was opened.`)
      return
    }
    openExample(example, true)
  }
  const { pathname, search } = location
  // Another link may have been followed while this one was read.
  if (location.hash === hash) history.replaceState(history.state, '', pathname + search)
}
