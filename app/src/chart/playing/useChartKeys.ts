import { actionOf } from '@authz-playground/pictures'
import { type RefObject, useEffect, useRef } from 'react'
import { ZOOM_STEP } from '../camera/camera.ts'
import type { Camera } from '../camera/useCamera.ts'
import type { Controls } from './controls.ts'

/**
 * The keys of the player and of the cameras. They work on the page, or in the dialog of the player, unless the focused
 * element uses them.
 */
export function useChartKeys(
  within: RefObject<HTMLElement | null>,
  controls: Controls,
  cameras: readonly Pick<Camera, 'zoomBy' | 'fit'>[],
): void {
  const latest = useRef({ controls, cameras })
  useEffect(() => {
    latest.current = { controls, cameras }
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.defaultPrevented || !(target instanceof Element)) return
      if (target.closest('dialog') !== (within.current?.closest('dialog') ?? null)) return
      const action = actionOf(event, (selector) => target.closest(selector) !== null)
      if (action === undefined) return
      const { controls, cameras } = latest.current
      const { player, scrub, play, pause } = controls
      const { position, playing } = player
      event.preventDefault()
      switch (action) {
        case 'play':
          return playing ? pause() : play()
        case 'back':
          return scrub(position - 1)
        case 'forward':
          return scrub(position + 1)
        case 'first':
          return scrub(0)
        case 'last':
          return scrub(Number.POSITIVE_INFINITY)
        case 'larger':
          for (const camera of cameras) camera.zoomBy(ZOOM_STEP)
          return
        case 'smaller':
          for (const camera of cameras) camera.zoomBy(1 / ZOOM_STEP)
          return
        case 'fit':
          for (const camera of cameras) camera.fit()
      }
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [within])
}
