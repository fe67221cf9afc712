import { type Diagnostic, plainText, type RichText } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { Fragment, type ReactNode } from 'react'
import { currentHighlights, goTo, sequenceOf, usePlayground } from '../../session/index.ts'
import { classes, DecisionMark, Icon, LinkButton, Words } from '../../ui/index.ts'
import { type OneLine, requestorInWords } from './one-line.ts'
import styles from './RequestLines.module.css'

/** The requestor of the scenario in words. */
function useRequestorInWords(): RichText {
  return requestorInWords(usePlayground(({ scenario }) => scenario.requestor))
}

/** "request 2 of 3"; empty where one request is sent. */
function usePlaceInSequence(): string {
  return usePlayground(({ scenario }) => {
    const { requests, here } = sequenceOf(scenario)
    return requests.length === 1 ? '' : `request ${here + 1} of ${requests.length}`
  })
}

interface RequestButtonProps {
  readonly line: OneLine
  readonly open: boolean
  /** The id of the form that it opens. */
  readonly controls: string
  onChoose(open: boolean): void
  /** The first error of the request. The folded form shows it. */
  readonly error: Diagnostic | undefined
}

/** Who asks for what, in two lines that open the form of the request and fold it again. */
export function RequestButton({ line, open, controls, onChoose, error }: RequestButtonProps) {
  const who = useRequestorInWords()
  const place = usePlaceInSequence()
  const isLit = usePlayground((now) => currentHighlights(now).request.length > 0) && !open
  const name = place === '' ? 'Request' : `R${place.slice(1)}`
  return (
    <div className={classes(styles.head, isLit && styles.highlighted)}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={open ? controls : undefined}
        aria-label={shortened(`${name}: ${line.text || EMPTY}, by ${plainText(who)}`)}
        onClick={() => onChoose(!open)}
      >
        <span className={styles.who}>
          <span title={plainText(who)}>
            <Words of={who} />
          </span>
          {place !== '' && <span className={styles.place}>{place}</span>}
        </span>
        <RequestWords line={line} />
        <Icon name="down" />
      </button>
      {error !== undefined && !open && (
        <p className={styles.error}>
          <DecisionMark decision="NotDecided" />
          <LinkButton onClick={() => goTo({ kind: 'request', offset: error.range.start })}>
            Line {error.range.line}: {shortened(error.message)}
          </LinkButton>
        </p>
      )}
    </div>
  )
}

const EMPTY = 'nothing is written yet'

function RequestWords({ line: { text, isCut } }: { readonly line: OneLine }) {
  if (text === '') return <span className={styles.empty}>{EMPTY}</span>
  return (
    <code className={styles.line} title={text}>
      {unbroken(shortened(text))}
      {isCut && ' …'}
    </code>
  )
}

/** A word of so many characters fits on a line of the narrowest pane. */
const FITS = 26

/** A line whose shorter words, such as "--as=jane", are not broken after a hyphen, nor the flag of a longer one. */
function unbroken(line: string): ReactNode {
  return line.split(' ').map((word, at) => {
    const whole = word.length > FITS ? (/^--[a-z-]+=/.exec(word)?.[0] ?? '') : word
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole
      <Fragment key={at}>
        {at > 0 && ' '}
        {whole !== '' && <span className={styles.word}>{whole}</span>}
        {word.slice(whole.length)}
      </Fragment>
    )
  })
}

/** Both lines, to read, in full. `children`: the words before the requestor. */
export function RequestToRead({ line, children }: { readonly line: OneLine; readonly children: ReactNode }) {
  const who = useRequestorInWords()
  return (
    <>
      <p className={styles.whole}>
        {children} <Words of={who} />
      </p>
      {line.text !== '' && (
        <p className={styles.wholeLine}>
          <code>{unbroken(shortened(line.text))}</code>
        </p>
      )}
    </>
  )
}
