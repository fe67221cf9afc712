import type { Answers } from './serve/answer.ts'

/** The most bytes that are read as one text, uncompressed: 256 MiB. Logs are read in pieces, and may be larger. */
export const MOST_BYTES = 1 << 28

/** The most lines that are read as one text. What reads them keeps something of each. */
export const MOST_LINES = 1 << 24

/** The machine that the program runs on. It is passed in, so that tests need no other process. */
export interface World {
  /** Throws as `node:fs` does; `EFBIG` for more than {@link MOST_BYTES}, `ENODATA` for a pipe that no program writes to. */
  readonly readFile: (path: string) => Uint8Array
  /** The place of a file or folder, without links. Throws as `node:fs` does. */
  readonly placeOf: (path: string) => string
  /** The entries of a folder, by name; undefined for a path that is not a folder. Throws as `node:fs` does. */
  readonly entries: (path: string) => readonly FolderEntry[] | undefined
  /** Rejects with `EFBIG` for more than {@link MOST_BYTES}. */
  readonly readStdin: () => Promise<Uint8Array>
  /** The bytes of a file in pieces; `-` is standard input. Fails as `node:fs` does. */
  readonly pieces: (path: string) => AsyncIterable<Uint8Array>
  /** The size of a file in bytes; undefined where it is not known, as of a pipe or a device. */
  readonly size: (path: string) => number | undefined
  readonly out: (content: string | Uint8Array) => void
  readonly err: (text: string) => void
  /** Begins to replace a file, or to create it and its folders. The old one stays as it was until all is written. Throws as `node:fs` does. */
  readonly replaceFile: (path: string) => WrittenFile
  /** A file that comes with the program. */
  readonly asset: (name: Asset) => Uint8Array
  /** The folder of the built site. In a source checkout it may be missing. */
  readonly site: string
  /** Answers requests over HTTP. Rejects as `node:net` does where it cannot listen. */
  readonly serve: (answers: Answers, where: ListenOn) => Promise<Serving>
  /** The addresses of this machine in its networks, without its own loopback. */
  readonly addresses: () => readonly NetworkAddress[]
  /** Whether standard output is a terminal, which cannot show the bytes of a picture. */
  readonly terminal: boolean
  /** Whether standard error is a terminal, where a line of progress can be written again and again. */
  readonly live: boolean
  /** Whether output may be coloured. */
  readonly color: { readonly out: boolean; readonly err: boolean }
}

/** The resources for PNG: the renderer, and fonts, so that pictures are the same on every machine. */
export type Asset = keyof typeof import('../assets.json')

export interface FolderEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'unreadable'
  /** Behind a link: the place of what it leads to. Two names with one place are one file or folder. */
  readonly place?: string
  /** Why an unreadable entry cannot be read, in a sentence. */
  readonly reason?: string
}

/** A file that is being written. Throws as `node:fs` does. */
export interface WrittenFile {
  readonly write: (content: string | Uint8Array) => void
  /** Puts what was written in the place of the file. */
  readonly finish: () => void
  /** Leaves the old file, and nothing of the new one. */
  readonly discard: () => void
}

/** Where to listen. */
export interface ListenOn {
  /** A name or an address. */
  readonly host: string
  /** 0 for any free port; otherwise the next free one where it is taken. */
  readonly port: number
}

/** A server that listens. */
export interface Serving {
  readonly port: number
  /** Resolves after the process was asked to end, as by Ctrl-C, and every connection is closed. */
  readonly ended: Promise<void>
}

/** An address of the machine. */
export interface NetworkAddress {
  readonly address: string
  /** The name of its network interface: `wlan0`. */
  readonly name: string
}

/** Whether text to a stream is coloured: on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` decides before both. */
export function colored({ isTTY = false }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR, NO_COLOR = '', TERM } = env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY && NO_COLOR === '' && TERM !== 'dumb'
}
