/** What the program needs of the machine that it runs on. Handed in, so that tests need no other process. */
export interface World {
  /** Throws as `node:fs` does. */
  readonly readFile: (path: string) => Uint8Array
  /** What a folder holds, by name; undefined for what is no folder. Throws as `node:fs` does. */
  readonly entries: (path: string) => readonly Entry[] | undefined
  readonly readStdin: () => Promise<Uint8Array>
  readonly out: (content: string | Uint8Array) => void
  readonly err: (text: string) => void
  /** Writes a file, and makes the folders that it is to be in. Throws as `node:fs` does. */
  readonly writeFile: (path: string, content: string | Uint8Array) => void
  /** A file that comes with the program. */
  readonly asset: (name: Asset) => Uint8Array
  /** Whether standard output is a terminal, which bytes of a picture would upset. */
  readonly terminal: boolean
  /** Whether there is somebody to see colours. */
  readonly color: { readonly out: boolean; readonly err: boolean }
}

/** What pictures of pixels need: the program that draws them, and fonts, so that they are the same on every machine. */
export type Asset = keyof typeof import('../assets.json')

export interface Entry {
  readonly name: string
  readonly kind: 'file' | 'folder'
}

/** Whether text to a stream is coloured: on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` decides before both. */
export function colored({ isTTY = false }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR, NO_COLOR = '', TERM } = env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY && NO_COLOR === '' && TERM !== 'dumb'
}
