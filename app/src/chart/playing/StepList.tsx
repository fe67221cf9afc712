import { narrated, type Story } from '@authz-playground/pictures'
import { memo } from 'react'
import { Words } from '../../ui/index.ts'
import styles from './StepList.module.css'

/** So many steps are in the list; the timeline has all of them. */
const WRITTEN = 60

interface StepListProps {
  readonly story: Story
  readonly position: number
  /** The number of steps in the list, where later ones are held back. */
  readonly reached?: number | undefined
}

/** The path of the request in words, for people who do not see the chart, and while it loads. */
export function StepList({ story, position, reached }: StepListProps) {
  const steps = story.steps.slice(0, reached)
  return (
    <ol className={styles.steps} aria-label="The way of the request, step by step">
      {steps.slice(0, WRITTEN).map((_, index) => (
        // Steps have no name but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <StepInWords key={index} story={story} index={index} current={index === position} />
      ))}
      {steps.length > WRITTEN && (
        <li>{(steps.length - WRITTEN).toLocaleString('en')} more steps are in the timeline.</li>
      )}
    </ol>
  )
}

interface StepInWordsProps {
  readonly story: Story
  readonly index: number
  readonly current: boolean
}

const StepInWords = memo(function StepInWords({ story, index, current }: StepInWordsProps) {
  return (
    <li aria-current={current ? 'step' : undefined}>
      <Words of={narrated(story, index)} />
    </li>
  )
})
