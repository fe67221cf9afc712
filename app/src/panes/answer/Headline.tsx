import { MARKS, markOf, withCodeApart } from '@authz-playground/pictures'
import { Fragment, useMemo } from 'react'
import { goTo, useHeldBack, useOutdated, usePlayground } from '../../session/index.ts'
import { classes, DecisionMark, LinkButton, Room, Words } from '../../ui/index.ts'
import { type AnswerView, caveatOf } from '../../worker/index.ts'
import styles from './Headline.module.css'
import { HeldBack } from './HeldBack.tsx'
import { placesByMention, withLineLinks } from './line-links.ts'

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

/** The answer as a sentence, and what decided. Where nothing is decided, the list of errors says why. */
export function InWords({ answer }: { readonly answer: AnswerView }) {
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
      {answer.state !== 'not-decided' && answer.because.length > 0 && <Because answer={answer} />}
    </>
  )
}

function Because({ answer }: { readonly answer: AnswerView }) {
  const pieces = useMemo(() => withLineLinks(answer.because, placesByMention(answer.trace)), [answer])
  return (
    <p className={styles.because}>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are replaced as a whole and hold no state
        <Fragment key={at}>
          {typeof piece === 'object' && 'place' in piece ? (
            <LinkButton onClick={() => goTo(piece.place)}>{piece.text}</LinkButton>
          ) : (
            <Words of={[piece]} />
          )}
        </Fragment>
      ))}
    </p>
  )
}
