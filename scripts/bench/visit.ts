import { Agent, get } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** As browsers do over HTTP/1.1. */
const CONNECTIONS = 6

/** The times of one browser from the beginning, in seconds, and the bytes that it received, as they were sent. */
export interface Visit {
  readonly first: number
  readonly all: number
  readonly bytes: number
  readonly files: number
}

/**
 * Opens the page as a browser does that was never there: what the page names and the courses, then every file that the service
 * worker keeps.
 */
export async function visit(address: string): Promise<Visit> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const began = performance.now()
  const seen = new Set<string>()
  let bytes = 0
  const load = async (path: string): Promise<Download> => {
    seen.add(path)
    const loaded = await download(new URL(path, address), agent)
    bytes += loaded.body.length
    return loaded
  }
  const loadAll = (paths: readonly string[]) => Promise.all(paths.filter((path) => !seen.has(path)).map(load))
  const since = () => (performance.now() - began) / 1000
  try {
    const [list] = await Promise.all([
      load('courses/index.json'),
      loadAll(named(await load('./'), /(?:src|href)="\.\/([^"]+)"/g)),
    ])
    await loadAll(named(list, /"file": "([^"]+)"/g).map((file) => `courses/${file}`))
    const first = since()
    await loadAll(named(await load('sw.js'), /url:[`"']([^`"']+)/g))
    return { first, all: since(), bytes, files: seen.size }
  } finally {
    agent.destroy()
  }
}

/** A body as it was sent. */
interface Download {
  readonly body: Buffer
  readonly gzipped: boolean
}

/** Throws for every answer but 200. */
function download(url: URL, agent: Agent): Promise<Download> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'Accept-Encoding': 'gzip, deflate' } }, async (response) => {
      try {
        const parts: Buffer[] = await response.toArray()
        if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
        resolve({ body: Buffer.concat(parts), gzipped: response.headers['content-encoding'] === 'gzip' })
      } catch (error) {
        reject(error)
      }
    }).on('error', reject)
  })
}

/** The paths that a text names. */
function named({ body, gzipped }: Download, pattern: RegExp): readonly string[] {
  const content = (gzipped ? gunzipSync(body) : body).toString()
  return [...content.matchAll(pattern)].map(([, path = '']) => path)
}
