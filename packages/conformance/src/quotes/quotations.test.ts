import { DOCUMENTS } from '@authz-playground/examples/arguments'
import { expect, it } from 'vitest'
import { ALL_DESIGNS } from '../all-designs.ts'
import { courseQuotations, quotations } from './quotations.ts'
import { PINNED } from './texts.ts'

/** Documents that no commit has. Their texts are given as files. */
const WITHOUT_COMMIT = [
  'Constrained impersonation: compound or unified',
  'KEP-3617',
  'KEP-5284, review thread',
  'Kubernetes documentation',
  'Kubernetes documentation of 1.35',
]

it('names a document that has a commit, or one of those that have none', () => {
  const named = [...new Set(quotations().map(({ document }) => document))].sort()
  expect(named).toEqual([...WITHOUT_COMMIT, ...Object.keys(PINNED)].sort())
})

it('links a document at the commit that its words are held to', () => {
  const links = [
    ...Object.values(DOCUMENTS).map(({ title, url }) => ({ document: title, url })),
    ...ALL_DESIGNS.flatMap(({ sources }) => sources),
  ].flatMap(({ document, url }) => {
    const [, commit] = /kubernetes\/enhancements\/(?:tree|blob)\/([0-9a-f]+)\//.exec(url ?? '') ?? []
    return commit === undefined ? [] : [{ document, commit }]
  })
  expect(links.length).toBeGreaterThan(0)
  for (const { document, commit } of links) expect(PINNED[document]?.commit.startsWith(commit), document).toBe(true)
})

it('has those of every place where the product quotes', () => {
  const places = new Set(quotations().map(({ by }) => by.split(' ')[0]))
  expect([...places].sort()).toEqual(['claim', 'design', 'example', 'intent', 'vector', 'versions'])
  expect(courseQuotations().length).toBeGreaterThan(0)
})
