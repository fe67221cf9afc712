/** A task waits for an idle moment for so long. Milliseconds. */
const PATIENCE = 2000

/** Safari has no idle callbacks: there each task waits for so long. Milliseconds. */
const PAUSE = 50

/** Runs tasks in their order, each in an idle moment of its own, so that the page can answer between them. */
export function whenIdle([first, ...rest]: readonly (() => void)[]): void {
  if (first === undefined) return
  const run = (): void => {
    first()
    whenIdle(rest)
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: PATIENCE })
  else setTimeout(run, PAUSE)
}

/** Whether the person has asked the browser to save data. Not every browser says. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
