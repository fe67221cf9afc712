/** A file, and its name or its path in the folder that it came with. */
export interface NamedFile {
  readonly name: string
  readonly file: File
}

/** Whoever drops more than this dropped another folder than they meant. Files and folders together. */
export const MOST_ENTRIES = 2000

/** What a folder has that may be part of a policy. What stands in it besides is nobody’s mistake. */
const MANIFEST = /\.(ya?ml|json)$/i

/**
 * The files that were dropped, those in folders included, in the order of their paths; undefined when there are too many.
 * To be called while the browser still says what was dropped: before anything is waited for.
 */
export function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>) {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const plain = namedFiles([...files])
  return entries.some(({ isDirectory }) => isDirectory) ? filesOf(entries) : Promise.resolve(plain)
}

export function namedFiles(files: readonly File[]): readonly NamedFile[] {
  return files.map((file) => ({ name: file.name, file }))
}

async function filesOf(entries: readonly FileSystemEntry[]): Promise<readonly NamedFile[] | undefined> {
  const found: NamedFile[] = []
  const waiting = [...entries]
  let seen = 0
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    seen += 1
    if (seen > MOST_ENTRIES) return undefined
    const name = entry.fullPath.replace(/^\//, '')
    if (isDirectory(entry)) {
      // Such as `.git`.
      if (!entry.name.startsWith('.')) waiting.push(...(await entriesOf(entry)))
    } else if (isFile(entry) && (entries.includes(entry) || MANIFEST.test(name))) {
      const read = entry
      found.push({ name, file: await new Promise<File>((give, refuse) => read.file(give, refuse)) })
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A reader gives a hundred at a time, and none at the end. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  while (all.length <= MOST_ENTRIES) {
    const some = await new Promise<FileSystemEntry[]>((give, refuse) => reader.readEntries(give, refuse))
    if (some.length === 0) break
    all.push(...some)
  }
  return all
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
