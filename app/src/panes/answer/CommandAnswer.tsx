import { printHTTP } from '@authz-playground/engine/internal/http'
import { outputInWords } from '@authz-playground/engine/internal/query'
import { useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { Code } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import styles from './CommandAnswer.module.css'

interface CommandAnswerProps {
  readonly question: NonNullable<AnswerView['question']>
}

/** What a command that asks a question prints; or, in the tab of the review, the review as it is sent. */
export function CommandAnswer({ question }: CommandAnswerProps) {
  return question.hasAnswer && question.shown === 'review' ? <Review /> : <Printed question={question} />
}

function Printed({ question }: CommandAnswerProps) {
  const answer = usePlayground((now) => now.answer)
  const output = useLastAnswer(() => workerApi().printed(), [answer])
  if (!output) return null
  const { out, err } = output
  return (
    <div className={styles.printed}>
      <p className={styles.words}>{outputInWords(output, question)}</p>
      {err !== '' && <Code text={err.trimEnd()} label="On standard error" wrap />}
      {out !== '' && <Code text={out.trimEnd()} label="Output of kubectl" copy />}
    </div>
  )
}

function Review() {
  const request = usePlayground((now) => now.answer?.request?.request)
  if (request === undefined) return null
  return <Code text={printHTTP(request).text.trimEnd()} label="Request" copy wrap />
}
