import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ListenOn } from '../world.ts'
import type { Answers } from './answer.ts'

/** The number of ports after the requested one that are tried. */
const MORE_PORTS = 100

/**
 * Sends answers over HTTP/1.1. Where the port is taken, the next free one is used; port 0 is any free one. Rejects with the
 * error of the system when it cannot listen.
 */
export async function listen(
  answers: Answers,
  { host, port }: ListenOn,
): Promise<{ readonly server: Server; readonly port: number }> {
  const last = port === 0 ? 0 : Math.min(port + MORE_PORTS, 65535)
  for (let tried = port; ; tried++) {
    const server = createServer(async ({ method = '', url = '', headers }, response) => {
      const answer = await answers({ method, url, headers })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
    try {
      // Rejects where the server reports an error first.
      await once(server.listen(tried, host), 'listening')
      return { server, port: (server.address() as AddressInfo).port }
    } catch (error) {
      if (!isTaken(error) || tried >= last) throw error
    }
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** Ends a server, and does not wait for browsers that keep connections. */
export async function closed(server: Server): Promise<void> {
  const ended = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await ended
}
