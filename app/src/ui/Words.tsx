import type { Label } from '@authz-playground/engine'
import { Fragment } from 'react'
import { shortened } from './shortened.ts'

/** A label of the engine: plain words in the sans, Kubernetes nouns in the mono. Names longer than any real one are shortened. */
export function Words({ of }: { readonly of: Label }) {
  // Labels are replaced as a whole and their pieces hold no state, so a piece’s place will do for a key.
  return of.map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={at}>{typeof word === 'string' ? shortened(word) : <code>{shortened(word.code)}</code>}</Fragment>
  ))
}
