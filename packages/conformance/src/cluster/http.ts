import { type Agent, request } from 'node:https'
import { connect, type SecureContext } from 'node:tls'

/** A request sent byte for byte: `node:http` would refuse some targets and methods that Go accepts. */
export interface WireRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
}

export interface WireResponse {
  readonly status: number
  /** By lower-case name; the first of each. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

export interface Connection {
  readonly port: number
  /** The client certificate, and the authority that the server's must be signed by. */
  readonly secure: SecureContext
  /** Whether a successful answer is complete after its header, because a watch or a followed log does not end. */
  readonly untilSuccess?: boolean
}

/** The longest silence of a server, in milliseconds. */
const PATIENCE = 60_000

/** Sends a request with `node:https`, over a kept-alive connection. */
export function sendKept(
  { method, target, headers, body = '' }: WireRequest,
  port: number,
  agent: Agent,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path: target, agent, servername: 'localhost', timeout: PATIENCE }
    const sent = request({ ...options, headers: [['Host', 'localhost'], ...headers].flat() }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const names = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
        const { statusCode: status = 0 } = response
        resolve({ status, headers: new Map(names), body: Buffer.concat(parts).toString('utf8') })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE / 1000} s: ${method} ${target}`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends a request over a connection of its own and reads the answer. */
export function sendOverWire(sent: WireRequest, connection: Connection): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const { port, secure, untilSuccess = false } = connection
    const socket = connect({ host: '127.0.0.1', port, secureContext: secure, servername: 'localhost' })
    const parts: Buffer[] = []
    const settle = (): void => {
      const bytes = Buffer.concat(parts)
      const response = readResponse(bytes)
      if (response === undefined) reject(new Error(`no HTTP answer: ${JSON.stringify(bytes.toString('utf8'))}`))
      else resolve(response)
    }
    socket.setTimeout(PATIENCE, () => {
      socket.destroy(new Error(`no answer within ${PATIENCE / 1000} s: ${sent.method} ${sent.target}`))
    })
    socket.on('secureConnect', () => socket.write(wireBytes(sent)))
    socket.on('data', (part) => {
      parts.push(part)
      if (!untilSuccess) return
      const [header] = headerOf(Buffer.concat(parts)) ?? []
      if (header === undefined || header.status >= 400) return
      socket.destroy()
      settle()
    })
    socket.on('end', settle)
    socket.on('error', reject)
  })
}

function wireBytes({ method, target, headers, body = '' }: WireRequest): Buffer {
  const content = Buffer.from(body)
  const sent: readonly (readonly [string, string])[] = [
    ['Host', 'localhost'],
    ['Connection', 'close'],
    ...headers,
    ...(content.length > 0 ? ([['Content-Length', String(content.length)]] as const) : []),
  ]
  const lines = [`${method} ${target} HTTP/1.1`, ...sent.map(([name, value]) => `${name}: ${value}`), '', '']
  return Buffer.concat([Buffer.from(lines.join('\r\n')), content])
}

type Header = Omit<WireResponse, 'body'>

/** The header of an answer, and the offset of its body; undefined where it is incomplete. */
function headerOf(bytes: Buffer): readonly [header: Header, body: number] | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('utf8', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1])
  if (Number.isNaN(status)) return undefined
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return [{ status, headers }, end + 4]
}

/** Reads a complete HTTP/1.1 answer; undefined where it is invalid. */
export function readResponse(bytes: Buffer): WireResponse | undefined {
  const [header, start] = headerOf(bytes) ?? []
  if (header === undefined) return undefined
  const rest = bytes.subarray(start)
  const chunked = header.headers.get('transfer-encoding') === 'chunked'
  return { ...header, body: (chunked ? withoutChunks(rest) : rest).toString('utf8') }
}

function withoutChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const line = bytes.indexOf('\r\n', at)
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}
