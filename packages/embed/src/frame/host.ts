// For pages that embed frames: `<script src="…/embed/frame.js" defer></script>`. It gives each
// `<iframe data-authz-playground>` the height that it asks for, and fires `authz-step` and `authz-outcome` on it. It
// stands alone, so that it stays small: the protocol is described in protocol.ts.

// The events that a frame fires then, typed.
export type { OutcomeDetail, StepDetail } from '../events.ts'

{
  /** Less than this shows nothing, more is no figure: whatever a frame asks for, the page stays usable. Px. */
  const LEAST = 40
  const MOST = 20_000

  const frames = (): readonly HTMLIFrameElement[] => [
    ...document.querySelectorAll<HTMLIFrameElement>('iframe[data-authz-playground]'),
  ]

  /** By hello a frame learns to whom it may speak. Sent to the origin that the page gave the frame, and to no other. */
  const greet = (frame: HTMLIFrameElement): void =>
    frame.contentWindow?.postMessage({ authzPlayground: 1, type: 'hello' }, new URL(frame.src).origin)

  addEventListener('message', ({ data, source, origin }) => {
    const frame = frames().find(({ contentWindow }) => contentWindow === source)
    if (frame === undefined || data?.authzPlayground !== 1 || origin !== new URL(frame.src).origin) return
    const { type, height } = data
    if (type === 'size' && Number.isFinite(height)) {
      frame.style.height = `${Math.min(MOST, Math.max(LEAST, height))}px`
      // The first that is heard of a frame, which may have come later than this script.
      if (frame.dataset.authzPlayground !== 'greeted') greet(frame)
      frame.dataset.authzPlayground = 'greeted'
    } else if (type === 'step' || type === 'outcome') {
      frame.dispatchEvent(new CustomEvent(`authz-${type}`, { detail: data[type], bubbles: true }))
    }
  })
  for (const frame of frames()) greet(frame)
}
