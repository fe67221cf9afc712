/** What the program needs of the machine that it runs on. Handed in, so that tests need no other process. */
export interface World {
  /** Throws as `node:fs` does. */
  readonly readFile: (path: string) => Uint8Array
  /** What a folder holds, by name; undefined for what is no folder. Throws as `node:fs` does. */
  readonly entries: (path: string) => readonly Entry[] | undefined
  readonly readStdin: () => Promise<Uint8Array>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether there is somebody to see colours. */
  readonly color: { readonly out: boolean; readonly err: boolean }
}

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
