import type { Moment } from '@authz-playground/pictures'
import { happening, narrated, type Story, wayTo } from '@authz-playground/pictures'
import { Words } from '../../ui/index.ts'
import { CheckCard } from './CheckCard.tsx'
import styles from './Narration.module.css'

interface NarrationProps {
  readonly story: Story | undefined
  readonly moment: Moment
  /** There is no room by the nodes, so the review opens here. */
  readonly withReview: boolean
  /** There is little room here as well. */
  readonly compact?: boolean
}

/** The step in words, below the player. What it says is announced elsewhere. */
export function Narration({ story, moment, withReview, compact = false }: NarrationProps) {
  const check = story?.steps[moment.position]?.check
  return (
    <div className={styles.narration} data-review={withReview} data-compact={compact}>
      {story !== undefined &&
        (withReview && check && moment.phase !== 'travelling' ? (
          <CheckCard
            story={story}
            step={moment.position}
            check={check}
            answered={moment.phase === 'done'}
            compact={compact}
          />
        ) : (
          <Sentence story={story} moment={moment} />
        ))}
    </div>
  )
}

function Sentence({ story, moment: { position, phase } }: { readonly story: Story; readonly moment: Moment }) {
  const check = story.steps[position]?.check
  const said =
    phase === 'done' ? (check ? happening(story, position) : narrated(story, position)) : wayTo(story, position)
  return (
    <p className={styles.sentence}>
      <Words of={said} />
    </p>
  )
}
