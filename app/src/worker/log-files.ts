import { visibleLine } from '@authz-playground/engine/internal/words'
import { mergeObservations, type Observation, ObservationReader } from '@authz-playground/engine/logs'
import { Gunzip } from 'fflate'

/** `first`: what was observed. `second`: a log from after the new rules were added. */
export type WhichLog = 'first' | 'second'

/** How far reading some files is. */
export interface LogProgress {
  /** Bytes as the files have them, and of how many. */
  readonly read: number
  readonly size: number
  /** Events and log lines with requests, and different requests. */
  readonly events: number
  readonly distinct: number
  readonly done: boolean
}

/** For so long files are read before other questions are answered. Milliseconds. */
const TURN = 50

/** Files are read in pieces of so many bytes. */
const PIECE = 1 << 19

/** Where the text of a whole piece is held in memory, which is up to a thousand times as long. */
const SMALL_PIECE = 1 << 15

/** Files that were chosen together. */
interface Batch {
  readonly reader: ObservationReader
  readonly size: number
  read: number
  /** Undefined once they are read, or reading was stopped. */
  steps: AsyncGenerator<void> | undefined
}

const batches: Record<WhichLog, Batch[]> = { first: [], second: [] }
const observed: Record<WhichLog, Observation | undefined> = { first: undefined, second: undefined }

/**
 * Goes on reading for a moment. The page asks again until it is done. `files`: begins to read these, beside what was read
 * before. Undefined where there is nothing to go on with: the worker has forgotten it.
 */
export async function readLog(which: WhichLog, files?: readonly File[]): Promise<LogProgress | undefined> {
  if (files !== undefined) batches[which].push(batchOf(files))
  const batch = batches[which].at(-1)
  if (batch === undefined) return undefined
  observed[which] = undefined
  const until = performance.now() + TURN
  while (batch.steps !== undefined && performance.now() < until) {
    if ((await batch.steps.next()).done) batch.steps = undefined
  }
  const { reader, read, size, steps } = batch
  return { read, size, events: reader.events, distinct: reader.distinct, done: steps === undefined }
}

/** Stops reading. What was read counts. */
export async function stopLog(which: WhichLog): Promise<void> {
  const batch = batches[which].at(-1)
  const steps = batch?.steps
  if (batch !== undefined) batch.steps = undefined
  await steps?.return(undefined)
}

/** Forgets all files. */
export async function forgetLog(which: WhichLog): Promise<void> {
  await stopLog(which)
  batches[which] = []
  observed[which] = undefined
}

/** How many times files were read. */
export function readTimes(which: WhichLog): number {
  return batches[which].length
}

/** The requests with impersonation of all that was read. The same object until more is. */
export function observedIn(which: WhichLog): Observation {
  observed[which] ??= mergeObservations(batches[which].map(({ reader }) => reader.impersonations()))
  return observed[which]
}

function batchOf(files: readonly File[]): Batch {
  const batch: Batch = {
    reader: new ObservationReader(),
    size: files.reduce((sum, { size }) => sum + size, 0),
    read: 0,
    steps: undefined,
  }
  batch.steps = reading(files, batch)
  return batch
}

async function* reading(files: readonly File[], batch: Batch): AsyncGenerator<void> {
  for (const file of files) yield* readingFile(file, batch)
}

async function* readingFile(file: File, batch: Batch): AsyncGenerator<void> {
  const { reader } = batch
  const name = visibleLine(file.name)
  reader.begin(name)
  const before = batch.read
  let compression: Compression | undefined
  try {
    compression = compressionOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()))
    if (compression !== 'none' && compression !== 'gzip') {
      reader.addUnread(`The file is compressed with ${compression}; only gzip is read`, name)
      batch.read = before + file.size
      return
    }
    const read = compression === 'gzip' ? decompressed : piecesOf
    const onRead = (bytes: number) => {
      batch.read = Math.max(batch.read, before + bytes)
    }
    for await (const piece of read(file, onRead)) {
      if (piece.length > 0) reader.read(piece)
      yield
    }
    reader.end()
  } catch (thrown) {
    // Browsers throw a DOMException for a file that they cannot read; all else is of the compression.
    const isOfFile = thrown instanceof DOMException
    if (!isOfFile && compression !== 'gzip') throw thrown
    reader.end()
    reader.addUnread(
      isOfFile
        ? 'The browser could not read the file to its end; what came before is read'
        : 'The gzip stream is damaged or cut; what came before is read',
      name,
    )
  }
}

/** Hears how many bytes of a file were read. */
type OnRead = (bytes: number) => void

/** In slices, because the pieces of `stream()` may be as large as the file. */
async function* piecesOf(file: Blob, onRead: OnRead, size = PIECE): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < file.size; at += size) {
    yield new Uint8Array(await file.slice(at, at + size).arrayBuffer())
    onRead(Math.min(file.size, at + size))
  }
}

/**
 * The text of a gzip file. Of several members, as `cat` and log collectors append them, a DecompressionStream reads the first
 * one and fails: then each is read on its own. Now and then a piece is empty, to let others have a turn.
 */
async function* decompressed(file: File, onRead: OnRead): AsyncGenerator<Uint8Array> {
  let given = 0
  let starts: readonly number[] = []
  try {
    for await (const piece of memberOf(file, onRead)) {
      given += piece.length
      yield piece
    }
    return
  } catch (thrown) {
    if (thrown instanceof DOMException) throw thrown
    starts = yield* membersOf(file)
    if (starts.length < 2) throw thrown
  }
  // The stream that failed may have kept some of what it had.
  let known = given
  for (const [at, start] of starts.entries()) {
    const member = file.slice(start, starts[at + 1] ?? file.size)
    for await (const piece of memberOf(member, (bytes) => onRead(start + bytes))) {
      yield piece.subarray(Math.min(known, piece.length))
      known = Math.max(0, known - piece.length)
    }
  }
}

async function* memberOf(file: Blob, onRead: OnRead): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(file, onRead)
  const stored = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  const reader = stored.pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    // Also ends the reading of the file. Of a stream that failed there is nothing to end.
    await reader.cancel().catch(() => undefined)
  }
}

/** Where the members of a gzip file begin; those before the first damage. */
async function* membersOf(file: Blob): AsyncGenerator<Uint8Array, readonly number[]> {
  const starts = [0]
  const gunzip = new Gunzip(() => undefined)
  gunzip.onmember = (offset) => starts.push(offset)
  try {
    for await (const piece of piecesOf(file, () => undefined, SMALL_PIECE)) {
      gunzip.push(piece)
      yield new Uint8Array()
    }
    gunzip.push(new Uint8Array(), true)
  } catch (thrown) {
    if (thrown instanceof DOMException) throw thrown
  }
  return starts
}

type Compression = 'gzip' | 'zstd' | 'bzip2' | 'xz' | 'none'

/** The first bytes of compressed files. */
const FIRST_BYTES: readonly (readonly [Compression, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
]

function compressionOf(bytes: Uint8Array): Compression {
  return FIRST_BYTES.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0] ?? 'none'
}
