import { useEffect, useRef } from 'react'
import { usePlayground } from '../../scenario/playground.ts'
import { ZOOM_STEP } from '../camera/camera.ts'
import type { Camera } from '../camera/useCamera.ts'
import { actionOf } from './keys.ts'

/** The player’s and the camera’s keys, wherever on the page nothing else has a use for them. */
export function useChartKeys(camera: Camera): void {
  const latest = useRef(camera)
  useEffect(() => {
    latest.current = camera
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.defaultPrevented || !(target instanceof Element)) return
      const action = actionOf(event, (selector) => target.closest(selector) !== null)
      if (action === undefined) return
      const { playback, scrub, play, pause } = usePlayground.getState()
      event.preventDefault()
      switch (action) {
        case 'play':
          return playback.playing ? pause() : play()
        case 'back':
          return scrub(playback.position - 1)
        case 'forward':
          return scrub(playback.position + 1)
        case 'first':
          return scrub(0)
        case 'last':
          return scrub(Number.POSITIVE_INFINITY)
        case 'larger':
          return latest.current.zoomBy(ZOOM_STEP)
        case 'smaller':
          return latest.current.zoomBy(1 / ZOOM_STEP)
        case 'fit':
          return latest.current.fit()
      }
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
