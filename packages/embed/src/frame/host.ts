// For pages that embed frames: `<script src="…/embed/frame.js" defer></script>`. It gives each `<iframe
// data-authz-playground>` the height that the frame asks for, and fires `authz-step`, `authz-outcome` and `authz-goals` on it. It
// imports nothing, so that it stays small; protocol.ts describes the protocol.

// The types of the events of a frame.
export type { GoalsDetail, OutcomeDetail, StepDetail } from '../events.ts'

{
  /** The least and the greatest height of a frame, so that the page stays usable whatever a frame asks for. Px. */
  const LEAST = 40
  const MOST = 20_000

  const frames = (): readonly HTMLIFrameElement[] => [
    ...document.querySelectorAll<HTMLIFrameElement>('iframe[data-authz-playground]'),
  ]

  /**
   * Says hello to a frame, which then knows the origin that may get its events. Sent only to the origin that the page
   * gave the frame.
   */
  const greet = (frame: HTMLIFrameElement): void =>
    frame.contentWindow?.postMessage({ authzPlayground: 1, type: 'hello' }, new URL(frame.src).origin)

  addEventListener('message', ({ data, source, origin }) => {
    const frame = frames().find(({ contentWindow }) => contentWindow === source)
    if (frame === undefined || data?.authzPlayground !== 1 || origin !== new URL(frame.src).origin) return
    const { type, height } = data
    if (type === 'size' && Number.isFinite(height)) {
      frame.style.height = `${Math.min(MOST, Math.max(LEAST, height))}px`
      // The first message of a frame, which may have been added after this script ran.
      if (frame.dataset.authzPlayground !== 'greeted') greet(frame)
      frame.dataset.authzPlayground = 'greeted'
    } else if (type === 'step' || type === 'outcome' || type === 'goals') {
      frame.dispatchEvent(new CustomEvent(`authz-${type}`, { detail: data[type], bubbles: true }))
    }
  })
  // A frame that has not loaded yet has an empty document of this page’s origin, and says its height when it has loaded.
  for (const frame of frames()) if (frame.contentDocument?.URL !== 'about:blank') greet(frame)
}
