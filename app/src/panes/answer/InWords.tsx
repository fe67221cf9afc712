import { MARKS, markOf, withCodeApart } from '@authz-playground/pictures'
import { type ReactNode, useMemo } from 'react'
import { goTo } from '../../session/index.ts'
import { DecisionMark, LinkedWords, Words } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import styles from './InWords.module.css'
import { placesByMention } from './mentioned-places.ts'

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
