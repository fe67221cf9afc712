/** Whether pages of this host come from the machine that shows them. */
export function onThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/*
 * Ports of one's own machine are shared: what runs there tomorrow is another program, or a newer build of this one. So the
 * server is asked first for each file whose name does not tell its version, and the kept files are for when nobody answers.
 * They are those of the newest build, whichever worker answers, because a newer worker does not replace an older one while
 * pages are open.
 *
 * It must not ask to replace it (`skipWaiting`) by itself. In Chromium the older worker then goes on until it is idle. When
 * the page asks for a file just as the older worker stops, the older one starts again, and the newer one keeps waiting. From
 * then on Chromium ends the older worker at the start of each navigation as soon as it seems idle. With developer tools
 * attached (test runners attach them, too) it no longer checks that the worker has work (`OnRequestTermination` in
 * content/browser/service_worker/service_worker_version.cc): the worker ends while the navigation is in it, and the page
 * waits for good.
 */

/**
 * Makes a build whose files are all in the cache the one that pages get: copies each file to its address, from where the
 * build keeps it, and deletes those of other builds.
 * @param keys where the cache has the file of an address: elsewhere if its name does not tell its version
 */
export async function handOut(keys: ReadonlyMap<string, string>, cache: Cache): Promise<void> {
  for (const [address, key] of keys) {
    const file = address === key ? undefined : await cache.match(key)
    if (file !== undefined) await cache.put(address, file)
  }
  const needed = new Set([...keys.keys(), ...keys.values()])
  for (const request of await cache.keys()) if (!needed.has(request.url)) await cache.delete(request)
}

/** The file of the server, or the kept one when no server answers. */
export async function newest(request: Request, address: string, cache: Cache): Promise<Response> {
  try {
    return await fetch(request)
  } catch (problem) {
    const kept = await cache.match(address)
    if (kept === undefined) throw problem
    return kept
  }
}
