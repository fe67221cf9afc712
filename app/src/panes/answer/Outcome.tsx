import { lazy, Suspense, useId } from 'react'
import { useOutdated, usePlayground } from '../../session/index.ts'
import { Button, CopyButton, classes } from '../../ui/index.ts'
import { type AnswerView, caveatOf } from '../../worker/index.ts'
import { useAnnouncedAnswer } from './announcing.ts'
import { InWords } from './Headline.tsx'
import styles from './Outcome.module.css'

// What comes behind the first answer is drawn by code that comes behind it.
const Effects = lazy(() => import('./Effects.tsx').then(({ Effects }) => ({ default: Effects })))
const ChangedFields = lazy(() =>
  import('./ChangedFields.tsx').then(({ ChangedFields }) => ({ default: ChangedFields })),
)
const GrantedRules = lazy(() => import('./GrantedRules.tsx').then(({ GrantedRules }) => ({ default: GrantedRules })))
// What says that an answer rests on less comes with the offer to decide with less, which alone leads there.
const Undecided = lazy(() => import('./Reservations.tsx').then(({ Undecided }) => ({ default: Undecided })))
const PartlyDecided = lazy(() => import('./Reservations.tsx').then(({ PartlyDecided }) => ({ default: PartlyDecided })))
const OnCluster = lazy(() => import('./OnCluster.tsx').then(({ OnCluster }) => ({ default: OnCluster })))
const DesignPart = lazy(() => import('./DesignPart.tsx').then(({ DesignPart }) => ({ default: DesignPart })))

interface OutcomeProps {
  /** The whole answer as Markdown, made where it is asked for; undefined while there is none. */
  markdown(): Promise<string | undefined>
  /** What the scenario is called; empty where it has no title. */
  readonly title: string
  /** The first answer is on screen, so that what comes behind it may load. */
  readonly settled: boolean
}

/** The answer first: in one sentence, what decided, and then what client, audit log and metrics get. */
export function Outcome({ markdown, title: named, settled }: OutcomeProps) {
  const answer = usePlayground((playground) => playground.answer)
  const failure = usePlayground((playground) => playground.failure)
  const outdated = useOutdated()
  const title = useId()
  useAnnouncedAnswer(outdated ? undefined : answer)
  return (
    <section className={styles.outcome} aria-labelledby={title} aria-busy={outdated}>
      <header className={styles.header}>
        <h2 id={title} className={styles.title}>
          Answer
        </h2>
        {outdated && failure === undefined && <span className={styles.title}>deciding …</span>}
        {answer?.trace && failure === undefined && (
          <CopyButton text={markdown} label="answer as Markdown" shown="Copy as Markdown" />
        )}
      </header>
      {failure !== undefined ? (
        <Failure failure={failure} />
      ) : answer === undefined ? (
        <p className={styles.waiting}>The policy is being read and the request decided.</p>
      ) : (
        <div className={classes(styles.answer, outdated && styles.outdated)}>
          <Answer answer={answer} title={named} settled={settled} />
        </div>
      )}
    </section>
  )
}

function Answer({ answer, title, settled }: Pick<OutcomeProps, 'title' | 'settled'> & { readonly answer: AnswerView }) {
  const caveat = caveatOf(answer)
  const { state, effects, trace, design, changes } = answer
  return (
    <>
      <Suspense>{caveat !== undefined && <PartlyDecided answer={answer} caveat={caveat} />}</Suspense>
      <InWords answer={answer} />
      <Suspense>{state === 'not-decided' && <Undecided answer={answer} />}</Suspense>
      <div>
        <Suspense>{changes && <ChangedFields changes={changes} trace={trace} />}</Suspense>
        <Suspense>{trace?.grant && <GrantedRules grant={trace.grant} />}</Suspense>
        <Suspense>{effects && <Effects effects={effects} trace={trace} caveat={caveat} />}</Suspense>
        <Suspense>{settled && state === 'decided' && <OnCluster answer={answer} title={title} />}</Suspense>
        <Suspense>{settled && <DesignPart design={design} />}</Suspense>
      </div>
    </>
  )
}

/** Why nothing can be decided, and what to do. Whatever was shown before is gone: it would be no answer to anything. */
function Failure({ failure }: { readonly failure: string }) {
  return (
    <div className={styles.answer} role="alert">
      <p className={styles.failed}>No answer can be given.</p>
      <p>{failure}</p>
      <p>Policy and request are kept as they are when the page is loaded again.</p>
      <Button className={styles.reload} onClick={() => location.reload()}>
        Reload the page
      </Button>
    </div>
  )
}
