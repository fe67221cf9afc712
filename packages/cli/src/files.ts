import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { manifestsAmong } from '@authz-playground/engine/internal/policy'
import { type CommandProblem, Refused, refusedInput } from './problem.ts'
import { type FolderEntry, MOST_BYTES, MOST_LINES, type World, type WrittenFile } from './world.ts'

/** A text and its name. */
export interface InputFile {
  readonly name: string
  /** Without a byte order mark. */
  readonly text: string
  /** The byte order mark before the text; absent where there is none. */
  readonly mark?: string
  /** The file is compressed with gzip. */
  readonly compressed?: true
}

/** The texts of manifests, and remarks on the files of kustomize and Helm among them. */
export interface ManifestTexts {
  readonly texts: readonly InputFile[]
  readonly remarks: readonly CommandProblem[]
}

/** Reads the files named on the command line. */
export interface Files {
  /** The text of a file, uncompressed; `-` is standard input. Throws {@link Refused}. */
  readonly text: (path: string) => InputFile
  /** The bytes of a file as they are, or why it cannot be read, in a sentence; `-` is standard input. */
  readonly bytes: (
    path: string,
  ) => { readonly name: string } & (
    | { readonly bytes: Uint8Array; readonly reason?: undefined }
    | { readonly bytes?: undefined; readonly reason: string }
  )
  /**
   * The texts of files and of all manifests below folders: YAML and JSON files, in the order of names, without the files of
   * kustomize and Helm. Throws {@link Refused}.
   */
  readonly texts: (paths: readonly string[]) => ManifestTexts
  /** The texts of manifests in these files, without the files of kustomize and Helm. Throws {@link Refused}. */
  readonly among: (paths: readonly string[]) => ManifestTexts
  /** The files below a folder with a matching name, in order; undefined where the path is not a folder. */
  readonly below: (path: string, wanted: (name: string) => boolean) => readonly string[] | undefined
}

/** The name of standard input in messages. */
export const STDIN = 'stdin'

/** The byte order mark of UTF-8, decoded. */
const MARK = '\ufeff'

/** The files of a world. Standard input is passed in, if it was read; it can be used once. */
export function filesOf(world: World, stdin: Uint8Array | undefined): Files {
  let left = stdin
  const bytesOf = (path: string): Uint8Array => {
    if (path !== '-') return readBytes(path, world)
    if (left === undefined) throw refusedInput('-', 'Standard input can be read once.', 'Keep one “-”.')
    const bytes = left
    left = undefined
    return bytes
  }
  const text = (path: string): InputFile => {
    return textOf(path === '-' ? STDIN : path, bytesOf(path))
  }
  return {
    text,
    bytes: (path) => {
      const name = path === '-' ? STDIN : path
      try {
        return { name, bytes: bytesOf(path) }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return { name, reason: error.message }
      }
    },
    among: (paths) => {
      const { manifests, leftOut } = manifestsAmong(paths)
      return { texts: manifests.map(text), remarks: leftOut.map(({ path: at, ...words }) => ({ at, ...words })) }
    },
    below: (path, wanted) => (isFolder(path, world) ? pathsBelow(path, wanted, world) : undefined),
    texts: (paths) => {
      const named = paths.map((path) => (path === '-' ? { paths: ['-'], remarks: [] } : manifestsAt(path, world)))
      const texts = named.flatMap((one) => one.paths).map(text)
      return { texts, remarks: named.flatMap(({ remarks }) => remarks) }
    },
  }
}

/** The text of a file with these bytes, uncompressed. Throws {@link Refused}. */
export function textOf(name: string, stored: Uint8Array): InputFile {
  const compressed = stored[0] === 0x1f && stored[1] === 0x8b
  const whole = decoded(compressed ? uncompressed(stored, name) : stored, name)
  refuseLines(name, lineBreaks(whole))
  const file = compressed ? ({ name, compressed } as const) : { name }
  return whole.startsWith(MARK) ? { ...file, text: whole.slice(1), mark: MARK } : { ...file, text: whole }
}

function readBytes(path: string, world: World): Uint8Array {
  try {
    return world.readFile(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** The manifests at a path. Of a folder, the files of kustomize and Helm are left out with a remark; a named file is read. */
function manifestsAt(
  path: string,
  world: World,
): { readonly paths: readonly string[]; readonly remarks: readonly CommandProblem[] } {
  if (folderEntries(path, world) === undefined) return { paths: [path], remarks: valuesNamed(path) }
  const found = pathsBelow(path, (name) => /\.(ya?ml|json)$/i.test(name), world)
  if (found.length === 0) {
    const message = 'This folder holds no .yaml, .yml or .json file.'
    throw refusedInput(path, message, 'Name another folder, or the files themselves.')
  }
  const { manifests, leftOut } = manifestsAmong(found)
  const remarks = leftOut.map(({ path: at, ...words }) => ({ at, ...words }))
  if (manifests.length === 0) {
    const message = 'This folder holds only files that kustomize or Helm reads, goals or designs.'
    const fix = 'Pipe the output of a command below into this one, with - as the file.'
    throw new Refused({ severity: 'error', at: path, message, fix }, ...remarks)
  }
  return { paths: manifests, remarks }
}

/** The values of a chart have any keys, so that only the name of the file tells what they are. */
function valuesNamed(path: string): readonly CommandProblem[] {
  const message = 'This is the name of a file with values of a Helm chart, which has no objects.'
  return /(?:^|[\\/])values\.ya?ml$/.test(path)
    ? [{ severity: 'note', at: path, message, fix: 'Use the output of helm template.' }]
    : []
}

/**
 * The files with a wanted name below a folder, in order. Links are followed; what was reached already is not read twice, so that a
 * circle ends. Throws {@link Refused} where an entry cannot be read that may be wanted.
 */
function pathsBelow(folder: string, wanted: (name: string) => boolean, world: World): readonly string[] {
  const found: string[] = []
  const unread: CommandProblem[] = []
  const links: { readonly path: string; readonly kind: FolderEntry['kind']; readonly place: string }[] = []
  const seen = new Set<string>()
  const visit = (at: string, place: string): void => {
    if (seen.has(place)) return
    seen.add(place)
    const entries = [...(folderEntries(at, world) ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))
    const prefix = at === '.' ? '' : at.endsWith('/') ? at : `${at}/`
    for (const { name, kind, place: behind, reason = '' } of entries) {
      const path = prefix + name
      if (kind === 'unreadable') {
        if (wanted(name)) unread.push({ severity: 'error', at: path, message: reason })
      } else if (behind !== undefined) links.push({ path, kind, place: behind })
      else if (kind === 'folder') visit(path, `${place}/${name}`)
      else if (wanted(name)) {
        seen.add(`${place}/${name}`)
        found.push(path)
      }
    }
  }
  visit(folder, placeOf(folder, world))
  for (let link = links.shift(); link !== undefined; link = links.shift()) {
    const { path, kind, place } = link
    if (kind === 'folder') visit(path, place)
    else if (wanted(path.slice(path.lastIndexOf('/') + 1)) && !seen.has(place)) {
      seen.add(place)
      found.push(path)
    }
  }
  if (unread.length > 0) throw new Refused(...unread)
  return found.sort((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1))
}

/** Sorts the entries of a folder by their names, and what is below one right after it. */
function inOrder(path: string): string {
  return path.replaceAll('/', '\0')
}

function placeOf(folder: string, world: World): string {
  try {
    return world.placeOf(folder).replace(/\/$/, '')
  } catch (error) {
    throw unreadable(folder, error)
  }
}

/** Whether a path is a folder that can be read. Standard input is not. */
export function isFolder(path: string, world: World): boolean {
  try {
    return path !== '-' && world.entries(path) !== undefined
  } catch {
    // Errors about the path are reported when it is read.
    return false
  }
}

/** The entries of a folder; undefined for a path that is not a folder. Throws {@link Refused} where it cannot be read. */
export function folderEntries(path: string, world: World): readonly FolderEntry[] | undefined {
  try {
    return world.entries(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

const MOST = `${MOST_BYTES >> 20} MiB`
const TOO_LARGE = 'which is the most that is read as one text'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder.',
  EACCES: 'This may not be read: permission denied.',
  EPERM: 'This may not be read: permission denied.',
  EISDIR: 'This is a folder, and a file is expected.',
  ENOTDIR: 'There is no such file: a part of the path is not a folder.',
  ELOOP: 'This is a link that leads back to itself.',
  ENODATA: 'This is a pipe that no program writes to.',
  ENXIO: 'This is a socket or a device that cannot be read.',
  EFBIG: `This is larger than ${MOST}, ${TOO_LARGE}.`,
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'a file may not be that large here',
  ENXIO: 'it is a pipe that no program reads from',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'it is a link that leads back to itself',
  EMLINK: 'it has another name, a hard link, where the old content would stay',
}

/** Writes a file whole, or leaves it as it was; undefined, or why it was not written. */
export function written(
  path: string,
  contents: Iterable<string | Uint8Array>,
  { replaceFile }: Pick<World, 'replaceFile'>,
): CommandProblem | undefined {
  let file: WrittenFile | undefined
  try {
    file = replaceFile(path)
    for (const content of contents) file.write(content)
    file.finish()
    return undefined
  } catch (error) {
    file?.discard()
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === undefined) throw error
    return { severity: 'error', at: path, message: `This cannot be written: ${WRITE_REASONS[code] ?? code}.` }
  }
}

/** The refusal for an error of `node:fs`; any other error is a fault of the program. */
export function unreadable(path: string, error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined) throw error
  const fix = path === 'kubectl' ? 'Write -- before the command, as in run --user NAME -- kubectl get pods.' : undefined
  return refusedInput(path, REASONS[code] ?? `This cannot be read (${code}).`, fix)
}

/** Refuses more lines than are read as one text. */
export function refuseLines(name: string, lines: number): void {
  if (lines <= MOST_LINES) return
  throw refusedInput(name, `This has more than ${MOST_LINES.toLocaleString('en')} lines, ${TOO_LARGE}.`)
}

function lineBreaks(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) count++
  }
  return count
}

/** Refuses texts that are larger together than one text may be. */
export function refuseLength(name: string, length: number): void {
  if (length > MOST_BYTES) throw refusedInput(name, `With the texts before, this is larger than ${MOST}, ${TOO_LARGE}.`)
}

export const DAMAGED = 'This is compressed with gzip and damaged: perhaps a part of it is missing.'

function uncompressed(bytes: Uint8Array, name: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    if (error instanceof RangeError)
      throw refusedInput(name, `This is compressed with gzip; uncompressed it is larger than ${MOST}, ${TOO_LARGE}.`)
    throw refusedInput(name, DAMAGED)
  }
}

function decoded(bytes: Uint8Array, name: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw refusedInput(name, 'This is UTF-16, and UTF-8 is expected.', 'Save it as UTF-8.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const line = firstBadLine(bytes)
    throw refusedInput(`${name}:${line}`, 'This is not UTF-8 text.', 'Save it as UTF-8.')
  }
}

/** The line of the first byte that is not UTF-8, from 1. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(0x0a, start)
    const end = found === -1 ? bytes.length : found + 1
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end
  }
  return line
}
