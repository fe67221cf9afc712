import type { Rectangle } from '@authz-playground/pictures'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Camera } from '../camera/useCamera.ts'
import styles from './Callout.module.css'
import { calloutPlace } from './callout-place.ts'

interface CalloutProps {
  /** The node that it describes, in px of the chart. */
  readonly box: Rectangle
  /** The other nodes that are shown, in px of the chart. */
  readonly others: readonly Rectangle[]
  readonly camera: Camera
  readonly children: ReactNode
}

/** Words beside a node, in the size of the page at any zoom. */
export function Callout({ box, others, camera, children }: CalloutProps) {
  const callout = useRef<HTMLDivElement>(null)
  // Its place depends on the size of its content, so it is placed after each render.
  useLayoutEffect(() => {
    const element = callout.current
    if (element === null) return
    const { zoom } = camera
    const size = { width: element.offsetWidth, height: element.offsetHeight }
    const { left, top } = calloutPlace(
      scaled(box, zoom),
      size,
      scaled(camera.view(), zoom),
      others.map((other) => scaled(other, zoom)),
    )
    element.style.transform = `translate(${left}px, ${top}px)`
  })
  return (
    <div ref={callout} className={styles.callout} aria-hidden="true">
      {children}
    </div>
  )
}

function scaled({ left, top, width, height }: Rectangle, zoom: number): Rectangle {
  return { left: left * zoom, top: top * zoom, width: width * zoom, height: height * zoom }
}
