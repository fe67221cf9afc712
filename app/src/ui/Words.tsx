import type { RichText } from '@authz-playground/engine'
import { shortenedWords } from '@authz-playground/pictures'
import { Fragment, type ReactNode } from 'react'

/**
 * A label of the engine: plain words in the sans, Kubernetes nouns in the mono. Names longer than real ones are
 * shortened.
 */
export function Words({ of }: { readonly of: RichText }) {
  // Labels are replaced as a whole and their pieces have no state, so the index of a piece serves as key.
  return shortenedWords(of).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={at}>{typeof word === 'string' ? word : <code>{breakable(word.code)}</code>}</Fragment>
  ))
}

/** A longer noun may not fit on a line of a narrow column. Characters. */
const FITS = 24

/** A long noun with places where a line may break: after dots, slashes and colons, before anywhere else. */
function breakable(noun: string): ReactNode {
  if (noun.length <= FITS) return noun
  return noun.match(/[^./:]+[./:]*|[./:]+/g)?.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
