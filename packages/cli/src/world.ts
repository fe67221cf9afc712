/** The machine that the program runs on. It is passed in, so that tests need no other process. */
export interface World {
  /** Throws as `node:fs` does. */
  readonly readFile: (path: string) => Uint8Array
  /** The entries of a folder, by name; undefined for a path that is not a folder. Throws as `node:fs` does. */
  readonly entries: (path: string) => readonly FolderEntry[] | undefined
  readonly readStdin: () => Promise<Uint8Array>
  /** The bytes of a file in pieces; `-` is standard input. Fails as `node:fs` does. */
  readonly pieces: (path: string) => AsyncIterable<Uint8Array>
  /** The size of a file in bytes; undefined where it is not known. */
  readonly size: (path: string) => number | undefined
  readonly out: (content: string | Uint8Array) => void
  readonly err: (text: string) => void
  /** Writes a file, and creates its folders. Throws as `node:fs` does. */
  readonly writeFile: (path: string, content: string | Uint8Array) => void
  /** Writes to the end of a file. Throws as `node:fs` does. */
  readonly appendFile: (path: string, content: string) => void
  /** A file that comes with the program. */
  readonly asset: (name: Asset) => Uint8Array
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
  readonly kind: 'file' | 'folder'
}

/** Whether text to a stream is coloured: on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` decides before both. */
export function colored({ isTTY = false }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR, NO_COLOR = '', TERM } = env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY && NO_COLOR === '' && TERM !== 'dumb'
}
