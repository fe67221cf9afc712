import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A file to which a server appends lines, read from an offset on. */
export class GrowingFile {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** The current size of the file, in bytes. */
  end(): number {
    const handle = openSync(this.#file, 'r')
    try {
      return fstatSync(handle).size
    } finally {
      closeSync(handle)
    }
  }

  /** The whole lines between two offsets. */
  lines(from: number, to = this.end()): readonly string[] {
    const handle = openSync(this.#file, 'r')
    try {
      const bytes = Buffer.alloc(to - from)
      const read = readSync(handle, bytes, 0, bytes.length, from)
      const text = bytes.toString('utf8', 0, read)
      return text.split('\n').slice(0, -1)
    } finally {
      closeSync(handle)
    }
  }
}
