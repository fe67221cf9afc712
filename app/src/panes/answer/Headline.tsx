import { MARKS, markOf, withCodeApart } from '@authz-playground/pictures'
import { type ReactNode, useMemo } from 'react'
import { goTo, useHeldBack, useOutdated, usePlayground } from '../../session/index.ts'
import { classes, DecisionMark, LinkedWords, Room, Words } from '../../ui/index.ts'
import { type AnswerView, caveatOf } from '../../worker/index.ts'
import styles from './Headline.module.css'
import { HeldBack } from './HeldBack.tsx'
import { placesByMention } from './places.ts'

/** Only the sentences of the answer, for views without room for the rest. It includes the caveat. */
export function Headline() {
  const answer = usePlayground(({ answer }) => answer)
  const outdated = useOutdated()
  const held = useHeldBack()
  if (answer === undefined) return null
  const caveat = caveatOf(answer)
  return (
    <section className={classes(styles.headline, outdated && styles.outdated)} aria-label="Answer" aria-busy={outdated}>
      {caveat !== undefined && <p>{caveat}</p>}
      <Room held={held} instead={<HeldBack />} className={styles.headline}>
        <InWords answer={answer} />
      </Room>
    </section>
  )
}

/**
 * The answer as a sentence, and what decided, with `children` between them. Where nothing is decided, the list of errors says
 * why.
 */
export function InWords({ answer, children }: { readonly answer: AnswerView; readonly children?: ReactNode }) {
  const mark = markOf(answer)
  const { code, rest } = withCodeApart(answer.sentence)
  return (
    <>
      <p className={styles.sentence}>
        <span className={styles.mark}>
          <DecisionMark decision={mark} />
        </span>{' '}
        {code !== undefined && (
          <span className={styles.code} style={{ color: `var(${MARKS[mark].token})` }}>
            {code}
          </span>
        )}
        <Words of={rest} />
      </p>
      {children}
      {answer.state !== 'not-decided' && answer.because.length > 0 && <Because answer={answer} />}
    </>
  )
}

function Because({ answer }: { readonly answer: AnswerView }) {
  const places = useMemo(() => placesByMention(answer.trace), [answer])
  return (
    <p className={styles.because}>
      <LinkedWords of={answer.because} targets={places} onGo={goTo} />
    </p>
  )
}
