import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { UPDATE } from './messages.ts'
import { handOut, newest, onThisMachine } from './this-machine.ts'

type InstallEvent = Parameters<PrecacheController['install']>[0]

/** What is used of `ServiceWorkerGlobalScope`: the types of workers and of pages cannot be in one program. */
interface Scope {
  readonly location: Location
  skipWaiting(): Promise<void>
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
}

/** Every file that the page needs, with a revision where the name does not tell one. The build writes it here. */
declare const FILES: readonly PrecacheEntry[]

// Once: the build writes the whole list wherever the name is.
const files = [...FILES]
const scope = globalThis as unknown as Scope

// The page that was opened first has its parts from here, too, without a reload.
clientsClaim()
cleanupOutdatedCaches()
// These files and no others: `embed.html`, what lies under `embed/`, and whatever else is in the folder stay as they are.
if (onThisMachine(scope.location.hostname)) keepNewest()
else {
  precacheAndRoute(files, { cleanURLs: false, ignoreURLParametersMatching: [/./] })
  scope.addEventListener('message', ({ data }) => {
    if (data === UPDATE) void scope.skipWaiting()
  })
}

/** Keeps the files as `this-machine.ts` says. */
function keepNewest(): void {
  const precache = new PrecacheController()
  precache.addToCacheList(files)
  const keys = precache.getURLsToCacheKeys()
  const openCache = () => caches.open(cacheNames.precache)
  scope.addEventListener('install', (event) => {
    event.waitUntil(precache.install(event).then(async () => handOut(keys, await openCache())))
  })

  const folder = new URL('.', scope.location.href).href
  const assets = `${folder}assets/`
  const addressOf = ({ origin, pathname }: URL) =>
    origin + pathname === folder ? `${folder}index.html` : origin + pathname
  registerRoute(
    ({ url }) => keys.has(addressOf(url)) && !addressOf(url).startsWith(assets),
    async ({ request, url }) => newest(request, addressOf(url), await openCache()),
  )
  // Also those of a newer build, which this worker cannot list. Their names tell the version.
  registerRoute(
    ({ url }) => addressOf(url).startsWith(assets),
    async ({ request, url }) => (await (await openCache()).match(addressOf(url))) ?? fetch(request),
  )
}
