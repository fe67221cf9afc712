import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { MOST_BYTES } from './world.ts'

/** Bytes that are read at once from a large file. */
export const PIECE = 1 << 20

/** Milliseconds in which the other program must have opened a named pipe. */
const PATIENCE = 5000

/** Milliseconds between two looks at a pipe. */
const PAUSE = 10

/** Bytes that come in parts, up to {@link MOST_BYTES}. */
export class BoundedParts {
  readonly #parts: Uint8Array[] = []
  #size = 0

  /** Throws `EFBIG` as `node:fs` does. */
  add(part: Uint8Array): void {
    this.#size += part.length
    if (this.#size > MOST_BYTES) throw Object.assign(new Error('EFBIG'), { code: 'EFBIG' })
    this.#parts.push(part)
  }

  joined(): Uint8Array {
    return Buffer.concat(this.#parts)
  }
}

/**
 * Reads a file, a pipe or a device, whose size is only known at its end.
 *
 * @param patience milliseconds in which something must write to a pipe
 * @throws as `node:fs` does; `EFBIG` for more than {@link MOST_BYTES}, `ENODATA` for a pipe that no program writes to
 */
export function readBounded(path: string, patience?: number): Uint8Array {
  const parts = new BoundedParts()
  for (const piece of isPipe(path) ? pipePieces(path, patience) : filePieces(path)) parts.add(piece)
  return parts.joined()
}

/** Whether a path is a pipe, which can be read once. */
export function isPipe(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFIFO() === true
}

function* filePieces(path: string): Generator<Uint8Array, void> {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE)
      const read = readSync(file, piece)
      if (read === 0) return
      yield piece.subarray(0, read)
    }
  } finally {
    closeSync(file)
  }
}

/**
 * The bytes of a pipe. To open it as a file is opened would wait for ever where no program writes to it. A program that has
 * opened it may take its time.
 *
 * @throws as {@link readBounded} does
 */
export function* pipePieces(path: string, patience = PATIENCE): Generator<Uint8Array, void> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    let isOpened = false
    let waited = 0
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE)
      const read = readNow(file, piece)
      if (read !== undefined && read > 0) {
        isOpened = true
        yield piece.subarray(0, read)
        continue
      }
      // No bytes are the end of a pipe, or that no program has opened it yet.
      if (read === undefined) isOpened = true
      else if (isOpened) return
      else if (waited >= patience) throw Object.assign(new Error('ENODATA'), { code: 'ENODATA' })
      waited += PAUSE
      pause()
    }
  } finally {
    closeSync(file)
  }
}

/** Opens a pipe to write to it. Throws `ENXIO` as `node:fs` does where no program reads from it. */
export function openedForWriting(path: string, patience = PATIENCE): number {
  for (let waited = 0; ; waited += PAUSE) {
    try {
      const held = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
      // While this one is open a second opening does not wait, and what is written there may take its time.
      const file = openSync(path, 'w')
      closeSync(held)
      return file
    } catch (error) {
      if (waited >= patience || !hasCode(error, 'ENXIO')) throw error
      pause()
    }
  }
}

/** The bytes that are there; undefined where a program has opened the pipe and has not written more yet. */
function readNow(file: number, piece: Uint8Array): number | undefined {
  try {
    return readSync(file, piece)
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return undefined
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const CLOCK = new Int32Array(new SharedArrayBuffer(4))

function pause(): void {
  Atomics.wait(CLOCK, 0, 0, PAUSE)
}
