import { plainText, type RichText } from '@authz-playground/engine'
import { asking, type ChartTime, happening, narrated, type Story, wayTo } from '@authz-playground/pictures'
import { useMemo } from 'react'
import { Words } from '../../ui/index.ts'
import { CheckCard } from './CheckCard.tsx'
import { DecidingRule } from './DecidingRule.tsx'
import styles from './Narration.module.css'

interface NarrationProps {
  readonly story: Story | undefined
  readonly time: ChartTime
  /** Where the note of a node is shown instead. */
  readonly dock?: (element: HTMLElement | null) => void
}

/** So many of the longest sentences keep the room for all of them: which is highest depends on where lines break. */
const LONGEST = 3

/**
 * The step in words, below the player. `useAnnouncedSteps` announces it. The room for the longest sentence of the
 * request is kept, so that nothing moves.
 */
export function Narration({ story, time, dock }: NarrationProps) {
  const longest = useMemo(() => (story === undefined ? [] : longestOf(story)), [story])
  return (
    <div className={styles.narration}>
      {longest.map((words) => (
        <p key={plainText(words)} className={styles.room} aria-hidden="true">
          <Words of={words} />
        </p>
      ))}
      {story !== undefined && (
        <p className={styles.sentence}>
          <Words of={sentenceAt(story, time)} />
        </p>
      )}
      {dock && <div ref={dock} className={styles.dock} aria-hidden="true" />}
    </div>
  )
}

/** While the request travels on from a check, the words of the check stay. */
function sentenceAt(story: Story, { position, phase }: ChartTime): RichText {
  const checks = story.steps[position]?.check !== undefined
  if (phase === 'done') return checks ? happening(story, position) : narrated(story, position)
  if (phase === 'asking') return asking(story, position)
  const way = wayTo(story, position)
  return way.length > 0 || position === 0 ? way : sentenceAt(story, { position: position - 1, phase: 'done' })
}

function longestOf(story: Story): readonly RichText[] {
  const all = story.steps.map((_, position) => sentenceAt(story, { position, phase: 'done' }))
  return all.sort((a, b) => plainText(b).length - plainText(a).length).slice(0, LONGEST)
}

/**
 * The check of the step beside the chart, in the present view, with the rule that decided it; where the step makes no
 * check, the step in a sentence. The end shows the rule of the last check.
 */
export function PresentedStep({ story, time }: Pick<NarrationProps, 'story' | 'time'>) {
  const { position, phase } = time
  if (story === undefined) return null
  const check = story.steps[position]?.check
  const atEnd = position === story.steps.length - 1 && phase === 'done'
  const last = story.steps[story.checkSteps.at(-1) ?? -1]?.check
  return check && phase !== 'travelling' ? (
    <CheckCard story={story} step={position} check={check} answered={phase === 'done'}>
      {phase === 'done' && <DecidingRule check={check} />}
    </CheckCard>
  ) : (
    <>
      <p>
        <Words of={sentenceAt(story, time)} />
      </p>
      {atEnd && last && <DecidingRule check={last} />}
    </>
  )
}
