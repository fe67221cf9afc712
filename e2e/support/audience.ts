import type { BrowserContext } from '@playwright/test'

export type Audience = 'learn' | 'debug' | 'designs'

/** Lets the browser remember an audience before it opens a page, unless it remembers another one. */
export async function rememberAudience(
  context: Pick<BrowserContext, 'addInitScript'>,
  audience: Audience,
): Promise<void> {
  await context.addInitScript((remembered) => {
    const key = 'authz-playground/door'
    try {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, remembered)
    } catch {
      // A page without storage remembers nothing.
    }
  }, audience)
}
