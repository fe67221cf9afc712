import { Fragment, type ReactNode, useMemo } from 'react'
import type { AnswerView } from '../scenario/answer.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { shortened } from '../ui/shortened.ts'
import styles from './Status.module.css'
import { type StatusPart, statusOf } from './status.ts'

interface StatusProps {
  readonly id: string
  /** The answer whose policy is on screen; undefined before the first. */
  readonly answer: AnswerView | undefined
  readonly empty: boolean
  onBegin(): void
  onGo(offset: number): void
}

/** How the policy was read, in words, each place a step away. */
export function Status({ id, answer, empty, onBegin, onGo }: StatusProps) {
  return (
    <div id={id} className={styles.status}>
      {empty ? (
        <p>
          Without a policy RBAC allows nothing. Paste YAML here, drop files, or{' '}
          <LinkButton onClick={onBegin}>begin with a role and a binding</LinkButton>.
        </p>
      ) : (
        answer && <Parts answer={answer} onGo={onGo} />
      )}
    </div>
  )
}

function Parts({ answer, onGo }: { readonly answer: AnswerView; onGo(offset: number): void }) {
  const parts = useMemo(() => statusOf(answer), [answer])
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
