import { hereDocument, splitCommand } from '../shell/index.ts'
import type { Problem, Span } from '../text/index.ts'
import { type JsonObject, type JsonValue, readJsonTexts } from '../yaml/index.ts'
import type { FlagUse } from './command-line/invocation.ts'
import { invocationOf } from './kubectl.ts'

/** A file, folder or URL that a kubectl command reads objects from. */
export interface ManifestFile {
  /** As written; `-` is standard input. */
  readonly path: string
  /** By `-k`: a folder with a kustomization. */
  readonly kustomize: boolean
}

/** The files that a kubectl command reads objects from, and whether it reads the folders below them too. */
export interface ManifestFiles {
  readonly files: readonly ManifestFile[]
  /** `-R`. */
  readonly recursive: boolean
}

/** The flags of `text` that name files with objects. */
function fileFlags(text: string): { readonly flags: ReadonlyMap<string, readonly FlagUse[]>; readonly raw: boolean } {
  const problems: Problem[] = []
  const flags = invocationOf(splitCommand(text), problems)?.flags ?? new Map()
  return { flags, raw: flags.has('raw') }
}

/** The files of objects that a kubectl command names. Empty for a command that needs none, or has them in its text. */
export function manifestFiles(text: string): ManifestFiles {
  const { flags, raw } = fileFlags(text)
  const of = (flag: string) => (raw ? [] : (flags.get(flag) ?? []))
  const named = ['filename', 'kustomize'].flatMap((flag) =>
    of(flag).flatMap(({ value }) => value.split(',').map((path) => ({ path, kustomize: flag === 'kustomize' }))),
  )
  const inText = splitCommand(text).stdin !== undefined
  return {
    files: named.filter(({ path }) => path !== '' && !(path === '-' && inText)),
    recursive: of('recursive').some(({ value }) => value === 'true'),
  }
}

/** The command with these objects in a here-document, in place of the files that it names. */
export function withManifest(text: string, manifest: string): string {
  const { flags } = fileFlags(text)
  const spans = ['filename', 'kustomize', 'recursive'].flatMap((flag) =>
    (flags.get(flag) ?? []).map(({ span }) => span),
  )
  const rest = spans
    .sort((a: Span, b: Span) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start).trimEnd() + left.slice(end), text)
  return `${rest.trimEnd()} -f - ${hereDocument(manifest)}`
}

const PLAIN_KEYS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'resources'])

/** The paths in a kustomization that only lists resources. Undefined where it changes them, and for a text that is not a kustomization. */
export function plainKustomization(text: string): readonly string[] | undefined {
  const { documents, diagnostics } = readJsonTexts(text, 'document')
  const value = documents[0]?.value
  if (diagnostics.some(({ severity }) => severity === 'error') || documents.length !== 1) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { resources } = value as JsonObject
  const plain = Object.keys(value).every((key) => PLAIN_KEYS.has(key)) && Array.isArray(resources)
  return plain && resources.every((one: JsonValue) => typeof one === 'string') ? resources : undefined
}
