import { plainText, type RichText } from '@authz-playground/engine'
import { MARKS, markOf, withCodeApart } from '@authz-playground/pictures'
import { useMemo } from 'react'
import { goTo } from '../../session/index.ts'
import { DecisionMark, LinkedWords, VisuallyHidden, Words } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import styles from './InWords.module.css'
import { placesByMention } from './mentioned-places.ts'

/** The answer in a few words, with its mark; a sentence that is short enough is one itself. */
export function Headline({ answer }: { readonly answer: AnswerView }) {
  const As = isItsHeadline(answer) ? 'p' : 'h3'
  const mark = markOf(answer)
  const { code, rest } = withCodeApart(answer.headline)
  return (
    <As className={styles.headline} data-headline data-sentence={As === 'p' || undefined}>
      <span className={styles.mark}>
        <DecisionMark decision={mark} />
      </span>{' '}
      {code !== undefined && (
        <span className={styles.code} style={{ color: `var(${MARKS[mark].token})` }}>
          {code}
        </span>
      )}
      <Words of={rest} />
    </As>
  )
}

/** Whether the answer is as short as its headline. */
function isItsHeadline({ headline, sentence }: AnswerView): boolean {
  return plainText(headline) === plainText(sentence)
}

/** The answer in one sentence, where that says more than the headline above it, which shows the code. */
export function AnswerSentence({ answer }: { readonly answer: AnswerView }) {
  if (isItsHeadline(answer)) return null
  const { headline, sentence } = answer
  const repeated = `${plainText(headline)}: `
  // Without the code of the headline, and without its words where the sentence begins with them.
  const hidden = plainText(sentence).startsWith(repeated) ? repeated : /^\d{3}: |/.exec(plainText(sentence))?.[0]
  const [lead, ...others] = withoutStart(sentence, hidden?.length ?? 0)
  return (
    <p className={styles.sentence} data-sentence>
      <VisuallyHidden>{hidden}</VisuallyHidden>
      {/* A name keeps its letters. */}
      {typeof lead === 'string' && <span className={styles.capital}>{lead.slice(0, 1)}</span>}
      <Words of={lead === undefined ? [] : [typeof lead === 'string' ? lead.slice(1) : lead, ...others]} />
    </p>
  )
}

/** Words without their first characters. */
function withoutStart([first, ...others]: RichText, length: number): RichText {
  if (first === undefined) return []
  const text = typeof first === 'string' ? first : first.code
  if (text.length <= length) return withoutStart(others, length - text.length)
  return [typeof first === 'string' ? first.slice(length) : { code: first.code.slice(length) }, ...others]
}

/** Whose design decided, where it is not one of the playground. */
export function OfDesign({ answer: { ofDesign } }: { readonly answer: AnswerView }) {
  return ofDesign === undefined ? null : <p className={styles.because}>{ofDesign}</p>
}

/** The rule that decided, with its line. Where nothing is decided, the list of errors says why. */
export function Because({ answer }: { readonly answer: AnswerView }) {
  const places = useMemo(() => placesByMention(answer.trace), [answer])
  if (answer.state === 'not-decided' || answer.because.length === 0) return null
  return (
    <p className={styles.because}>
      <LinkedWords of={answer.because} targets={places} onGo={goTo} />
    </p>
  )
}
