import { plainText } from '@authz-playground/engine'
import {
  advanced,
  type ChartPhase,
  narrated,
  type Paced,
  type PlayerState,
  paused,
  phaseTime,
  restingAt,
  type Story,
  scrubbed,
  startedPlaying,
  storyOf,
} from '@authz-playground/pictures'
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { playground, usePlayground } from '../../session/index.ts'
import { useReducedMotion } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { ChartKeys } from '../ChartKeys.tsx'
import { type Controls, useAnnouncedSteps, usePlayerClock } from '../playing/controls.ts'
import { Player } from '../playing/Player.tsx'
import { useChartKeys } from '../playing/useChartKeys.ts'
import { useChartView } from '../useChartView.ts'
import { alignedStops, comesAt, pacedAt, playerOf, type Sided } from './alignment.ts'
import styles from './ChartPair.module.css'
import { Side } from './Side.tsx'

const SIDES = [0, 1] as const
const NO_STEPS: Story['steps'] = []

interface PairProps {
  readonly answers: Sided<AnswerView>
  /** What tells the two apart. */
  readonly titles: Sided<string>
  /** The parts of an answer that are of an older question. */
  readonly outdated?: Sided<boolean>
  /** Stands in place of a title. */
  head?(side: 0 | 1): ReactNode
  onOpen(side: 0 | 1): void
}

/** Two flowcharts and one player for both: they wait for each other at checks. */
export function ChartPair({ answers, titles, outdated = [false, false], head, onOpen }: PairProps) {
  const [left, right] = answers
  const [whole, setWhole] = useState(false)
  const runs = useMemo(() => [runOf(answers[0], whole), runOf(answers[1], whole)] as const, [answers, whole])
  const charts = [
    useChartView(left.design.graph, left.chart, false, runs[0]),
    useChartView(right.design.graph, right.chart, false, runs[1]),
  ] as const
  const [leftLayout, rightLayout] = [charts[0].layout, charts[1].layout]
  const stories = useMemo(() => [toldBy(answers[0]), toldBy(answers[1])] as const, [answers])
  const ways = useMemo(() => [stories[0]?.steps ?? NO_STEPS, stories[1]?.steps ?? NO_STEPS] as const, [stories])
  const stops = useMemo(() => alignedStops(ways), [ways])
  const paced = useMemo(() => stops.map((_, stop) => pacedAt(stops, ways, stop)), [stops, ways])
  const controls = useOwnControls(answers, paced)
  const { speed } = controls
  const reducedMotion = useReducedMotion()
  const keysId = useId()

  /** The time of the slower of the two. */
  const timeOf = useCallback(
    (phase: ChartPhase, stop: number) => {
      const layouts = [leftLayout, rightLayout] as const
      const times = SIDES.map((side) => {
        const [story, position] = [stories[side], stops[stop]?.[side] ?? 0]
        const step = story?.steps[position]
        if (story === undefined || step === undefined || !comesAt(stops, side, stop)) return 0
        if (phase === 'asking' && step.check === undefined) return 0
        return phaseTime(story, layouts[side], { phase, position }, { speed, reducedMotion })
      })
      return Math.max(...times)
    },
    [leftLayout, rightLayout, stories, stops, speed, reducedMotion],
  )
  usePlayerClock(controls, paced, timeOf)
  const { position, phase, moved } = controls.player

  /** The present stop in words, for the sides that reach a step there. */
  function inWords(all: boolean): string {
    return SIDES.flatMap((side) => {
      const story = stories[side]
      if (story === undefined || !(all || comesAt(stops, side, position))) return []
      return [`${titles[side]}: ${plainText(narrated(story, stops[position]?.[side] ?? 0))}`]
    }).join(' ')
  }
  useAnnouncedSteps(moved && phase === 'done' ? inWords(false) : undefined)
  // What the runs did not use comes into view first, in both charts.
  const cameras = SIDES.map((side) => {
    const { camera, partial } = charts[side]
    return { zoomBy: camera.zoomBy, fit: partial ? () => setWhole(true) : camera.fit }
  })
  useChartKeys(charts[0].scroller, controls, cameras)
  const travelTime = timeOf('travelling', position)

  return (
    <>
      <ChartKeys id={keysId} />
      <div className={styles.pair}>
        {SIDES.map((side) => (
          <Side
            key={side}
            title={titles[side]}
            head={head?.(side)}
            answer={answers[side]}
            outdated={outdated[side]}
            chart={charts[side]}
            zooming={cameras[side] ?? charts[side].camera}
            {...(whole && { onOnlyRun: () => setWhole(false) })}
            story={stories[side]}
            player={playerOf(stops, side, ways[side], controls.player)}
            travelTime={travelTime}
            describedBy={keysId}
            onOpen={() => onOpen(side)}
          />
        ))}
      </div>
      <div className={styles.player}>
        <Player
          controls={controls}
          ticks={paced.flatMap(({ check }, stop) => (check === undefined ? [] : [stop]))}
          label="Step of both requests"
          inWords={stops.length === 0 ? undefined : `Step ${position + 1} of ${stops.length}. ${inWords(true)}`}
        />
      </div>
    </>
  )
}

/** Where a whole chart has no room, the pane shows the part that its run used. */
function runOf({ trace }: AnswerView, whole: boolean) {
  return trace && { steps: trace.steps, whole, ended: true }
}

function toldBy({ trace, checks, design }: AnswerView): Story | undefined {
  return trace && storyOf({ trace, checks, design })
}

/** A player over stops, separate from that of the page, with the same speed. It begins at the end. */
function useOwnControls(of: unknown, stops: readonly Paced[]): Controls {
  const last = Math.max(0, stops.length - 1)
  const speed = usePlayground(({ playback }) => playback.speed)
  const [now, setNow] = useState({ of, player: restingAt(last) })
  if (now.of !== of) setNow({ of, player: restingAt(last) })
  const move = useCallback(
    (change: (player: PlayerState, stops: readonly Paced[]) => PlayerState) =>
      setNow((before) => ({ ...before, player: change(before.player, stops) })),
    [stops],
  )
  const advance = useCallback(() => move(advanced), [move])
  return {
    player: now.player,
    last,
    speed,
    scrub: (position) => move((player) => scrubbed(player, position, stops)),
    advance,
    play: () => move(startedPlaying),
    pause: () => move(paused),
    setSpeed: playground.getState().setSpeed,
  }
}
