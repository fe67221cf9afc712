/** How long a page may keep us waiting for a moment in which it has nothing to do. Milliseconds. */
const PATIENCE = 250

/**
 * Does something once the page has nothing else to do, one thing at a time: twenty elements that come into view together
 * must not make scrolling jerk.
 *
 * A worker would be smoother still, but a page may start one only from its own origin, and this module mostly comes from
 * another; the way around (a `blob:` address) is what a strict content security policy forbids. A decision takes 1 to 3 ms.
 */
export function whenIdle<Result>(work: () => Result): Promise<Result> {
  const done = turns.then(idle).then(work)
  turns = done.then(nothing, nothing)
  return done
}

let turns: Promise<unknown> = Promise.resolve()

function nothing(): void {
  // Whoever asked hears of a failure; the next one’s turn comes all the same.
}

/** Safari has no `requestIdleCallback`. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve)
  })
}
