import type { Moment, Picture, Point, Story } from '@authz-playground/pictures'
import type { RefObject } from 'react'
import { classes } from '../../ui/index.ts'
import type { Camera } from '../camera/useCamera.ts'
import words from '../drawing/chart-words.module.css'
import type { Drawing } from '../drawing/drawing.ts'
import { CheckCard } from '../playing/CheckCard.tsx'
import { Callout } from './Callout.tsx'
import styles from './ChartView.module.css'
import { NodeNote } from './NodeNote.tsx'
import { Stamps } from './Stamps.tsx'
import { Token } from './Token.tsx'

interface ChartViewProps {
  readonly host: RefObject<HTMLDivElement | null>
  readonly drawing: Drawing | undefined
  readonly nodes: Story['nodes']
  readonly story: Story | undefined
  readonly moment: Moment & { readonly moved: boolean }
  readonly picture: Picture
  readonly camera: Camera
  readonly travelTime: number
  /** The node that is pointed at, or pinned. */
  readonly noted: string | undefined
  /** The check that the request has come to is shown by its node. */
  readonly showsCheck: boolean
}

/** The chart at the camera’s zoom, and over it what belongs to this request: the token, the stamps, the words at a node. */
export function ChartView({
  host,
  drawing,
  nodes,
  story,
  moment,
  picture,
  camera,
  travelTime,
  noted,
  showsCheck,
}: ChartViewProps) {
  const { zoom } = camera
  const { width = 0, height = 0 } = drawing?.size ?? {}
  return (
    <div className={styles.stage} style={{ inlineSize: width * zoom, blockSize: height * zoom }}>
      <div className={styles.chart} style={{ inlineSize: width, blockSize: height, transform: `scale(${zoom})` }}>
        <div ref={host} className={classes(words.words, styles.drawn)} />
        {drawing !== undefined &&
          [...picture.stamps].map(([id, stamps]) => {
            const box = drawing.nodes.get(id)?.box
            const entry = entryTo(id, story?.steps ?? [], drawing)
            const fresh = moment.moved && id === picture.at
            return box && <Stamps key={id} stamps={stamps} box={box} entry={entry} fresh={fresh} />
          })}
        {drawing !== undefined && story !== undefined && (
          <Token drawing={drawing} steps={story.steps} moment={moment} time={travelTime} />
        )}
      </div>
      {drawing !== undefined && (
        <Words
          drawing={drawing}
          nodes={nodes}
          story={story}
          moment={moment}
          camera={camera}
          noted={noted}
          showsCheck={showsCheck}
        />
      )}
    </div>
  )
}

type WordsProps = Pick<ChartViewProps, 'nodes' | 'story' | 'moment' | 'camera' | 'noted' | 'showsCheck'> & {
  readonly drawing: Drawing
}

/** What is said at a node: of the one that is pointed at, or of the check that the request has come to. */
function Words({ drawing, nodes, story, moment, camera, noted, showsCheck }: WordsProps) {
  const { position, phase } = moment
  const node = noted === undefined ? undefined : nodes.get(noted)
  const box = drawing.nodes.get(noted ?? '')?.box
  if (node !== undefined && box !== undefined) {
    return (
      <Callout box={box} camera={camera}>
        <NodeNote node={node} story={story} position={position} />
      </Callout>
    )
  }
  const step = story?.steps[position]
  const place = drawing.nodes.get(step?.node ?? '')?.box
  if (!showsCheck || story === undefined || step?.check === undefined || place === undefined || phase === 'travelling')
    return null
  return (
    <Callout box={place} camera={camera}>
      <CheckCard story={story} step={position} check={step.check} answered={phase === 'done'} />
    </Callout>
  )
}

/** Where the request came into a node: the end of the edge that it took. */
function entryTo(node: string, steps: Story['steps'], { edges }: Drawing): Point | undefined {
  const edge = steps.find((step) => step.node === node && step.edge !== undefined)?.edge
  return edge === undefined ? undefined : edges.get(edge)?.points.at(-1)
}
