import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'

/** The types that every server knows by file ending. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
}

export interface PlainServer {
  /** The address of the folder, with a slash at its end. */
  readonly address: string
  readonly close: () => void
}

export interface PlainServerOptions {
  /** The path of the folder on the server, `/a/b/`. */
  readonly under?: string
  /** Headers besides the content type, by the path of the file in the folder: `index.html`, `assets/first.js`. */
  readonly headers?: (path: string) => Readonly<Record<string, string>>
  /**
   * Files that do not arrive now, by their path in the folder: as if they were not there, or with a broken connection.
   */
  readonly withheld?: (path: string) => Withheld | undefined
}

export type Withheld = 'missing' | 'broken'

/**
 * Serves a folder as every static host does: files unchanged, `index.html` for a path that ends with a slash, and 404
 * for any other path.
 */
export async function servePlainly(
  folder: string,
  { under = '/', headers = () => ({}), withheld = () => undefined }: PlainServerOptions = {},
): Promise<PlainServer> {
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    const inside = path.startsWith(under) ? path.slice(under.length).replace(/(^|\/)$/, '$1index.html') : undefined
    const file = normalize(join(folder, inside ?? ''))
    const how = inside === undefined ? undefined : withheld(inside)
    if (how === 'broken') {
      response.destroy()
      return
    }
    if (
      how === 'missing' ||
      inside === undefined ||
      !file.startsWith(folder + sep) ||
      !existsSync(file) ||
      !statSync(file).isFile()
    ) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such file.')
      return
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', ...headers(inside) })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${under}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
