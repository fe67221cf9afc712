import { readScenarioDocument } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, it } from 'vitest'
import { galleryFiles } from './gallery.ts'

it('writes every example of the gallery as a file that reads as the same scenario', () => {
  const files = new Map(galleryFiles().map(({ id, text }) => [id, text]))
  expect(files.size).toBe(EXAMPLES.length)
  for (const { id, scenario } of EXAMPLES) {
    expect(id).toMatch(/^[a-z0-9-]+$/)
    expect(readScenarioDocument(files.get(id) ?? '').document?.scenario).toEqual(scenario)
  }
})
