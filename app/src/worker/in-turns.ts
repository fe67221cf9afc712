/** For so long one question is worked at before others are answered. Milliseconds. */
const TURN = 10

/**
 * The result of work in steps. Questions that came in meanwhile go first.
 *
 * @param idle resolves when all questions about the page are answered
 * @param wanted whether the question is still about the answer that is shown; undefined is the result where it is not
 */
export async function inTurns<Result>(
  steps: Generator<void, Result>,
  idle: () => Promise<void>,
  wanted: () => boolean,
): Promise<Result | undefined> {
  for (;;) {
    await new Promise((arrived) => setTimeout(arrived))
    await idle()
    if (!wanted()) return undefined
    const until = performance.now() + TURN
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (performance.now() < until)
  }
}
