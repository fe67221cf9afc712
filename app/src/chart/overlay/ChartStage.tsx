import '@authz-playground/pictures/chart.css'
import type { ChartLayout, ChartTime, Story } from '@authz-playground/pictures'
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
  readonly player: ChartTime
  readonly camera: Camera
  /** The node that is pointed at, or pinned. */
  readonly noted: string | undefined
  /** The current check is shown beside its node. */
  readonly showsCheck: boolean
}

/** The drawing of the chart at the camera’s zoom, and over it the words of a node. */
export function ChartStage({ host, layout, nodes, story, player, camera, noted, showsCheck }: ChartStageProps) {
  const { zoom } = camera
  return (
    <div className={styles.stage} style={{ inlineSize: layout.width * zoom, blockSize: layout.height * zoom }}>
      <div ref={host} />
      <Words
        layout={layout}
        nodes={nodes}
        story={story}
        player={player}
        camera={camera}
        noted={noted}
        showsCheck={showsCheck}
      />
    </div>
  )
}

type WordsProps = Omit<ChartStageProps, 'host'>

/** The words beside a node: the note of the node that is pointed at, or the current check. */
function Words({ layout, nodes, story, player, camera, noted, showsCheck }: WordsProps) {
  const { position, phase } = player
  const boxOf = (id: string | undefined) => layout.nodes.find((node) => node.id === id)?.box
  const reached = new Set(story?.steps.slice(0, position + 1).map(({ node }) => node))
  // Where only what the run used is shown, later nodes are hidden.
  const shown = layout.nodes.filter(({ id }) => layout.asides === undefined || reached.has(id))
  const othersThan = (id: string | undefined) => shown.filter((one) => one.id !== id).map(({ box }) => box)
  const node = noted === undefined ? undefined : nodes.get(noted)
  const box = boxOf(noted)
  if (node !== undefined && box !== undefined) {
    return (
      <Callout box={box} others={othersThan(noted)} camera={camera}>
        <NodeNote node={node} story={story} position={position} />
      </Callout>
    )
  }
  const step = story?.steps[position]
  const place = boxOf(step?.node)
  if (!showsCheck || story === undefined || step?.check === undefined || place === undefined || phase === 'travelling')
    return null
  return (
    <Callout box={place} others={othersThan(step.node)} camera={camera}>
      <CheckCard story={story} step={position} check={step.check} answered={phase === 'done'} />
    </Callout>
  )
}
