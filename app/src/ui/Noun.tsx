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
