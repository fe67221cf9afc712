import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decider } from '@authz-playground/engine'
import { DOCUMENT, readScenarioDocument, writeScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { describe, expect, it } from 'vitest'
import { root } from './files.mjs'
import { documentSchemas } from './scenario-schema.ts'

const decide = await decider()

it('the JSON Schemas of documents are what the engine reads; else run `pnpm docs:schema`', () => {
  for (const { files, text } of documentSchemas())
    for (const file of files) expect(readFileSync(file, 'utf8'), file).toBe(text)
})

describe('docs/scenario.md', () => {
  const page = readFileSync(join(root, 'docs', 'scenario.md'), 'utf8')

  it('begins with a document that comes to what it expects', () => {
    const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
    const { document, diagnostics } = readScenarioDocument(yaml)
    expect(diagnostics).toEqual([])
    if (document === undefined) throw new Error('a document without errors')
    const codes = document.expect.map(
      ({ design = document.scenario.design }) => decide({ ...document.scenario, design }).trace?.outcome.code,
    )
    expect(codes).toEqual(document.expect.map(({ code }) => code))
  })

  it('names every field', () => {
    const named = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, field]) => field)
    expect(named).toEqual(Object.keys(DOCUMENT.fields))
  })
})

it('every example of the gallery can be written as a document and read again', () => {
  for (const { title, sentence, scenario } of EXAMPLES) {
    const document = { title, explanation: sentence, scenario, expect: [] }
    expect(readScenarioDocument(writeScenarioDocument(document))).toEqual({ document, diagnostics: [] })
  }
})
