import type { World } from '../world.ts'

/** A line of progress is written again after this many milliseconds. */
const PAUSE = 100

/** Shows on a terminal how far the reading of large files is. */
export class Progress {
  readonly #start = performance.now()
  #last = 0
  #read = 0
  #isShown = false

  /** @param total the bytes of all files; undefined where that is not known */
  constructor(
    readonly world: Pick<World, 'err' | 'live'>,
    readonly total: number | undefined,
  ) {}

  /** Counts bytes that were read, and the requests that they had so far. */
  read(bytes: number, requests: number): void {
    this.#read += bytes
    const now = performance.now()
    if (!this.world.live || now - this.#last < PAUSE) return
    this.#last = now
    this.#isShown = true
    const seconds = Math.max(0.001, (now - this.#start) / 1000)
    const rate = Math.round(requests / seconds).toLocaleString('en')
    this.world.err(`\r\x1b[K${this.#bar()}${requests.toLocaleString('en')} requests, ${rate} a second`)
  }

  /** Removes the line. */
  end(): void {
    if (this.#isShown) this.world.err('\r\x1b[K')
  }

  #bar(): string {
    const megabytes = `${Math.round(this.#read / 1e6)}`
    if (this.total === undefined || this.total === 0) return `${megabytes} MB, `
    const part = Math.min(1, this.#read / this.total)
    const filled = Math.round(part * 20)
    return `[${'█'.repeat(filled)}${'░'.repeat(20 - filled)}] ${Math.round(part * 100)} % of ${Math.round(this.total / 1e6)} MB, `
  }
}
