import type { Diagnostic } from '@authz-playground/engine'
import { readExampleHash, readScenarioDocument, type ScenarioDocument } from '@authz-playground/engine/scenario-file'
import type { ScenarioSource } from './source.ts'

/** A scenario, or the problems in sentences for the author of the page. */
export type Loaded = { readonly document: ScenarioDocument } | { readonly problems: readonly string[] }

export interface Where {
  /** The base of relative addresses in the page. */
  readonly base: string
  /** The address of a built playground with its gallery; undefined where it is not known. */
  readonly home: string | undefined
  readonly signal: AbortSignal
}

/**
 * Longer documents are refused. They are read on the main thread, and must not block the page; the longest of the
 * gallery has 7,000 characters. The playground itself accepts more.
 */
const LONGEST = 300_000

/** Loads a scenario. Rejects only when it is aborted; every problem of the scenario is a sentence. */
export async function load(source: ScenarioSource, where: Where): Promise<Loaded> {
  switch (source.kind) {
    case 'inline':
      return readText(source.text)
    case 'file':
      return loadFile(source.address, where.base, where.signal)
    case 'link': {
      const read =
        readExampleHash(source.hash) ?? (await (await import('./link.ts')).readLinkHash(source.hash, LONGEST))
      if ('problem' in read) return { problems: [read.problem] }
      return 'document' in read ? read : loadExample(read.example, where)
    }
  }
}

/** Reads a scenario document. */
function readText(text: string): Loaded {
  if (text.length > LONGEST) {
    const count = text.length.toLocaleString('en')
    return {
      problems: [`This scenario has ${count} characters, and ${LONGEST.toLocaleString('en')} are shown at most.`],
    }
  }
  const { document, diagnostics } = readScenarioDocument(text)
  return document === undefined ? { problems: diagnostics.map(inWords) } : { document }
}

/** A problem of a document in words, with its place. */
function inWords({ message, fix, range: { line, column } }: Diagnostic): string {
  return `Line ${line}, column ${column}: ${message}${fix === undefined ? '' : ` ${fix}`}`
}

function loadExample(id: string, { home, base, signal }: Where): Promise<Loaded> | Loaded {
  if (home === undefined) {
    const message = `The example “${id}” is in the gallery of a playground, and this page does not say where one is.`
    return { problems: [`${message} Write home="https://…/".`] }
  }
  const address = new URL(`embed/examples/${encodeURIComponent(id)}.yaml`, new URL(home, base)).href
  return loadFile(address, base, signal, `There is no example “${id}” in the gallery of ${home}`)
}

/** @param missing what a file that is not there means */
async function loadFile(address: string, base: string, signal: AbortSignal, missing?: string): Promise<Loaded> {
  const url = URL.canParse(address, base) ? new URL(address, base).href : undefined
  if (url === undefined) return { problems: [`“${address}” is not an address of a scenario.`] }
  try {
    const response = await fetch(url, { signal, credentials: 'omit' })
    if (response.status === 404 && missing !== undefined) return { problems: [`${missing}.`] }
    if (!response.ok) return { problems: [`The scenario could not be loaded from ${url}: HTTP ${response.status}.`] }
    return readText(await response.text())
  } catch (error) {
    if (signal.aborted) throw error
    const { origin } = new URL(base)
    const other =
      new URL(url).origin === origin
        ? ''
        : `, or it answers without the header “Access-Control-Allow-Origin: ${origin}”`
    const unread = `The scenario could not be loaded from ${url}: its server does not answer${other}.`
    return {
      problems:
        missing === undefined ? [unread] : [unread, `Or: ${missing.charAt(0).toLowerCase()}${missing.slice(1)}.`],
    }
  }
}
