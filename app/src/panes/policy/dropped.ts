import { manifestsAmong } from '@authz-playground/engine/internal/policy'
import { shownName } from '../../ui/index.ts'

/** A file, and its name or its path in the folder that it came with. */
export interface NamedFile {
  readonly name: string
  readonly file: File
}

/** A drop of more files and folders was probably the wrong folder. */
export const MOST_ENTRIES = 2000

/** The files of a folder that may be part of a policy. Other files are ignored without a message. */
const MANIFEST = /\.(ya?ml|json)$/i

/**
 * The dropped files, including those in folders, in the order of their paths; undefined when there are too many. Call
 * it in the event handler before any `await`, because the browser empties the list afterwards.
 */
export function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>) {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const plain = namedFiles([...files])
  return entries.some(({ isDirectory }) => isDirectory) ? filesOf(entries) : Promise.resolve(plain)
}

/**
 * The files without those of kustomize and Helm that came in a folder, and a remark on each of these. A file that was dropped
 * by itself has no folder in its name, and is always read.
 */
export function withoutToolFiles(files: readonly NamedFile[]): {
  readonly files: readonly NamedFile[]
  readonly remarks: readonly string[]
} {
  const inFolders = files.map(({ name }) => name).filter((name) => name.includes('/'))
  const { manifests, leftOut } = manifestsAmong(inFolders)
  const kept = new Set(manifests)
  return {
    files: files.filter(({ name }) => !name.includes('/') || kept.has(name)),
    remarks: leftOut.map(({ path, message, fix }) => `${path}: ${message} ${fix}`),
  }
}

export function namedFiles(files: readonly File[]): readonly NamedFile[] {
  return files.map((file) => ({ name: shownName(file), file }))
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
      // Hidden folders such as `.git` are left out.
      if (!entry.name.startsWith('.')) waiting.push(...(await entriesOf(entry)))
    } else if (isFile(entry) && (entries.includes(entry) || MANIFEST.test(name))) {
      const read = entry
      found.push({
        name: shownName({ name }),
        file: await new Promise<File>((give, refuse) => read.file(give, refuse)),
      })
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A directory reader gives at most a hundred entries a call, and none at the end. */
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
