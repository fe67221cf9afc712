import type { BrowserContext } from '@playwright/test'

export type Audience = 'learn' | 'debug' | 'designs'

type Remembering = Pick<BrowserContext, 'addInitScript'>

/** Lets the browser remember an audience before it opens a page, unless it remembers another one. */
export function rememberAudience(context: Remembering, audience: Audience): Promise<void> {
  return remember(context, 'door', audience)
}

/** Lets the browser remember a choice before it opens a page, unless it remembers another one. */
export async function remember(
  context: Remembering,
  choice: 'door' | 'unfolded' | 'asked',
  value: string,
): Promise<void> {
  await context.addInitScript(
    ([key, remembered]) => {
      try {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, remembered)
      } catch {
        // A page without storage remembers nothing.
      }
    },
    [`authz-playground/${choice}`, value] as const,
  )
}
