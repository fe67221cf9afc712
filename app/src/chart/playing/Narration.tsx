import { type ChartTime, happening, narrated, type Story, wayTo } from '@authz-playground/pictures'
import { Words } from '../../ui/index.ts'
import { CheckCard } from './CheckCard.tsx'
import styles from './Narration.module.css'

interface NarrationProps {
  readonly story: Story | undefined
  readonly time: ChartTime
  /** The review is shown here, because there is no room beside the nodes. */
  readonly withReview: boolean
  /** There is little room here, too. */
  readonly compact?: boolean
}

/** The step in words, below the player. `useAnnouncedSteps` announces it. */
export function Narration({ story, time, withReview, compact = false }: NarrationProps) {
  const check = story?.steps[time.position]?.check
  return (
    <div className={styles.narration} data-review={withReview} data-compact={compact}>
      {story !== undefined &&
        (withReview && check && time.phase !== 'travelling' ? (
          <CheckCard
            story={story}
            step={time.position}
            check={check}
            answered={time.phase === 'done'}
            compact={compact}
          />
        ) : (
          <Sentence story={story} time={time} />
        ))}
    </div>
  )
}

function Sentence({ story, time: { position, phase } }: { readonly story: Story; readonly time: ChartTime }) {
  const check = story.steps[position]?.check
  const said =
    phase === 'done' ? (check ? happening(story, position) : narrated(story, position)) : wayTo(story, position)
  return (
    <p className={styles.sentence}>
      <Words of={said} />
    </p>
  )
}
