import { afterEach, describe, expect, it, vi } from 'vitest'
import { handOut, newest, onThisMachine } from './this-machine.ts'

const FOLDER = 'http://localhost:4173/'
const PAGE = `${FOLDER}index.html`

/** What is used of a `Cache`, in memory. */
function cacheOf(files: Readonly<Record<string, string>>): Cache {
  const kept = new Map(Object.entries(files))
  const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  const used: Pick<Cache, 'match' | 'put' | 'delete' | 'keys'> = {
    match: (request) => {
      const text = kept.get(urlOf(request))
      return Promise.resolve(text === undefined ? undefined : new Response(text))
    },
    put: async (request, response) => {
      kept.set(urlOf(request), await response.text())
    },
    delete: (request) => Promise.resolve(kept.delete(urlOf(request))),
    keys: () => Promise.resolve([...kept.keys()].map((url) => new Request(url))),
  }
  return used as Cache
}

/** A build as the list in its worker says: the page by its revision, a part by its hash. */
const buildOf = (build: string) =>
  new Map([
    [PAGE, `${PAGE}?revision=${build}`],
    [`${FOLDER}assets/part-${build}.js`, `${FOLDER}assets/part-${build}.js`],
  ])

const filesOf = (build: string) =>
  Object.fromEntries([...buildOf(build)].map(([address, key]) => [key, `${address} of ${build}`]))

const textOf = async (cache: Cache, address: string) => (await cache.match(address))?.text()

afterEach(() => vi.unstubAllGlobals())

describe('onThisMachine', () => {
  it('knows the names of the machine itself, and no others', () => {
    expect(['localhost', '127.0.0.1', '[::1]'].map(onThisMachine)).toEqual([true, true, true])
    expect(['playground.localhost', 'example.org', '192.168.1.2', ''].map(onThisMachine)).toEqual(Array(4).fill(false))
  })
})

describe('handOut', () => {
  it('lets the worker of an older build answer with a newer one, which it cannot list', async () => {
    const cache = cacheOf(filesOf('older'))
    await handOut(buildOf('older'), cache)
    expect(await textOf(cache, PAGE)).toBe(`${PAGE} of older`)
    for (const [key, text] of Object.entries(filesOf('newer'))) await cache.put(key, new Response(text))
    // Until the newer one is complete.
    expect(await textOf(cache, PAGE)).toBe(`${PAGE} of older`)
    await handOut(buildOf('newer'), cache)
    expect(await textOf(cache, PAGE)).toBe(`${PAGE} of newer`)
    expect(await textOf(cache, `${FOLDER}assets/part-newer.js`)).toBe(`${FOLDER}assets/part-newer.js of newer`)
  })

  it('keeps one build, however many come while a page is open', async () => {
    const cache = cacheOf({})
    for (const build of ['first', 'second', 'third', 'first']) {
      for (const [key, text] of Object.entries(filesOf(build))) await cache.put(key, new Response(text))
      await handOut(buildOf(build), cache)
    }
    const left = (await cache.keys()).map(({ url }) => url)
    expect(left.sort()).toEqual([PAGE, ...buildOf('first').values()].sort())
    expect(await textOf(cache, PAGE)).toBe(`${PAGE} of first`)
  })
})

describe('newest', () => {
  const cache = cacheOf({ [PAGE]: 'kept' })

  it('is what the server says, also that it has no such file', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('served', { status: 404 })))
    const response = await newest(new Request(PAGE), PAGE, cache)
    expect([response.status, await response.text()]).toEqual([404, 'served'])
  })

  it('is the kept file when no server answers, and the failure where nothing is kept', async () => {
    const failure = new TypeError('Failed to fetch')
    vi.stubGlobal('fetch', () => Promise.reject(failure))
    expect(await (await newest(new Request(`${PAGE}?from=a-mail`), PAGE, cache)).text()).toBe('kept')
    const other = `${FOLDER}other.html`
    await expect(newest(new Request(other), other, cache)).rejects.toBe(failure)
  })
})
