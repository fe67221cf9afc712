import type { Rectangle } from '@authz-playground/pictures'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Camera } from '../camera/useCamera.ts'
import styles from './Callout.module.css'
import { calloutPlace } from './callout-place.ts'

interface CalloutProps {
  /** The node it speaks of, in px of the chart. */
  readonly box: Rectangle
  readonly camera: Camera
  readonly children: ReactNode
}

/** Words that float by a node, as large as the rest of the page whatever the zoom. */
export function Callout({ box, camera, children }: CalloutProps) {
  const callout = useRef<HTMLDivElement>(null)
  // Where it fits depends on what is in it, so it is placed anew whenever that was rendered.
  useLayoutEffect(() => {
    const element = callout.current
    if (element === null) return
    const { zoom } = camera
    const size = { width: element.offsetWidth, height: element.offsetHeight }
    const { left, top } = calloutPlace(scaled(box, zoom), size, scaled(camera.view(), zoom))
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
