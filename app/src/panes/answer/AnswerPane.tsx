import { plainText } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { shortened } from '@authz-playground/pictures'
import { useEffect, useId, useRef } from 'react'
import { NarrationPlace } from '../../chart/index.ts'
import {
  playground,
  useAudience,
  useHeldBack,
  useOffersChanges,
  useOutdated,
  usePlayground,
} from '../../session/index.ts'
import { announce, CopyButton, classes, lazyPart, Room, Tabs, VisuallyHidden } from '../../ui/index.ts'
import { type AnswerView, caveatOf } from '../../worker/index.ts'
import styles from './AnswerPane.module.css'
import { PartlyDecided, Undecided } from './Caveats.tsx'
import { HeldBack, YourGuess } from './HeldBack.tsx'
import { AnswerSentence, Because, Headline, OfDesign } from './InWords.tsx'
import { NotDecidedNotice, Slow } from './NotDecidedNotice.tsx'

// Loaded after the first answer: few requests change fields or write roles, and what nearly fits is asked then.
const changedFields = lazyPart('Changed fields', () =>
  import('./ChangedFields.tsx').then(({ ChangedFields }) => ChangedFields),
)
const grantedRules = lazyPart('Granted rules', () =>
  import('./GrantedRules.tsx').then(({ GrantedRules }) => GrantedRules),
)
const nearly = lazyPart('What nearly fits', () => import('./Nearly.tsx').then(({ Nearly }) => Nearly))
const actions = lazyPart('What would do it', () =>
  import('./OutcomeActions.tsx').then(({ OutcomeActions }) => OutcomeActions),
)
const commandAnswer = lazyPart('What kubectl prints', () =>
  import('./CommandAnswer.tsx').then(({ CommandAnswer }) => CommandAnswer),
)
const byLegacy = lazyPart('Constrain it', () => import('./ByLegacy.tsx').then(({ ByLegacy }) => ByLegacy))
const addAsGoal = lazyPart('What keeps it so', () =>
  import('../../goals/AddAsGoal.tsx').then(({ AddAsGoal }) => AddAsGoal),
)

interface OutcomeProps {
  /** Makes the whole answer as Markdown; undefined while there is none. */
  markdown(): Promise<string | undefined>
  /** The first answer is shown, so other parts may load. */
  readonly firstAnswerShown: boolean
}

/** The outcome: a headline, why, and where the request is refused the change that would allow it. */
export function AnswerPane({ markdown, firstAnswerShown }: OutcomeProps) {
  const answer = usePlayground((playground) => playground.answer)
  const slow = usePlayground((playground) => playground.slow)
  const notDecided = usePlayground((playground) => playground.notDecided)
  const outdated = useOutdated()
  const held = useHeldBack()
  const atStart = usePlayground(({ playback }) => playback.atStart)
  const title = useId()
  useAnnouncedAnswer(outdated || held ? undefined : answer)
  return (
    <section className={styles.outcome} aria-labelledby={title} aria-busy={outdated}>
      <VisuallyHidden>
        <h2 id={title}>Answer</h2>
      </VisuallyHidden>
      {slow && <Slow />}
      {notDecided !== undefined ? (
        <NotDecidedNotice notDecided={notDecided} />
      ) : answer === undefined ? (
        <p className={styles.waiting}>The policy is being read and the request decided.</p>
      ) : (
        <Room
          held={held}
          instead={
            <>
              {!atStart && (
                <div className={styles.moment}>
                  <NarrationPlace />
                </div>
              )}
              <HeldBack />
            </>
          }
          className={classes(styles.answer, outdated && styles.outdated)}
        >
          <Answer answer={answer} markdown={markdown} firstAnswerShown={firstAnswerShown} />
        </Room>
      )}
    </section>
  )
}

function Answer({ answer, markdown, firstAnswerShown }: OutcomeProps & { readonly answer: AnswerView }) {
  const { state, trace, question } = answer
  const refused = isRefused(trace)
  useEffect(() => {
    if (!firstAnswerShown) return
    nearly.load()
    actions.load()
  }, [firstAnswerShown])
  const whole = (
    <>
      <Headline answer={answer} />
      <AnswerSentence answer={answer} />
      <OfDesign answer={answer} />
      <Caveat answer={answer} />
      {refused ? (
        <div className={styles.nearly}>{firstAnswerShown && <nearly.Shown />}</div>
      ) : (
        <Because answer={answer} />
      )}
      {question && (
        <div className={styles.command}>{firstAnswerShown && <commandAnswer.Shown question={question} />}</div>
      )}
      {state === 'not-decided' && <Undecided answer={answer} />}
      {firstAnswerShown && <Special answer={answer} />}
      {trace && <Actions firstAnswerShown={firstAnswerShown} />}
      {trace && <Tools answer={answer} markdown={markdown} firstAnswerShown={firstAnswerShown} />}
    </>
  )
  if (!question?.hasAnswer) return whole
  return (
    <Tabs
      label="The question of the command"
      tabs={QUESTION_TABS}
      selected={question.shown}
      onSelect={(id) => playground.getState().showReview(id === 'review')}
    >
      <div className={classes(styles.answer, styles.ofTab)}>{whole}</div>
    </Tabs>
  )
}

function Caveat({ answer }: { readonly answer: AnswerView }) {
  const caveat = caveatOf(answer)
  return caveat !== undefined && <PartlyDecided answer={answer} caveat={caveat} />
}

/** Few answers have these: they impersonate by the legacy verb, change fields, or write roles. */
function Special({ answer: { changes, trace, design } }: { readonly answer: AnswerView }) {
  return (
    <>
      {design.id === 'constrained' && trace?.byLegacy && (
        <div className={styles.legacy}>
          <byLegacy.Shown />
        </div>
      )}
      {changes && <changedFields.Shown changes={changes} trace={trace} />}
      {trace?.grant && <grantedRules.Shown grant={trace.grant} />}
    </>
  )
}

/** Makes the change that allows the request, and says what became of a guess. */
function Actions({ firstAnswerShown }: Pick<OutcomeProps, 'firstAnswerShown'>) {
  const offersChanges = useOffersChanges()
  return (
    <div className={classes(styles.actions, offersChanges && styles.withChanges)}>
      <YourGuess />
      {firstAnswerShown && offersChanges && <actions.Shown />}
    </div>
  )
}

/** Keeps the answer as a goal, and copies it. */
function Tools({ answer, markdown, firstAnswerShown }: OutcomeProps & { readonly answer: AnswerView }) {
  const audience = useAudience()
  /** Goals are offered where the page shows them: not in a lesson, and to readers of the documentation where there are some. */
  const hasGoals = usePlayground((now) => now.lesson === undefined && (audience !== 'learn' || now.goals.length > 0))
  return (
    <div className={styles.tools}>
      {firstAnswerShown && hasGoals && answer.state === 'decided' && <addAsGoal.Shown asIcon />}
      <CopyButton text={markdown} label="answer as Markdown" asIcon />
    </div>
  )
}

/** Chart, timeline and answer are about the one or the other. */
const QUESTION_TABS = [
  { id: 'answer', title: 'What it asks' },
  { id: 'review', title: 'What it sends' },
] as const

/** The pause after typing, after which an answer is announced. Milliseconds. */
const SETTLED = 600

/**
 * Announces a new answer to screen readers after a pause, so that typing is not interrupted. The first answer is read
 * in its place.
 */
function useAnnouncedAnswer(answer: AnswerView | undefined): void {
  const said = useRef<string>(undefined)
  useEffect(() => {
    if (answer === undefined) return
    const sentence = shortened([caveatOf(answer) ?? '', plainText(answer.sentence)].join(' ').trim())
    if (said.current === undefined) said.current = sentence
    if (said.current === sentence) return
    const timer = setTimeout(() => {
      said.current = sentence
      announce(sentence)
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [answer])
}
