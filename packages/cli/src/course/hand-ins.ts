import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { type HandIn, type ReadHandIn, readHandIn } from '@authz-playground/engine/documents'
import { fixInWords } from '@authz-playground/engine/internal/answers'
import { looksLikeCourse, looksLikeHandIn, readCourseHash } from '@authz-playground/engine/internal/course'
import type { Files } from '../files.ts'
import { isLink, nameOfLink } from '../links.ts'
import type { CommandProblem } from '../problem.ts'
import { printPlace } from '../text-places.ts'
import { handInLinks } from './hand-in-links.ts'

/** A hand-in that was found, before it is graded. */
export interface FoundHandIn {
  /** Who handed it in, as far as that is known: the file, `FILE:LINE` of a link, or the beginning of a link. */
  readonly who: string
  /** The words before a link on its line, such as a name in a chat. Empty where there are none. */
  readonly label: string
  /** The `who` of the first hand-in with the same content. */
  readonly sameAs?: string
  readonly content:
    | { readonly kind: 'read'; readonly handIn: HandIn; readonly sealed: boolean }
    /** Damaged, larger than any hand-in, or not understood; the reason is a sentence. */
    | { readonly kind: 'unreadable'; readonly reason: string }
}

/** What is found where hand-ins are looked for: one, or a remark about a file without any. */
export type Found =
  | { readonly handIn: FoundHandIn; readonly remark?: undefined }
  | { readonly handIn?: undefined; readonly remark: CommandProblem }

/** How large hand-ins may be, each and together. */
export interface HandInLimits {
  /** The most bytes of a file, also uncompressed. */
  readonly file: number
  /** The most bytes of a link, inflated. */
  readonly link: number
  /** The most hand-ins. */
  readonly count: number
  /** The most characters of all of them together. */
  readonly characters: number
}

/** A chat of a year is smaller than such a file, and no course has more learners. */
const LIMITS: HandInLimits = { file: 20_000_000, link: 2_000_000, count: 5000, characters: 100_000_000 }

/**
 * Finds hand-ins in files, folders, links and texts full of links, one after the other, so that no two of them are kept. Nothing in
 * them is decided here. A file that cannot be read is an unreadable hand-in: whoever handed it in is not forgotten.
 */
export async function* handInsAt(
  words: readonly string[],
  files: Pick<Files, 'bytes' | 'below'>,
  limits = LIMITS,
): AsyncGenerator<Found, void> {
  const first = new Map<string, string>()
  let [count, characters] = [0, 0]
  const found = (who: string, label: string, { content, size }: Content): Found => {
    count += 1
    characters += size
    if (content.kind === 'unreadable') return { handIn: { who, label, content } }
    const key = keyOf(content.handIn)
    const sameAs = first.get(key)
    if (sameAs === undefined) first.set(key, who)
    return { handIn: { who, label, ...(sameAs !== undefined && { sameAs }), content } }
  }
  const isFull = () => count >= limits.count || characters >= limits.characters
  for (const word of words) {
    if (isLink(word)) {
      yield found(nameOfLink(word), '', await contentOfLink(word.slice(Math.max(0, word.indexOf('#'))), limits))
      continue
    }
    const below = files.below(word, (name) => !name.startsWith('.'))
    if (below?.length === 0) yield { remark: { severity: 'error', at: word, message: 'This folder is empty.' } }
    for (const path of below ?? [word]) {
      if (isFull()) {
        yield { remark: tooMany(path, limits) }
        return
      }
      const { name, text, reason } = readText(path, files, limits.file)
      if (reason !== undefined) yield found(name, '', unreadable(reason))
      else if (looksLikeHandIn(text)) yield found(name, '', contentOf(readHandIn(text), name, text.length))
      else {
        let links = 0
        for (const { line, hash, before } of handInLinks(text)) {
          if (isFull()) {
            yield { remark: tooMany(`${name}:${line}`, limits) }
            return
          }
          links += 1
          yield found(`${name}:${line}`, before, await contentOfLink(hash, limits))
        }
        if (links > 0) continue
        const isDocument = /\.(ya?ml|json)$/i.test(name) && !looksLikeCourse(text)
        if (below === undefined || isDocument)
          yield found(name, '', unreadable('It is not a hand-in, and has no link to one.'))
        else yield { remark: { severity: 'note', at: name, message: 'No hand-in is in this file.' } }
      }
    }
  }
}

function tooMany(at: string, { count, characters }: HandInLimits): CommandProblem {
  const message = `From here on nothing is graded: there are more than ${count.toLocaleString('en')} hand-ins, or they are larger than ${characters / 1e6} MB together.`
  return { severity: 'error', at, message, fix: 'Grade them in parts.' }
}

/** The content of a hand-in, and how many characters it has. */
interface Content {
  readonly content: FoundHandIn['content']
  readonly size: number
}

function unreadable(reason: string, size = 0): Content {
  return { content: { kind: 'unreadable', reason }, size }
}

/** A text that is equal for hand-ins with the same work in them. */
function keyOf({ course, lessons }: HandIn): string {
  const work = [...lessons].map(([id, { policy, request }]) => [id, policy, request])
  return createHash('sha256')
    .update(JSON.stringify([course, work]))
    .digest('hex')
}

function contentOf({ handIn, sealed, diagnostics }: ReadHandIn, name: string, size: number): Content {
  if (handIn !== undefined) return { content: { kind: 'read', handIn, sealed }, size }
  const [first] = diagnostics
  if (first === undefined) return unreadable('It is empty.', size)
  const fix = first.fix === undefined ? '' : ` ${fixInWords(first.fix)}`
  const place = name === '' ? '' : `${printPlace(name, first.range)}: `
  return unreadable(`${place}${first.message}${fix}`, size)
}

async function contentOfLink(hash: string, { link }: HandInLimits): Promise<Content> {
  const read = await readCourseHash(hash, link)
  if (read?.kind === 'hand-in') return contentOf(read.read, '', read.text.length)
  return unreadable(read?.kind === 'problem' ? read.problem : 'This link holds no hand-in.', link / 10)
}

/** The text of a file, whatever its encoding: links have letters that all of them write the same way. */
function readText(
  path: string,
  files: Pick<Files, 'bytes'>,
  most: number,
): { readonly name: string; readonly text: string; readonly reason?: string } {
  const { name, bytes, reason } = files.bytes(path)
  if (bytes === undefined) return { name, text: '', reason }
  const size = (count: number) => `It has ${(count / 1e6).toFixed(1)} MB, and a hand-in has at most ${most / 1e6} MB.`
  if (bytes.length > most) return { name, text: '', reason: size(bytes.length) }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { name, text: decoded(bytes) }
  try {
    return { name, text: decoded(gunzipSync(bytes, { maxOutputLength: most })) }
  } catch (error) {
    const isLarge = error instanceof RangeError
    const reason = isLarge
      ? `It has more than ${most / 1e6} MB uncompressed.`
      : 'It is compressed with gzip and damaged.'
    return { name, text: '', reason }
  }
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
