import type { ReactNode } from 'react'
import { SPEEDS, type Speed } from '../../session/index.ts'
import { Button, Icon, IconButton, Select, VisuallyHidden } from '../../ui/index.ts'
import type { Controls } from './controls.ts'
import styles from './Player.module.css'

/** More ticks would overlap. */
const MOST_TICKS = 60

const SPEED_OPTIONS = SPEEDS.map((speed) => ({ value: String(speed), title: `${speed} ×` }))

interface PlayerProps {
  readonly controls: Controls
  /** The steps that are marked on the scrubber: those with a check. */
  readonly ticks: readonly number[]
  /** The name of the scrubber: "Step of the request". */
  readonly label: string
  /** The present step in words; undefined where there is none. */
  readonly inWords: string | undefined
  /** More controls, after the others. */
  readonly children?: ReactNode
}

/** The controls of a player. Where there is nothing to play, all of them are off. */
export function Player({ controls, ticks, label, inWords, children }: PlayerProps) {
  const { player, speed, last, scrub, play, pause, setSpeed } = controls
  const { position, playing } = player
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
          {/* At the end there is nothing more to see: the next step is to change something. */}
          <Button
            look={atEnd ? 'outlined' : 'primary'}
            className={styles.play}
            disabled={none}
            onClick={playing ? pause : play}
          >
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
          {children}
        </div>
        <div className={styles.scrubber}>
          <div className={styles.ticks} aria-hidden="true">
            {ticks.length <= MOST_TICKS &&
              ticks.map((step) => (
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
            aria-label={label}
            aria-valuetext={inWords ?? 'No step'}
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
