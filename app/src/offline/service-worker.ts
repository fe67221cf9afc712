import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { UPDATE } from './messages.ts'

/** What is used of `ServiceWorkerGlobalScope`: the types of workers and of pages cannot be in one program. */
interface Scope {
  readonly location: Location
  skipWaiting(): Promise<void>
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/** Every file that the page needs, with a revision where the name does not tell one. The build writes it here. */
declare const FILES: readonly PrecacheEntry[]

const scope = globalThis as unknown as Scope

// The page that was opened first has its parts from here, too, without a reload.
clientsClaim()
cleanupOutdatedCaches()

/*
 * Ports of one's own machine are shared: what runs there tomorrow is another program, or a newer build of this one. A page is
 * asked for there first, and the kept one is for when nobody answers.
 */
if (['localhost', '127.0.0.1', '[::1]'].includes(scope.location.hostname)) {
  void scope.skipWaiting()
  const index = new URL('index.html', scope.location.href).href
  const pages: readonly string[] = [index, new URL('.', index).href]
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && pages.includes(url.origin + url.pathname),
    async ({ request }) => {
      try {
        return await fetch(request)
      } catch (problem) {
        const kept = await matchPrecache(index)
        if (kept === undefined) throw problem
        return kept
      }
    },
  )
}

// These files and no others: `embed.html`, what lies under `embed/`, and whatever else is in the folder stay as they are.
precacheAndRoute([...FILES], { cleanURLs: false, ignoreURLParametersMatching: [/./] })

scope.addEventListener('message', ({ data }) => {
  if (data === UPDATE) void scope.skipWaiting()
})
