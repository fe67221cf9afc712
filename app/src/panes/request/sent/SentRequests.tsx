import { type ReactNode, useRef } from 'react'
import {
  MOST_SENT,
  playground,
  sentAgain,
  sentOneByOne,
  sequenceOf,
  useOutdated,
  usePlayground,
} from '../../../session/index.ts'
import { announce, Button, LinkButton } from '../../../ui/index.ts'
import styles from './SentHistory.module.css'
import { SentHistory } from './SentHistory.tsx'

/** Sends the request again to the same server, and lists all requests to it. `children`: the other tools of the request. */
export function SentRequests({ children }: { readonly children: ReactNode }) {
  const sent = usePlayground(({ scenario }) => sequenceOf(scenario).requests.length)
  const button = useRef<HTMLButtonElement>(null)
  const full = sent >= MOST_SENT
  /** A lesson says which requests are sent. */
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const command = usePlayground(({ answer }) => answer?.command)
  const outdated = useOutdated()
  const splits = command !== undefined && !outdated && command.requests.length > 1

  function split({ requests, shown }: NonNullable<typeof command>): void {
    const { scenario, edit } = playground.getState()
    edit({ subject: `split ${performance.now()}`, change: sentOneByOne(scenario, requests, shown) })
    announce(`${requests.length} requests, one by one`)
    button.current?.focus()
  }

  function send(): void {
    if (full) return
    const { scenario, edit } = playground.getState()
    // A new subject each time, so that two requests are two steps of undo.
    edit({ subject: `send ${performance.now()}`, change: sentAgain(scenario) })
    announce(`Sent again: request ${sequenceOf(scenario).here + 2}`)
  }

  return (
    <>
      {!inLesson && (
        <div className={styles.tools}>
          {children}
          <Button
            ref={button}
            look="quiet"
            className={styles.send}
            aria-disabled={full}
            title={
              full
                ? `${MOST_SENT} requests are as many as are played.`
                : 'The same request once more, to the same server'
            }
            onClick={send}
          >
            Send again
          </Button>
        </div>
      )}
      {splits && !inLesson && sent + command.requests.length <= MOST_SENT && (
        <p className={styles.command}>
          <LinkButton
            title="Replaces the command by the requests that kubectl sends for it"
            onClick={() => split(command)}
          >
            Show its {command.requests.length} requests one by one
          </LinkButton>
        </p>
      )}
      {sent > 1 && <SentHistory onAlone={() => button.current?.focus()} />}
    </>
  )
}
