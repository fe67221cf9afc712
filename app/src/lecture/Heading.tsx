import { shortened } from '@authz-playground/pictures'
import { Fragment } from 'react'
import { sequenceOf, useHeldBack, usePlayground, useScreenTitle } from '../session/index.ts'
import styles from './Heading.module.css'
import { tellsTheEnd } from './spoilers.ts'

/** What is shown instead of a title that tells the end. */
const INSTEAD = 'A request'

/**
 * What an audience reads above the chart: the title of the scenario or lesson, and who asks for what. A title that tells the
 * end is shown at the end, here and in the title of the page.
 */
export function Heading({ title }: { readonly title: string }) {
  const who = usePlayground(({ scenario }) => scenario.requestor.username)
  const text = usePlayground(({ scenario }) => scenario.request.text)
  const sequence = usePlayground(({ scenario }) => placeInSequence(scenario))
  const unknown = usePlayground(({ scenario, answered, playback }) => answered !== scenario || playback.atStart)
  const held = useHeldBack()
  const shown = tellsTheEnd(title) && (unknown || held) ? INSTEAD : title
  useScreenTitle(shown)
  return (
    <div className={styles.heading}>
      <h2 className={styles.title}>{shown}</h2>
      <p className={styles.request}>
        <span className={styles.who}>{shortened(who)}</span>{' '}
        <code>
          {linesOf(text).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of a request has no name but its number
            <span key={at} className={styles.line}>
              <Unbroken of={shortened(line)} />
            </span>
          ))}
        </code>
        {sequence !== undefined && <span className={styles.who}>{sequence}</span>}
      </p>
    </div>
  )
}

/** A line that wraps at its spaces, else after `=` or `:`: no flag and no name is broken that fits into a line. */
function Unbroken({ of }: { readonly of: string }) {
  return of.split(/(\s+)/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word has no name but its place
    <Fragment key={at}>
      {word.trim() === '' ? (
        word
      ) : (
        <span className={styles.word}>
          {(word.match(/[^=:]+[=:]*|[=:]+/g) ?? []).map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={place} className={styles.word}>
              {part}
            </span>
          ))}
        </span>
      )}
    </Fragment>
  ))
}

/** “Request 2 of 3”; undefined for a request that is alone. */
function placeInSequence(scenario: Parameters<typeof sequenceOf>[0]): string | undefined {
  const { requests, here } = sequenceOf(scenario)
  return requests.length === 1 ? undefined : `Request ${here + 1} of ${requests.length}`
}

/** The lines of a request without its body: "GET /api/v1/pods", "Impersonate-User: jane". */
function linesOf(text: string): readonly string[] {
  const [head = ''] = text.trim().split(/\r?\n\r?\n/)
  return head.split(/\r?\n/).map((line) => line.trim().replace(/ HTTP\/[\d.]+$/, ''))
}
