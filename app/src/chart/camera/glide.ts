import { easeOut } from '@authz-playground/pictures'

/**
 * Calls `move` at every frame with the eased part of the way that is done, up to exactly 1. With a time of 0 it is done
 * at once.
 */
export function glide(time: number, move: (done: number) => void): { cancel(): void } {
  if (time <= 0) {
    move(1)
    return { cancel: () => undefined }
  }
  const start = performance.now()
  let frame = requestAnimationFrame(function next(now) {
    const part = Math.min(1, Math.max(0, (now - start) / time))
    if (part < 1) frame = requestAnimationFrame(next)
    move(easeOut(part))
  })
  return { cancel: () => cancelAnimationFrame(frame) }
}
