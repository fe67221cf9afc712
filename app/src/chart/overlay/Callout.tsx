import type { Rectangle } from '@authz-playground/pictures'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Camera } from '../camera/useCamera.ts'
import styles from './ChartStage.module.css'
import { calloutPlace } from './callout-place.ts'

interface CalloutProps {
  /** The node that it describes, in px of the chart. */
  readonly box: Rectangle
  /** Everything else that is shown and must not be covered, in px of the chart. */
  readonly shown: readonly Rectangle[]
  readonly camera: Camera
  /** Where the words are if there is no room for them beside the node. Without one they are not shown then. */
  readonly dock: HTMLElement | null
  readonly children: ReactNode
}

/** Words beside a node, in the size of the page at any zoom. They cover nothing. */
export function Callout({ box, shown, camera, dock, children }: CalloutProps) {
  const callout = useRef<HTMLDivElement>(null)
  const [docked, setDocked] = useState(false)
  // Its place depends on the size of its content, so it is placed after each render.
  useLayoutEffect(() => {
    const element = callout.current
    if (element === null) return
    const { zoom } = camera
    const size = { width: element.offsetWidth, height: element.offsetHeight }
    const place = calloutPlace(
      scaled(box, zoom),
      size,
      scaled(camera.view(), zoom),
      shown.map((other) => scaled(other, zoom)),
    )
    element.style.visibility = place === undefined ? 'hidden' : ''
    element.style.transform = place === undefined ? '' : `translate(${place.x}px, ${place.y}px)`
    setDocked(place === undefined)
  })
  return (
    <>
      <div ref={callout} className={styles.callout} aria-hidden="true">
        {children}
      </div>
      {docked && dock && createPortal(children, dock)}
    </>
  )
}

function scaled({ left, top, width, height }: Rectangle, zoom: number): Rectangle {
  return { left: left * zoom, top: top * zoom, width: width * zoom, height: height * zoom }
}
