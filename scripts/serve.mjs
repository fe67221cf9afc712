import { createServer } from 'node:http'
import compression from 'compression'
import sirv from 'sirv'
import { dist } from './build.mjs'
import { headersOf } from './site-headers.mjs'

/** How many ports after the one asked for are tried. */
const portsToTry = 100

/**
 * Serves the site with the headers that docs/hosting.md gives: every answer from the file as it is now, so a
 * rebuild shows on reload.
 * @param {object} where
 * @param {string} where.host name or address to listen on
 * @param {number} where.port the next free one is taken when it is in use; 0: any
 * @param {string} [where.files] the directory that is served: the built site
 * @param {boolean} [where.compressed] answers are compressed, as hosts of static sites do; left out, they are. It takes longer than
 *   it saves where they do not leave the machine
 * @param {(request: import('node:http').IncomingMessage) => void} [where.onRequest] hears of each request
 * @returns {Promise<{ server: import('node:http').Server, port: number }>} rejects with the system's error when it
 *   cannot listen
 */
export async function serveSite({ host, port, files = dist, compressed = true, onRequest }) {
  const send = sirv(files, {
    dev: true,
    etag: true,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headersOf(path))) response.setHeader(name, value)
    },
  })
  const compress = compression()
  const server = createServer((request, response) => {
    onRequest?.(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    else if (!compressed) send(request, response)
    else {
      // The library's types are Express's; it needs no more of a request than Node's has.
      const [asked, answered] = /** @type {Parameters<typeof compress>} */ (
        /** @type {unknown} */ ([request, response])
      )
      compress(asked, answered, () => send(request, response))
    }
  })
  const taken = await listen(server, host, port, port === 0 ? 0 : Math.min(port + portsToTry, 65535))
  return { server, port: taken }
}

/**
 * @param {import('node:http').Server} server
 * @param {string} host
 * @param {number} port
 * @param {number} last the last port to try
 * @returns {Promise<number>}
 */
function listen(server, host, port, last) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE' && port < last) resolve(listen(server, host, port + 1, last))
      else reject(error)
    })
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
