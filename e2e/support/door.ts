import type { BrowserContext } from '@playwright/test'

export type Door = 'learn' | 'debug' | 'designs'

/** Lets the browser remember a door before it opens a page, unless it remembers another one. */
export async function rememberDoor(context: Pick<BrowserContext, 'addInitScript'>, door: Door): Promise<void> {
  await context.addInitScript((remembered) => {
    const key = 'authz-playground/door'
    try {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, remembered)
    } catch {
      // A page without storage remembers nothing.
    }
  }, door)
}
