import type { RichText } from '@authz-playground/engine'
import { shortenedWords } from '@authz-playground/pictures'
import { Fragment } from 'react'
import { Noun } from './Noun.tsx'

/**
 * A label of the engine: plain words in the sans, Kubernetes nouns in the mono. Names longer than real ones are
 * shortened.
 */
export function Words({ of }: { readonly of: RichText }) {
  // Labels are replaced as a whole and their pieces have no state, so the index of a piece serves as key.
  return shortenedWords(of).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={at}>{typeof word === 'string' ? word : <Noun>{word.code}</Noun>}</Fragment>
  ))
}
