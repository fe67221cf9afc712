import { outputInWords } from '@authz-playground/engine/query'
import { printHTTP } from '@authz-playground/engine/requests'
import { playground, useAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { Code, Tabs } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import styles from './CommandAnswer.module.css'

const TABS = [
  { id: 'answer', title: 'What it asks' },
  { id: 'review', title: 'The review that it sends' },
] as const

interface CommandAnswerProps {
  readonly question: NonNullable<AnswerView['question']>
}

/**
 * What a command that asks a question prints, and the review by which it asks. The tabs choose which of the two chart,
 * timeline and answer show.
 */
export function CommandAnswer({ question }: CommandAnswerProps) {
  if (!question.hasAnswer) return <Printed question={question} />
  return (
    <Tabs
      label="The question of the command"
      tabs={TABS}
      selected={question.shown}
      onSelect={(id) => playground.getState().showReview(id === 'review')}
    >
      {question.shown === 'answer' ? <Printed question={question} /> : <Review />}
    </Tabs>
  )
}

function Printed({ question }: CommandAnswerProps) {
  const answer = usePlayground((now) => now.answer)
  const output = useAnswer(() => workerApi().printed(), [answer])
  if (output === undefined) return null
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
  return <Code text={printHTTP(request).text.trimEnd()} label="Review" copy wrap />
}
