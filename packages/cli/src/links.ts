import { readLinkHash, type ScenarioDocument, writeScenarioDocument } from '@authz-playground/engine/documents'
import type { Files, InputFile } from './files.ts'
import { Refused, refusedInput } from './problem.ts'

/** So much of a link is its name in messages: it begins with a checksum of all of it. */
const NAMED = 16

/**
 * Files whose arguments may also be links of the playground: an address with a hash, or the hash alone. The scenario is
 * in the hash, so nothing is fetched.
 */
export async function withLinks(files: Files, args: readonly string[]): Promise<Files> {
  const linked = new Map<string, InputFile | Refused>()
  for (const arg of args) if (isLink(arg)) linked.set(arg, await fileOf(arg))
  const text = (path: string): InputFile => {
    const found = linked.get(path)
    if (found instanceof Refused) throw found
    return found ?? files.text(path)
  }
  return { ...files, text, below: (path, wanted) => (linked.has(path) ? undefined : files.below(path, wanted)) }
}

/** Whether an argument is a link of the playground. */
export function isLink(arg: string): boolean {
  return arg.startsWith('#') || /^https?:\/\//i.test(arg) || (/^file:\/\//i.test(arg) && arg.includes('#'))
}

/** The name of a link in messages: the beginning of its hash. */
export function nameOfLink(link: string): string {
  const [place = ''] = link.slice(Math.max(0, link.indexOf('#'))).split('&')
  return place.startsWith('#example/') || place.length <= NAMED ? place : `${place.slice(0, NAMED)}…`
}

/** The scenario of a link as the text of a scenario document. */
async function fileOf(link: string): Promise<InputFile | Refused> {
  const at = link.indexOf('#')
  if (at === -1) {
    const fix = 'Save the file, and name it; or copy the whole link, with its # and everything after it.'
    return refusedInput(link, 'This address has no # with a scenario, and nothing is fetched.', fix)
  }
  const hash = link.slice(at)
  const name = nameOfLink(hash)
  const read = await readLinkHash(hash)
  if ('problem' in read) return refusedInput(name, read.problem)
  const document = 'document' in read ? read.document : await exampleDocument(read.example)
  if (document === undefined)
    return refusedInput(name, `There is no example “${'example' in read ? read.example : ''}”.`)
  return { name, text: writeScenarioDocument(document) }
}

async function exampleDocument(id: string): Promise<ScenarioDocument | undefined> {
  const { EXAMPLES } = await import('@authz-playground/examples')
  const example = EXAMPLES.find((one) => one.id === id)
  if (example === undefined) return undefined
  const { title, sentence, expect, scenario } = example
  const { code, checks, constraint } = expect
  const expectation = { code, checks: [...checks], ...(constraint !== undefined && { constraint }) }
  return { title, explanation: sentence, expect: [expectation], scenario }
}
