/** The longest wait for an idle moment of the page. Milliseconds. */
const PATIENCE = 250

/**
 * Does some work once the page is idle, one piece at a time: twenty elements that come into view together must not make
 * scrolling jerk.
 *
 * A worker would be smoother, but a page may start one only from its own origin, and this module mostly comes from
 * another one. A `blob:` address would work, but a strict content security policy forbids it. A decision takes 1 to 3
 * ms.
 */
export function whenIdle<Result>(work: () => Result): Promise<Result> {
  const done = turns.then(idle).then(work)
  turns = done.then(nothing, nothing)
  return done
}

let turns: Promise<unknown> = Promise.resolve()

function nothing(): void {
  // The caller gets the failure; the next work starts all the same.
}

/** Resolves in the next idle moment of the page. Safari has no `requestIdleCallback`. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve)
  })
}
