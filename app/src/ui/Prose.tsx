import type { ProseBlock, ProseTable, ProseWord, ProseWords, Prose as ReadText } from '@authz-playground/prose'
import { type ReactNode, useRef } from 'react'
import { Code } from './Code.tsx'
import { Noun } from './Noun.tsx'
import styles from './Prose.module.css'
import { useScrolls } from './scrolls.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface ProseProps {
  /** A text of a lesson, from `readProse`. */
  readonly of: ReadText
  /** The level that the highest headings of the text have in the page. */
  readonly heading?: 2 | 3 | 4
}

/**
 * A text that somebody wrote in Markdown. Links to other sites open in a new tab, and a link to a hash changes the hash of
 * this page. A text that could not be read says so.
 */
export function Prose({ of, heading = 3 }: ProseProps) {
  return (
    <div className={styles.prose}>
      <Blocks of={of.blocks} heading={heading} />
    </div>
  )
}

interface BlocksProps {
  readonly of: readonly ProseBlock[]
  readonly heading: number
  /** The blocks are those of an item that is a line. */
  readonly tight?: boolean
}

function Blocks({ of, heading, tight = false }: BlocksProps) {
  // A text is replaced as a whole and its parts have no state, so that their indices serve as keys, here and below.
  return of.map((block, at) =>
    tight && block.kind === 'paragraph' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Words key={at} of={block.words} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Block key={at} of={block} heading={heading} />
    ),
  )
}

function Block({ of, heading }: { readonly of: ProseBlock; readonly heading: number }) {
  switch (of.kind) {
    case 'paragraph':
      return (
        <p>
          <Words of={of.words} />
        </p>
      )
    case 'heading': {
      const Heading = `h${Math.min(6, heading + of.level - 1)}` as 'h6'
      return (
        <Heading className={styles.heading}>
          <Words of={of.words} />
        </Heading>
      )
    }
    case 'list': {
      const items = of.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at}>
          <Blocks of={item} heading={heading} tight={of.tight} />
        </li>
      ))
      return of.start === undefined ? <ul>{items}</ul> : <ol start={of.start}>{items}</ol>
    }
    case 'code':
      return <Code text={of.text} label={of.language === undefined ? 'Code' : `Code: ${of.language}`} />
    case 'quote':
      return (
        <blockquote>
          <Blocks of={of.blocks} heading={heading} />
        </blockquote>
      )
    case 'table':
      return <Table of={of} />
    case 'divider':
      return <hr />
  }
}

function Table({ of: { head, rows, alignments } }: { readonly of: ProseTable }) {
  const frame = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(frame)
  const cellsOf = (row: readonly ProseWords[], Cell: 'th' | 'td'): ReactNode =>
    row.map((words, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Cell key={at} {...(Cell === 'th' && { scope: 'col' })} className={styles[alignments[at] ?? 'start']}>
        <Words of={words} />
      </Cell>
    ))
  return (
    <div ref={frame} className={styles.table} {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': 'Table' })}>
      <table>
        <thead>
          <tr>{cellsOf(head, 'th')}</tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={at}>{cellsOf(row, 'td')}</tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

function Words({ of }: { readonly of: ProseWords }) {
  return of.map((word, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return typeof word === 'string' ? word : <Word key={at} of={word} />
  })
}

function Word({ of }: { readonly of: Exclude<ProseWord, string> }) {
  switch (of.kind) {
    case 'code':
      return <Noun>{of.text}</Noun>
    case 'emphasis':
      return (
        <em>
          <Words of={of.words} />
        </em>
      )
    case 'strong':
      return (
        <strong>
          <Words of={of.words} />
        </strong>
      )
    case 'break':
      return <br />
    case 'link':
      return of.address.startsWith('#') ? (
        <a href={of.address}>
          <Words of={of.words} />
        </a>
      ) : (
        <a href={of.address} target="_blank" rel="noopener noreferrer">
          <Words of={of.words} />
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
      )
  }
}
