/** The result of work in steps, for a caller that has nothing else to do between them. */
export function finished<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
