import type { RichText } from '@authz-playground/engine'
import { shortenedWords } from '@authz-playground/pictures'
import { Fragment, type ReactNode } from 'react'

/** A label of the engine: plain words in the sans, Kubernetes nouns in the mono. Names longer than any real one are shortened. */
export function Words({ of }: { readonly of: RichText }) {
  // Labels are replaced as a whole and their pieces hold no state, so a piece’s place will do for a key.
  return shortenedWords(of).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={at}>{typeof word === 'string' ? word : <code>{breakable(word.code)}</code>}</Fragment>
  ))
}

/** A noun of more characters may not fit on a line of a narrow column. */
const FITS = 24

/** A long noun with places where a line may end: behind its dots, slashes and colons, before anywhere else. */
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
