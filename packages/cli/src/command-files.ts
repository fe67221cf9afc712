import { manifestFiles, plainKustomization, withManifest } from '@authz-playground/engine/internal/kubectl'
import { hereDocument } from '@authz-playground/engine/internal/shell'
import type { Files, ManifestTexts } from './files.ts'
import { type CommandProblem, refusedInput } from './problem.ts'
import { joinedTexts, type PlaceOf, printPlace } from './text-places.ts'

/** A kubectl command with the objects of its files in a here-document, and the places of its lines. */
export interface CommandWithFiles {
  readonly text: string
  readonly placeOf: (place: Parameters<PlaceOf>[0]) => string
  readonly remarks: readonly CommandProblem[]
}

/** Reads the files that a kubectl command names by `-f` and `-k`. Throws `Refused` where one cannot be read. */
export function commandWithFiles(command: string, files: Files): CommandWithFiles {
  const { files: named, recursive } = manifestFiles(command)
  if (named.length === 0) {
    return { text: command, placeOf: (place) => printPlace('command', place), remarks: [] }
  }
  const read = named.map(({ path, kustomize }) => {
    if (/^https?:\/\//.test(path)) {
      throw refusedInput(path, 'Nothing is loaded from the network.', 'Save the file, and name it.')
    }
    return kustomize ? kustomized(path, files) : manifestsOf(path, recursive, files)
  })
  const joined = joinedTexts(read.flatMap(({ texts }) => texts))
  const text = withManifest(command, joined.text)
  const first = text.split('\n').length - hereDocument(joined.text).split('\n').length + 1
  return {
    text,
    placeOf: (place) => {
      const inFile = place.line > first
      return inFile ? joined.placeOf({ ...place, line: place.line - first }) : printPlace('command', place)
    },
    remarks: read.flatMap(({ remarks }) => remarks),
  }
}

/** Without `-R`, kubectl reads a folder and not the folders below it. */
function manifestsOf(path: string, recursive: boolean, files: Files): ManifestTexts {
  const below = recursive || path === '-' ? undefined : files.below(path, (name) => /\.(ya?ml|json)$/i.test(name))
  if (below === undefined) return files.texts([path])
  const prefix = path.endsWith('/') ? path : `${path}/`
  const own = below.filter((one) => !one.slice(prefix.length).includes('/'))
  if (own.length === 0)
    throw refusedInput(path, 'This folder holds no .yaml, .yml or .json file.', 'Add -R for those below.')
  return files.among(own)
}

/** The resources of a kustomization that only lists them, and of those that it lists. Throws `Refused` for any other. */
function kustomized(folder: string, files: Files, depth = 0): ManifestTexts {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`
  const names = files.below(folder, (name) => KUSTOMIZATION.test(name)) ?? []
  const file = names.find((one) => !one.slice(prefix.length).includes('/'))
  const fix = `Run kubectl kustomize ${folder} and pipe its output into this command, with -f - in place of -k.`
  if (file === undefined || depth > DEEPEST) {
    throw refusedInput(folder, 'This folder has no kustomization.yaml.', 'Name the folder that has it.')
  }
  const resources = plainKustomization(files.text(file).text)
  if (resources === undefined) {
    throw refusedInput(file, 'This kustomization does more than list resources, and kustomize is not run here.', fix)
  }
  const read = resources.map((resource): ManifestTexts => {
    if (/^[a-z+]+:\/\/|^git@/.test(resource)) throw refusedInput(file, `“${resource}” is on the network.`, fix)
    const path = resolved(prefix, resource)
    const isFolder = files.below(path, () => true) !== undefined
    return isFolder ? kustomized(path, files, depth + 1) : { texts: [files.text(path)], remarks: [] }
  })
  return { texts: read.flatMap(({ texts }) => texts), remarks: read.flatMap(({ remarks }) => remarks) }
}

const KUSTOMIZATION = /^(?:kustomization\.ya?ml|Kustomization)$/
const DEEPEST = 20

/** A path with its dots resolved: `overlays/prod/` and `../../base` give `base`. */
function resolved(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.join('/')
}
