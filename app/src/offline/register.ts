import { notifyWithAction } from '../ui/index.ts'
import { UPDATE } from './messages.ts'
import { onThisMachine } from './this-machine.ts'

const NEWER = 'A newer version of the playground is ready. It comes with a reload; your work is kept.'

/**
 * Keeps the files of the page, so that it opens without a network, too. Browsers allow that over HTTPS and on one's own
 * machine; elsewhere, and where a person has switched it off, the page works as ever but needs its server.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  // Private windows and blocked storage refuse.
  const registration = await workers.register('./sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  // On one's own machine a reload shows the newest build by itself.
  if (registration === undefined || onThisMachine(location.hostname)) return
  let asked = false
  // The first worker of all takes over without replacing anything.
  let replaces = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (asked) location.reload()
    // Another tab has agreed.
    else if (replaces) propose()
    replaces = true
  })

  function propose(): void {
    notifyWithAction(NEWER, 'Update', () => {
      asked = true
      if (registration?.waiting) registration.waiting.postMessage(UPDATE)
      else location.reload()
    })
  }
  if (registration.waiting) propose()
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active) propose()
    })
  })
}
