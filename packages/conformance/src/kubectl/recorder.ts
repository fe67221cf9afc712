import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import type { RecordedRequest } from './recordings.ts'

/** The destination of the requests, and their credentials. */
export interface Upstream {
  readonly port: number
  readonly ca: Buffer
  readonly cert: Buffer
  readonly key: Buffer
}

/** A server on loopback that records requests and forwards them to a real API server. */
export interface Recorder {
  readonly port: number
  /** The requests since the last call, in order. */
  take(): readonly RecordedRequest[]
  /** The time of the last request or answer, in milliseconds since the epoch. */
  readonly lastEvent: () => number
  close(): void
}

/**
 * Starts one. Requests are forwarded as the administrator, without impersonation, so that none is refused; and requests
 * that would change something are dry runs, so that every command finds the same objects.
 */
export async function startRecorder(upstream: Upstream): Promise<Recorder> {
  let sent: RecordedRequest[] = []
  let last = Date.now()
  const happened = (): void => {
    last = Date.now()
  }
  const answer = async (incoming: IncomingMessage, reply: (response: IncomingMessage) => void): Promise<void> => {
    const body = await bodyOf(incoming)
    sent.push(sentBy(incoming, body))
    happened()
    const { method = '', target, headers, content } = forwarded(incoming, body)
    const outgoing = httpsRequest(
      { host: '127.0.0.1', path: target, method, headers, ...upstream, servername: 'localhost' },
      (response) => {
        happened()
        response.on('data', happened)
        reply(response)
      },
    )
    outgoing.on('error', () => incoming.destroy())
    const { socket } = incoming
    const end = (): void => void outgoing.destroy()
    socket.once('close', end)
    outgoing.once('close', () => socket.off('close', end))
    outgoing.end(content)
  }
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    void answer(incoming, (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(response)
    })
  })
  // Nothing runs in the pods, so the API server refuses each connection into one before an upgrade.
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    void answer(incoming, (from) => {
      const parts: Buffer[] = []
      from.on('data', (part: Buffer) => parts.push(part))
      from.on('end', () => {
        const body = Buffer.concat(parts)
        const type = from.headers['content-type'] ?? 'text/plain'
        socket.end(
          `HTTP/1.1 ${from.statusCode} Refused\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        )
      })
    })
  })
  await listening(server)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port for the recorder')
  return {
    port: address.port,
    take: () => {
      const all = sent
      sent = []
      return all
    },
    lastEvent: () => last,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  // After the header of an upgrade everything belongs to the connection.
  if (incoming.headers.upgrade !== undefined) return Buffer.alloc(0)
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function headersOf({ rawHeaders }: IncomingMessage): readonly (readonly [string, string])[] {
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, Buffer.from(rawHeaders[at + 1] ?? '', 'latin1').toString('utf8')] as const] : [],
  )
}

function sentBy(incoming: IncomingMessage, body: Buffer): RecordedRequest {
  const headers = headersOf(incoming)
  const impersonate = headers.filter(([name]) => /^impersonate-/i.test(name))
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const readable = contentType?.endsWith('protobuf') !== true
  const text = body.length > 0 && readable ? body.toString('utf8') : undefined
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    ...(impersonate.length > 0 && { impersonate }),
    ...(contentType !== undefined && readable && { contentType }),
    ...(text !== undefined && { body: text }),
  }
}

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** These store nothing, and some do not support dry runs. */
const WITHOUT_DRY_RUN =
  /^\/apis\/(?:authorization|authentication)\.k8s\.io\/|\/(?:token|exec|attach|portforward|proxy)(?:[/?]|$)/

function forwarded(incoming: IncomingMessage, body: Buffer) {
  const { method = '', url = '' } = incoming
  const kept = Object.entries(incoming.headers).filter(
    ([name]) => !/^(?:impersonate-|host$|authorization$|content-length$)/.test(name),
  )
  const dry = CHANGING.has(method) && !WITHOUT_DRY_RUN.test(url) && !/[?&]dryRun=/.test(url)
  const target = dry ? `${url}${url.includes('?') ? '&' : '?'}dryRun=All` : url
  // The body of a DELETE decides, where there is one.
  const content = dry && method === 'DELETE' && body.length > 0 ? dryDeletion(body) : body
  const length = content.length > 0 ? { 'content-length': String(content.length) } : {}
  return { method, target, headers: { ...Object.fromEntries(kept), ...length }, content }
}

function dryDeletion(body: Buffer): Buffer {
  const options = JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>
  return Buffer.from(JSON.stringify({ ...options, dryRun: ['All'] }))
}
