import { holdBack, usePlayground } from '../../session/index.ts'
import { IconButton } from '../../ui/index.ts'

/** Chooses whether what has not happened yet is held back while the request is in progress. */
export function HoldBackButton() {
  const holdsBack = usePlayground(({ playback }) => playback.holdsBack)
  return (
    <IconButton
      icon={holdsBack ? 'hidden' : 'shown'}
      label="Hide the answer until the end"
      aria-pressed={holdsBack}
      onClick={() => holdBack(!holdsBack)}
    />
  )
}
