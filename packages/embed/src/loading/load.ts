import type { Diagnostic } from '@authz-playground/engine'
import { readScenarioDocument } from '@authz-playground/engine/documents'
import { readExampleHash } from '@authz-playground/engine/internal/scenario-file'
import { fetchText, tooLong, type Wanted, type Where } from './fetch.ts'
import type { Loaded, ScenarioSource } from './source.ts'

/**
 * Longer documents are refused. They are read on the main thread, and must not block the page; the longest of the
 * gallery has 7,000 characters. The playground itself accepts more.
 */
const SCENARIO: Wanted = { what: 'scenario', longest: 300_000 }

/**
 * Loads a scenario. Rejects only when it is aborted; every problem of the scenario is a sentence.
 *
 * @param design the address of a design as a text, which decides it
 */
export async function load(source: ScenarioSource, where: Where, design: string | null = null): Promise<Loaded> {
  const loaded = await loadScenario(source, where)
  if (design === null || 'problems' in loaded) return loaded
  return (await import('./load-design.ts')).underDesign(loaded.document, design, where)
}

async function loadScenario(source: ScenarioSource, where: Where): Promise<Loaded> {
  switch (source.kind) {
    case 'inline':
      return readText(source.text)
    case 'file':
      return loadFile(source.address, where)
    case 'link': {
      const read =
        readExampleHash(source.hash) ?? (await (await import('./link.ts')).readLinkHash(source.hash, SCENARIO.longest))
      if ('problem' in read) return { problems: [read.problem] }
      return 'document' in read ? read : loadExample(read.example, where)
    }
  }
}

/** Reads a scenario document. */
function readText(text: string): Loaded {
  if (text.length > SCENARIO.longest) return { problems: [tooLong(SCENARIO)] }
  const { document, diagnostics } = readScenarioDocument(text)
  return document === undefined ? { problems: diagnostics.map(inWords) } : { document }
}

/** A problem of a document in words, with its place. */
export function inWords({ message, fix, range: { line, column } }: Diagnostic): string {
  return `Line ${line}, column ${column}: ${message}${fix === undefined ? '' : ` ${fix}`}`
}

async function loadExample(id: string, where: Where): Promise<Loaded> {
  const { home, base } = where
  if (home === undefined) {
    const message = `The example “${id}” is in the gallery of a playground, and this page does not say where one is.`
    return { problems: [`${message} Write home="https://…/".`] }
  }
  const address = new URL(`embed/examples/${encodeURIComponent(id)}.yaml`, new URL(home, base)).href
  const found = await fetchText(address, SCENARIO, where)
  if (found.failed === undefined) return readText(found.text)
  const none = `here is no example “${id}” in the gallery of ${home}.`
  if (found.failed === 'missing') return { problems: [`T${none}`] }
  return { problems: found.failed === 'refused' ? [found.problem] : [found.problem, `Or: t${none}`] }
}

async function loadFile(address: string, where: Where): Promise<Loaded> {
  const found = await fetchText(address, SCENARIO, where)
  return found.failed === undefined ? readText(found.text) : { problems: [found.problem] }
}
