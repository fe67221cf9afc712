import '@authz-playground/pictures/chart.css'
import type { Step } from '@authz-playground/engine'
import {
  type ChartLayout,
  type ChartState,
  type ChartTime,
  isQuestionGrid,
  type Rectangle,
  type Story,
  stampsOn,
  wordsBox,
} from '@authz-playground/pictures'
import type { RefObject } from 'react'
import type { Camera } from '../camera/useCamera.ts'
import { CheckCard } from '../playing/CheckCard.tsx'
import { Callout } from './Callout.tsx'
import styles from './ChartStage.module.css'
import { NodeNote } from './NodeNote.tsx'

interface ChartStageProps {
  readonly host: RefObject<HTMLDivElement | null>
  readonly layout: ChartLayout
  readonly nodes: Story['nodes']
  readonly story: Story | undefined
  readonly state: ChartState
  readonly player: ChartTime
  readonly camera: Camera
  /** The node that is pointed at, or pinned. */
  readonly noted: string | undefined
  /** The current check is shown beside its node. */
  readonly showsCheck: boolean
  /** Where the note of a node is if there is no room for it beside the node. */
  readonly dock: HTMLElement | null
}

/** The drawing of the chart at the camera’s zoom, and over it the words of a node. */
export function ChartStage({ host, ...words }: ChartStageProps) {
  const { layout, camera } = words
  const { zoom } = camera
  return (
    <div className={styles.stage} style={{ inlineSize: layout.width * zoom, blockSize: layout.height * zoom }}>
      <div ref={host} />
      <Words {...words} />
    </div>
  )
}

type WordsProps = Omit<ChartStageProps, 'host'>

/** The words beside a node: the note of the node that is pointed at, or the current check. */
function Words({ layout, nodes, story, state, player, camera, noted, showsCheck, dock }: WordsProps) {
  const { position, phase } = player
  const boxOf = (id: string | undefined) => layout.nodes.find((node) => node.id === id)?.box
  const node = noted === undefined ? undefined : nodes.get(noted)
  const box = boxOf(noted)
  if (node !== undefined && box !== undefined) {
    return (
      <Callout box={box} shown={shownOn(layout, state, story?.steps ?? [])} camera={camera} dock={dock}>
        <NodeNote node={node} story={story} position={position} />
      </Callout>
    )
  }
  const step = story?.steps[position]
  const place = boxOf(step?.node)
  if (!showsCheck || story === undefined || step?.check === undefined || place === undefined || phase === 'travelling')
    return null
  // Where there is no room for it, the words under the player say the same.
  return (
    <Callout box={place} shown={shownOn(layout, state, story.steps)} camera={camera} dock={null}>
      <CheckCard story={story} step={position} check={step.check} answered={phase === 'done'} />
    </Callout>
  )
}

/** The boxes of all nodes, words and stamps that are shown. A chart of one run shows what the request has come to. */
function shownOn(layout: ChartLayout, state: ChartState, steps: readonly Step[]): readonly Rectangle[] {
  if (isQuestionGrid(layout)) {
    const labels = layout.edges.flatMap(({ label }) => label?.box ?? [])
    return [...layout.nodes.map(({ box }) => box), ...labels, ...layout.words.map(wordsBox)]
  }
  const run = layout.asides !== undefined
  const nodes = layout.nodes.filter(({ id }) => !run || state.nodes.get(id) !== 'open')
  const edges = layout.edges.filter(({ id }) => !run || state.edges.get(id) !== 'open')
  const reached = new Set(edges.map(({ from }) => from))
  return [
    ...nodes.map(({ box }) => box),
    ...edges.flatMap(({ label }) => (label === undefined ? [] : [label.box])),
    ...(layout.asides ?? []).filter(({ node }) => reached.has(node)).map(({ box }) => box),
    ...stampsOn(layout, state, steps).map(({ box }) => box),
  ]
}
