import { shortened } from '@authz-playground/pictures'
import { Fragment, type ReactNode, useMemo } from 'react'
import { LinkButton } from '../../ui/index.ts'
import styles from './StatusLine.module.css'
import type { StatusPart } from './status.ts'

interface StatusProps<Read> {
  readonly id: string
  /** What was read of the text on screen; undefined until it was read. */
  readonly read: Read | undefined
  /** The same in words. */
  partsOf(read: Read): readonly StatusPart[]
  onGo(offset: number): void
  /** Replaces the words of the status. */
  readonly children: ReactNode
  /** Shown after the words of the status. */
  readonly besides?: ReactNode
}

/** The status of a text in words, with a link to each place. */
export function StatusLine<Read>({ id, read, partsOf, onGo, children, besides }: StatusProps<Read>) {
  const parts = useMemo(() => (read === undefined ? undefined : partsOf(read)), [read, partsOf])
  return (
    <div id={id} className={styles.status}>
      {children || (parts && <Parts parts={parts} onGo={onGo} />)}
      {besides}
    </div>
  )
}

function Parts({ parts, onGo }: { readonly parts: readonly StatusPart[]; onGo(offset: number): void }) {
  const errors = parts.filter(({ kind }) => kind === 'error')
  const others = parts.filter(({ kind }) => kind !== 'error')
  return (
    <>
      {errors.map((part) => (
        <p key={part.words} className={styles.error}>
          <Part part={part} onGo={onGo} />
          {part.more > 0 && ' (F8 goes to the next)'}
        </p>
      ))}
      <p>
        {withBetween(
          others.map((part) => <Part key={part.words} part={part} onGo={onGo} />),
          ' · ',
        )}
      </p>
    </>
  )
}

function Part({ part: { words, places, more }, onGo }: { readonly part: StatusPart; onGo(offset: number): void }) {
  return (
    <>
      {words}
      {places.length > 0 && ': '}
      {withBetween(
        places.map(({ text, about, offset }) => (
          <LinkButton
            key={offset}
            onClick={() => onGo(offset)}
            {...(about !== undefined && { title: shortened(about) })}
          >
            {text}
          </LinkButton>
        )),
        ', ',
      )}
      {more > 0 && ` and ${more.toLocaleString('en')} more`}
    </>
  )
}

function withBetween(items: readonly ReactNode[], between: string): ReactNode {
  return items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
    <Fragment key={at}>
      {at > 0 && between}
      {item}
    </Fragment>
  ))
}
