import type { RichText } from '@authz-playground/engine'
import { asking, type ChartTime, happening, narrated, type Story, wayTo } from '@authz-playground/pictures'

/** The step in a sentence. While the request travels on from a check, the words of the check stay. */
export function sentenceAt(story: Story, { position, phase }: ChartTime): RichText {
  const checks = story.steps[position]?.check !== undefined
  if (phase === 'done') return checks ? happening(story, position) : narrated(story, position)
  if (phase === 'asking') return asking(story, position)
  const way = wayTo(story, position)
  return way.length > 0 || position === 0 ? way : sentenceAt(story, { position: position - 1, phase: 'done' })
}
