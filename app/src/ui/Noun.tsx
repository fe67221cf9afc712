import type { RichText } from '@authz-playground/engine'
import { shortenedWords } from '@authz-playground/pictures'
import { Fragment, type ReactNode } from 'react'
import styles from './Noun.module.css'

/** A longer word may not fit on a line of a narrow column. Characters. */
const FITS = 24

/**
 * A Kubernetes noun, a flag or a command. A line breaks between its words, and within a long one after dots, slashes and colons
 * before anywhere else: in a wide window no flag is parted after its `--`.
 */
export function Noun({ children: text }: { readonly children: string }) {
  if (text.length <= FITS && !/\s/.test(text)) return <code className={styles.whole}>{text}</code>
  return (
    <code>
      {text.split(/(\s+)/).map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a noun is replaced as a whole and its words have no state
        <Fragment key={at}>{brokenWhereItMay(word)}</Fragment>
      ))}
    </code>
  )
}

/** A word with the places where a line may break, and the blanks between words as they are. */
function brokenWhereItMay(word: string): ReactNode {
  if (/^\s*$/.test(word)) return word
  const parts = word.length <= FITS ? [word] : (word.match(/[^./:]+[./:]*|[./:]+/g) ?? [])
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part.length <= FITS ? <span className={styles.whole}>{part}</span> : part}
    </Fragment>
  ))
}

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
