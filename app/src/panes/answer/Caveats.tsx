import { useState } from 'react'
import { playground, usePlayground } from '../../session/index.ts'
import { Button, LinkButton } from '../../ui/index.ts'
import { type AnswerView, isDesignUnread } from '../../worker/index.ts'
import styles from './Caveats.module.css'
import { ProblemList } from './ProblemList.tsx'

/** Says above the answer that it rests on less than the whole input, and offers to decide only what is fully read. */
export function PartlyDecided({ answer, caveat }: { readonly answer: AnswerView; readonly caveat: string }) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.banner}>
      <p className={styles.caveat}>{caveat}</p>
      <p className={styles.choices}>
        <LinkButton aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide the errors' : 'Show the errors'}
        </LinkButton>
        <LinkButton onClick={() => playground.getState().decidePartly(false)}>
          Decide only what is fully read
        </LinkButton>
      </p>
      {shown && <ProblemList answer={answer} />}
    </div>
  )
}

/** The problems that prevent a decision, and the offer to decide with the rest. */
export function Undecided({ answer }: { readonly answer: AnswerView }) {
  const evenPartly = usePlayground((playground) => playground.evenPartly)
  // Without a request nothing can be decided, also where the policy was read.
  const readable = answer.request !== undefined
  const decidable = readable && !isDesignUnread(answer)
  return (
    <>
      {!readable && <p>The request itself could not be read, so there is nothing to decide from the rest.</p>}
      {decidable && !evenPartly && (
        <Button className={styles.offer} onClick={() => playground.getState().decidePartly(true)}>
          Decide with what could be read
        </Button>
      )}
      <ProblemList answer={answer} />
    </>
  )
}
