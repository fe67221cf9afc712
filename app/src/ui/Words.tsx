import type { Label } from '@authz-playground/engine'
import { shortenedWords } from '@authz-playground/pictures'
import { Fragment } from 'react'

/** A label of the engine: plain words in the sans, Kubernetes nouns in the mono. Names longer than any real one are shortened. */
export function Words({ of }: { readonly of: Label }) {
  // Labels are replaced as a whole and their pieces hold no state, so a piece’s place will do for a key.
  return shortenedWords(of).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={at}>{typeof word === 'string' ? word : <code>{word.code}</code>}</Fragment>
  ))
}
