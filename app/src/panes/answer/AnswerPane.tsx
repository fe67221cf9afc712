import { plainText } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { shortened } from '@authz-playground/pictures'
import { useEffect, useId, useRef } from 'react'
import { playground, useAudience, useHeldBack, useOutdated, usePlayground } from '../../session/index.ts'
import { announce, CopyButton, classes, lazyPart, Room, Tabs } from '../../ui/index.ts'
import { type AnswerView, caveatOf } from '../../worker/index.ts'
import styles from './AnswerPane.module.css'
import { PartlyDecided, Undecided } from './Caveats.tsx'
import { Drawer } from './Drawer.tsx'
import { EffectDrawers } from './EffectDrawers.tsx'
import { HeldBack } from './HeldBack.tsx'
import { InWords } from './InWords.tsx'
import { NotDecidedNotice, Slow } from './NotDecidedNotice.tsx'
import { WhatWouldDoIt } from './WhatWouldDoIt.tsx'

// Loaded later: few requests change fields or write roles, what nearly fits is asked behind the answer, and nobody opens
// a drawer before the first answer is shown.
const changedFields = lazyPart('Changed fields', () =>
  import('./ChangedFields.tsx').then(({ ChangedFields }) => ChangedFields),
)
const grantedRules = lazyPart('Granted rules', () =>
  import('./GrantedRules.tsx').then(({ GrantedRules }) => GrantedRules),
)
const nearly = lazyPart('What nearly fits', () => import('./Nearly.tsx').then(({ Nearly }) => Nearly))
const commandAnswer = lazyPart('What kubectl prints', () =>
  import('./CommandAnswer.tsx').then(({ CommandAnswer }) => CommandAnswer),
)
const byLegacy = lazyPart('Constrain it', () => import('./ByLegacy.tsx').then(({ ByLegacy }) => ByLegacy))
const addAsGoal = lazyPart('What keeps it so', () =>
  import('../../goals/AddAsGoal.tsx').then(({ AddAsGoal }) => AddAsGoal),
)
const onCluster = lazyPart('On your cluster', () => import('./OnCluster.tsx').then(({ OnCluster }) => OnCluster))
const designPart = lazyPart('Design', () => import('./DesignPart.tsx').then(({ DesignPart }) => DesignPart))

interface OutcomeProps {
  /** Makes the whole answer as Markdown; undefined while there is none. */
  markdown(): Promise<string | undefined>
  /** The title of the scenario; empty where it has none. */
  readonly title: string
  /** The first answer is shown, so other parts may load. */
  readonly firstAnswerShown: boolean
}

/** The answer in one sentence, what decided, and then what client, audit log and metrics get. */
export function AnswerPane({ markdown, title: named, firstAnswerShown }: OutcomeProps) {
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
      <header className={styles.header}>
        <h2 id={title} className={styles.title}>
          Answer
        </h2>
        {outdated && <span className={styles.title}>deciding …</span>}
        {answer?.trace && !atStart && (
          <CopyButton
            text={markdown}
            label={held ? 'whole answer as Markdown, with the end' : 'answer as Markdown'}
            shown="Copy as Markdown"
          />
        )}
      </header>
      {slow && <Slow />}
      {notDecided !== undefined ? (
        <NotDecidedNotice notDecided={notDecided} />
      ) : answer === undefined ? (
        <p className={styles.waiting}>The policy is being read and the request decided.</p>
      ) : (
        <Room held={held} instead={<HeldBack />} className={classes(styles.answer, outdated && styles.outdated)}>
          <Answer answer={answer} title={named} firstAnswerShown={firstAnswerShown} />
        </Room>
      )}
    </section>
  )
}

function Answer({
  answer,
  title,
  firstAnswerShown,
}: Pick<OutcomeProps, 'title' | 'firstAnswerShown'> & { readonly answer: AnswerView }) {
  const audience = useAudience()
  /** In a lesson people find the change by themselves, with hints. */
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  /** Goals are offered where the page shows them: not in a lesson, and to readers of the documentation where there are some. */
  const hasGoals = usePlayground((now) => now.lesson === undefined && (audience !== 'learn' || now.goals.length > 0))
  const caveat = caveatOf(answer)
  const { state, effects, trace, design, changes, question } = answer
  useEffect(() => {
    if (!firstAnswerShown) return
    nearly.load()
    onCluster.load()
    designPart.load()
  }, [firstAnswerShown])
  const whole = (
    <>
      {caveat !== undefined && <PartlyDecided answer={answer} caveat={caveat} />}
      <InWords answer={answer}>
        {isRefused(trace) && <div className={styles.nearly}>{firstAnswerShown && <nearly.Shown />}</div>}
      </InWords>
      {design.id === 'constrained' && isByLegacy(trace) && (
        <div className={styles.legacy}>{firstAnswerShown && <byLegacy.Shown />}</div>
      )}
      {question && (
        <div className={styles.command}>{firstAnswerShown && <commandAnswer.Shown question={question} />}</div>
      )}
      {state === 'not-decided' && <Undecided answer={answer} />}
      {hasGoals && state === 'decided' && (
        <div className={styles.stay}>{firstAnswerShown && <addAsGoal.Shown look="quiet" />}</div>
      )}
      <div>
        {!inLesson && <WhatWouldDoIt refused={isRefused(trace)} firstAnswerShown={firstAnswerShown} />}
        {changes && <changedFields.Shown changes={changes} trace={trace} />}
        {trace?.grant && <grantedRules.Shown grant={trace.grant} />}
        {effects && <EffectDrawers effects={effects} trace={trace} caveat={caveat} />}
        {state === 'decided' && (
          <Drawer title="On your cluster" glance="a script asks the same">
            <onCluster.Shown answer={answer} title={title} />
          </Drawer>
        )}
        {audience !== 'learn' && (
          <Drawer title="Design" glance={design.title}>
            <designPart.Shown design={design} />
          </Drawer>
        )}
      </div>
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

/** Whether somebody was impersonated, and by no mode that the audit event names. */
function isByLegacy(trace: AnswerView['trace']): boolean {
  return trace?.impersonatedUser !== undefined && trace.constraint === undefined
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
