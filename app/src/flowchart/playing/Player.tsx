import { usePlayground } from '../../scenario/playground.ts'
import { SPEEDS, type Speed } from '../../scenario/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { positionInWords, type Story } from './narration.ts'
import styles from './Player.module.css'

/** More ticks than this run into each other. */
const MOST_TICKS = 60

const SPEED_OPTIONS = SPEEDS.map((speed) => ({ value: String(speed), title: `${speed} ×` }))

/** The controls of the player. Without a story there is nothing to play, and all of them are off. */
export function Player({ story }: { readonly story: Story | undefined }) {
  const { position, playing, speed } = usePlayground(({ playback }) => playback)
  const { scrub, play, pause, setSpeed } = usePlayground.getState()
  const last = (story?.steps.length ?? 1) - 1
  const none = last < 1
  const atStart = none || position <= 0
  const atEnd = none || position >= last
  return (
    <div className={styles.place}>
      <fieldset className={styles.player} aria-label="Player">
        <div className={styles.controls}>
          <IconButton icon="toStart" label="Restart" keys="Home" aria-disabled={atStart} onClick={() => scrub(0)} />
          <IconButton
            icon="stepBack"
            label="Back"
            keys="←"
            aria-disabled={atStart}
            onClick={() => scrub(position - 1)}
          />
          <Button look="primary" className={styles.play} disabled={none} onClick={playing ? pause : play}>
            <Icon name={playing ? 'pause' : 'play'} />
            {playing ? 'Pause' : 'Play'}
          </Button>
          <IconButton
            icon="stepForward"
            label="Step"
            keys="→"
            aria-disabled={atEnd}
            onClick={() => scrub(position + 1)}
          />
          <Select
            inline
            label={<VisuallyHidden>Speed</VisuallyHidden>}
            value={String(speed)}
            options={SPEED_OPTIONS}
            onChange={(value) => setSpeed(Number(value) as Speed)}
          />
        </div>
        <div className={styles.scrubber}>
          <div className={styles.ticks} aria-hidden="true">
            {story !== undefined &&
              story.checkSteps.length <= MOST_TICKS &&
              story.checkSteps.map((step) => (
                <span
                  key={step}
                  className={styles.tick}
                  style={{ insetInlineStart: `${(100 * step) / Math.max(1, last)}%` }}
                />
              ))}
          </div>
          <input
            type="range"
            className={styles.range}
            aria-label="Step of the request"
            aria-valuetext={story === undefined ? 'No step' : positionInWords(story, position)}
            min={0}
            max={Math.max(1, last)}
            step={1}
            value={none ? 0 : position}
            disabled={none}
            onChange={(event) => scrub(event.target.valueAsNumber)}
          />
        </div>
      </fieldset>
    </div>
  )
}
