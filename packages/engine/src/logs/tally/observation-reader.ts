import { fieldOf, isJSONObject, type JSONObject, parsedJSON, TextDecoder, textField } from '../../text/index.ts'
import { auditID, isAuditEvent } from '../line/audit-event.ts'
import { type ClusterOutput, parseClusterOutput, parseClusterValue, stageOf } from '../line/cluster-output.ts'
import { mayBeForbidden } from '../line/forbidden-message.ts'
import type { Observation, SeenRequest, Unread } from './observation.ts'
import { readObservationLine } from './observation-line.ts'
import { OpenValue } from './open-value.ts'
import { PartsReader } from './seen-parts.ts'
import { isKeptTime, Tally } from './tally.ts'

/** Longer lines and values are not read. Bytes of UTF-8, or characters. */
export const LONGEST_LINE = 16_000_000
/** Of a larger piece, all lines at once would take several times its memory. Bytes. */
const LONGEST_PIECE = 4_000_000
/** Batches of lists of events are three deep. */
const MOST_LISTS = 8
/** Lines that are not JSON are read together, so that those about one request can be joined. Characters. */
const LONGEST_BLOCK = 1_000_000

/** From this stage on, an event has its whole answer. */
const COMPLETE_STAGE = 2

const BROKEN = 'This begins like JSON and does not end: a line was cut, or two were mixed'
const NO_REQUEST_IN_LINE = 'The line reports no request'
const NO_REQUEST_IN_VALUE = 'The JSON is not an audit event, and reports no request'
const UNKNOWN_TIME = 'A time is not in the form 2026-11-28T10:00:00.123456Z, and the request counts without it'
const TOO_LONG = `The line has more than ${LONGEST_LINE / 1_000_000} MB`
const NOT_UTF8 = 'The line is not UTF-8 text'
const TOO_DEEP = 'The JSON has lists within lists, and no events where they are expected'

/**
 * Reads what was asked from logs that come in pieces: audit events, one a line or in lists; lines of kube-apiserver's log;
 * messages of 403s; lines of an observation. Holds one line at a time, or one value of several lines, never a file. Whatever
 * cannot be read is counted by its reason; nothing is thrown.
 */
export class ObservationReader {
  readonly #tally = new Tally()
  readonly #parts = new PartsReader()
  #name = ''
  #line = 0
  /** The bytes of a line that has not ended. */
  #pending: Uint8Array[] = []
  #pendingLength = 0
  #isSkipping = false
  /** Lines that are not JSON, and the number of the first. */
  #block: string[] = []
  #blockStart = 0
  #blockLength = 0
  /** Lines of a value that has not ended. */
  #open: OpenValue | undefined
  #isUTF16 = false
  readonly #decoder = new TextDecoder()
  #events = 0

  /** The number of events and log lines with requests so far. */
  get events(): number {
    return this.#events
  }

  /** The number of different requests so far. */
  get distinct(): number {
    return this.#tally.size
  }

  /** Begins a file; places have its name. */
  begin(name: string): void {
    this.end()
    this.#name = name
    this.#line = 0
  }

  /** Reads the next piece of the file, cut anywhere. */
  read(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += LONGEST_PIECE) this.#readPiece(bytes.subarray(at, at + LONGEST_PIECE))
  }

  #readPiece(bytes: Uint8Array): void {
    if (this.#line === 0 && this.#pendingLength === 0 && isUTF16(bytes)) {
      this.#isUTF16 = true
      this.#unread('The file is UTF-16; save it as UTF-8', 1)
    }
    if (this.#isUTF16) return
    const last = bytes.lastIndexOf(NEWLINE)
    if (last === -1) {
      this.#keep(bytes)
      return
    }
    const first = this.#pendingLength === 0 && !this.#isSkipping ? -1 : bytes.indexOf(NEWLINE)
    if (first !== -1) this.#endLine(bytes.subarray(0, first))
    if (last > first) this.#lines(bytes.subarray(first + 1, last))
    this.#keep(bytes.subarray(last + 1))
  }

  /** Ends the file. */
  end(): void {
    if (this.#pendingLength > 0 || this.#isSkipping) this.#endLine(new Uint8Array())
    this.#flushOpen()
    this.#flushBlock()
    this.#isUTF16 = false
  }

  /** Counts something that the caller could not read, such as a file that is cut. */
  addUnread(reason: string, place: string): void {
    this.#tally.addUnread({ reason, count: 1, seenAt: [place] })
  }

  /** Counts requests of another form. */
  addRequests(requests: readonly SeenRequest[]): void {
    for (const one of requests) this.#tally.addSeen(one)
  }

  /** What was read so far. A line that has not ended does not count. */
  observation(): Observation {
    return this.#tally.observation()
  }

  /** As {@link observation}, but of the requests those alone that impersonate somebody: of most logs a small part. */
  impersonations(): Observation {
    return this.#tally.observation({ impersonated: true })
  }

  /** The different requests, made one by one: as one value, a million of them take a gigabyte. */
  requests(): Iterable<SeenRequest> {
    return this.#tally.requests()
  }

  /** What could not be read. */
  unread(): readonly Unread[] {
    return this.#tally.unread()
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#isSkipping) return
    this.#pending.push(bytes.slice())
    this.#pendingLength += bytes.length
    if (this.#pendingLength <= LONGEST_LINE) return
    this.#isSkipping = true
    this.#pending = []
    this.#pendingLength = 0
  }

  /** The last bytes of a line that began in an earlier piece. */
  #endLine(rest: Uint8Array): void {
    if (this.#isSkipping || this.#pendingLength + rest.length > LONGEST_LINE) {
      this.#line++
      this.#unread(TOO_LONG, this.#line)
    } else this.#lines(joinedBytes([...this.#pending, rest]))
    this.#isSkipping = false
    this.#pending = []
    this.#pendingLength = 0
  }

  #lines(bytes: Uint8Array): void {
    for (const line of this.#decoder.decode(bytes).split('\n')) {
      this.#line++
      this.#readLine(line.endsWith('\r') ? line.slice(0, -1) : line, this.#line)
    }
  }

  #readLine(text: string, line: number): void {
    const start = text.charCodeAt(0) === MARK ? 1 : 0
    const first = text.charCodeAt(start)
    if (first === OPENING_BRACE) {
      const value = parsedJSON(start === 0 ? text : text.slice(start)) ?? withoutComma(text, start)
      if (value !== undefined) {
        this.#flushOpen()
        if (isServerLog(value.json)) this.#addToBlock(text, line)
        else this.#readValue(value.json, line)
        return
      }
    }
    // A value that was cut has no end: without this, the lines after it would be read as its rest.
    if (this.#open !== undefined && !CONTINUES_JSON.test(text)) this.#flushOpen()
    if (this.#open !== undefined) this.#continueOpen(text)
    else this.#beginValue(text.slice(start), line)
  }

  /** A line that is not a whole object. */
  #beginValue(text: string, line: number): void {
    const trimmed = text.trim()
    if (trimmed === '' || trimmed === '[' || trimmed === ']' || trimmed === '],') return
    if (BEGINS_JSON.test(trimmed) && !mayBeForbidden(trimmed)) {
      const value = parsedJSON(trimmed) ?? withoutComma(trimmed, 0)
      if (value !== undefined) this.#readValue(value.json, line)
      else {
        this.#flushBlock()
        this.#open = new OpenValue(line)
        this.#continueOpen(text)
      }
      return
    }
    // A container runtime writes the time and the stream before an event.
    const events = text.includes('"audit.k8s.io/') ? wrappedEvents(text.slice(text.indexOf('{')), 0) : []
    if (events.length > 0) {
      this.#flushBlock()
      for (const event of events) this.#readEvent(event, line)
      return
    }
    if (text.includes('\ufffd')) {
      this.#unread(NOT_UTF8, line)
      return
    }
    this.#addToBlock(text, line)
  }

  #addToBlock(text: string, line: number): void {
    if (this.#block.length > 0 && line !== this.#blockStart + this.#block.length) this.#flushBlock()
    if (this.#block.length === 0) this.#blockStart = line
    this.#block.push(text)
    this.#blockLength += text.length
    if (this.#blockLength > LONGEST_BLOCK) this.#flushBlock()
  }

  #continueOpen(text: string): void {
    const open = this.#open as OpenValue
    open.add(text)
    for (const { text: item, line } of open.items()) {
      const value = parsedJSON(item)
      if (value === undefined) this.#unread(BROKEN, line)
      else this.#readValue(value.json, line)
    }
    if (!open.isEnded && open.length <= LONGEST_LINE) return
    this.#flushOpen()
    const after = open.after().replace(/^[\s,\]]+/, '')
    if (after.trim() !== '') this.#beginValue(after.trimEnd(), this.#line)
  }

  #flushOpen(): void {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    const rest = open.rest()
    if (rest === '') return
    const value = open.isEnded ? parsedJSON(rest) : undefined
    if (value !== undefined) this.#readValue(value.json, open.line)
    else this.#unread(open.length > LONGEST_LINE ? TOO_LONG : BROKEN, open.line)
  }

  #flushBlock(): void {
    if (this.#block.length === 0) return
    const [text, start] = [this.#block.join('\n'), this.#blockStart]
    const lines = this.#block.length
    this.#block = []
    this.#blockLength = 0
    const output = parseClusterOutput(text)
    const reported = new Set(output.requests.flatMap(({ lines }) => lines))
    this.#readOutput(output, start - 1)
    for (let line = 1; line <= lines; line++) {
      if (!reported.has(line)) this.#unread(NO_REQUEST_IN_LINE, start - 1 + line)
    }
  }

  /** @param lists how many lists the value is in */
  #readValue(value: unknown, line: number, lists = 0): void {
    this.#flushBlock()
    if (isAuditEvent(value)) {
      this.#readEvent(value, line)
      return
    }
    const own = readObservationLine(value)
    if (own !== undefined) {
      if (own.kind === 'request') this.#tally.addSeen(own.request)
      else if (own.kind === 'unread') this.#tally.addUnread(own.unread)
      else if (own.kind === 'bad') this.#unread(own.reason, line)
      if (own.kind === 'request') {
        this.#events += own.request.count
        if (![own.request.first, own.request.last].every(isKeptTime)) this.#unread(UNKNOWN_TIME, line)
      }
      return
    }
    const items = listedEvents(value)
    if (items !== undefined) {
      if (lists === MOST_LISTS) this.#unread(TOO_DEEP, line)
      else for (const item of items) this.#readValue(item, line, lists + 1)
      return
    }
    const events = wrappedEvents(value, 0)
    if (events.length > 0) {
      for (const event of events) this.#readEvent(event, line)
      return
    }
    const output = parseClusterValue(value, line)
    this.#readOutput(output, 0)
    if (output.requests.length === 0) {
      const [reason = NO_REQUEST_IN_VALUE] = output.problems
      this.#unread(reason.replace(/\.$/, ''), line)
    }
  }

  #readEvent(event: JSONObject, line: number): void {
    this.#events++
    const read = this.#parts.ofEvent(event, line)
    const id = auditID(event)
    const stage = stageOf(event)
    if (!('parts' in read)) {
      // The next event of the request tells.
      if (stage < COMPLETE_STAGE && id !== '') this.#tally.addStarted(id, this.#place(line))
      else this.#unread(read.reason, line)
      return
    }
    const time = textField(event, 'requestReceivedTimestamp')
    if (!isKeptTime(time)) this.#unread(UNKNOWN_TIME, line)
    this.#tally.add(read.parts, {
      id,
      isComplete: stage >= COMPLETE_STAGE,
      time,
      place: this.#place(line),
    })
  }

  #readOutput({ requests }: ClusterOutput, offset: number): void {
    for (const observed of requests) {
      this.#events++
      const read = this.#parts.ofObserved(observed)
      const place = this.#place(offset + (observed.lines[0] ?? 1))
      if ('parts' in read)
        this.#tally.add(read.parts, {
          id: '',
          isComplete: true,
          time: RFC3339.test(observed.at) ? observed.at : '',
          place,
        })
      else this.#tally.addUnread({ reason: read.reason, count: 1, seenAt: [place] })
    }
  }

  #unread(reason: string, line: number): void {
    this.#tally.addUnread({ reason, count: 1, seenAt: [this.#place(line)] })
  }

  #place(line: number): string {
    return `${this.#name}:${line}`
  }
}

/** A log may begin its lines with `[`, too, and Go joins errors as `[a, b]`. In JSON, the quotes of a message are escaped. */
const BEGINS_JSON = /^(?:\{|\[\s*(?:[{["\]\d-]|true|false|null|$))/

/** How a line of a JSON value of several lines begins. */
const CONTINUES_JSON = /^\s*(?:["{}[\],:\d-]|true|false|null|$)/

/** Lines of klog have no year. */
const RFC3339 = /^\d{4}-\d\d-\d\dT/

const NEWLINE = 10
const MARK = 0xfeff
const OPENING_BRACE = 123

/** Log collectors wrap lines, and other collectors wrap these again. Levels. */
const DEEPEST = 5

/** The audit events inside a value that a log collector wrote, as values or as texts. */
function wrappedEvents(value: unknown, depth: number): readonly JSONObject[] {
  if (depth > DEEPEST) return []
  if (isAuditEvent(value)) return [value]
  if (typeof value === 'string') {
    const text = value.trim()
    if (!text.startsWith('{') || !text.includes('auditID')) return []
    const parsed = parsedJSON(text)
    return parsed === undefined ? [] : wrappedEvents(parsed.json, depth + 1)
  }
  if (Array.isArray(value)) return value.flatMap((one) => wrappedEvents(one, depth + 1))
  return isJSONObject(value) ? Object.values(value).flatMap((one) => wrappedEvents(one, depth + 1)) : []
}

/** A line of kube-apiserver's log as JSON: several report one request, as lines of text do. */
function isServerLog(value: unknown): boolean {
  return isJSONObject(value) && typeof fieldOf(value, 'msg') === 'string' && Object.hasOwn(value, 'ts')
}

function isUTF16(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** An object of a list whose items are a line each. */
function withoutComma(text: string, start: number): { readonly json: unknown } | undefined {
  return text.endsWith(',') ? parsedJSON(text.slice(start, -1)) : undefined
}

/** The events of an `EventList` or of a list; undefined for any other value. */
function listedEvents(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  const items = Object.hasOwn(value, 'items') ? (value as { readonly items: unknown }).items : undefined
  return Array.isArray(items) ? items : undefined
}
