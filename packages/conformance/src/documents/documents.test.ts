import { Random } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { documentDifferences } from './compare.ts'
import type { DocumentVector } from './document-vector.ts'
import { makeText } from './generate.ts'
import { holdsDocuments, readDocumentVectors } from './read-vectors.ts'

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules: [{apiGroups: [""], resources: [pods], verbs: []}]
`
const NO_VERBS = 'rules[0].verbs: Required value: verbs must contain at least one value'

function vector(text: string, errors: readonly string[]): DocumentVector {
  const refused = errors.length > 0 && { by: 'kube-apiserver' as const, errors }
  return { id: 'x', text, documents: [{ object: 'ClusterRole r', ...refused }] }
}

const fields = (one: DocumentVector) => documentDifferences(one).map(({ field }) => field)

describe('a text', () => {
  it('agrees where the engine refuses it in the same words', () => {
    expect(fields(vector(ROLE, [NO_VERBS]))).toEqual([])
  })

  it('disagrees where only one of both refuses it', () => {
    expect(fields(vector(ROLE, []))).toEqual(['refused'])
    expect(fields(vector(ROLE.replace('[]', '[get]'), [NO_VERBS]))).toEqual(['refused'])
  })

  it('disagrees where an error is missing, or only the engine reports it', () => {
    expect(fields(vector(ROLE, [NO_VERBS, 'metadata.name: Required value']))).toEqual(['missing'])
    expect(fields(vector(ROLE.replace('[pods]', '[]'), [NO_VERBS]))).toEqual(['more'])
  })

  it('disagrees where something else is left', () => {
    const taken = vector(ROLE.replace('[]', '[get]'), [])
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
    const left = (name: string) => ({
      ...taken,
      applied: { left: [{ kind: 'ClusterRole', metadata: { name }, rules }] },
    })
    expect(fields(left('r'))).toEqual([])
    expect(fields(left('other'))).toEqual(['left'])
  })
})

describe('a file of texts', () => {
  const line = JSON.stringify(vector(ROLE, []))

  it('is distinguished from one of scenarios by its first line', () => {
    expect(holdsDocuments(`\n${line}\n`)).toBe(true)
    expect(holdsDocuments('{ "id": "a b", "text" : "" }')).toBe(true)
    expect(holdsDocuments('{"id":"x","policy":""}')).toBe(false)
  })

  it('names each line that is none', () => {
    expect(readDocumentVectors(`${line}\n\n`)).toHaveLength(1)
    expect(() => readDocumentVectors(`${line}\n{"id":"x"}\n[\n{"id":"x","text":""}`)).toThrow(
      /^line 2: text: a string was expected\nline 3: not JSON: .*\nline 4: documents: a list was expected$/,
    )
  })
})

describe('the generator of texts', () => {
  it('makes the same text of the same seed, and others of others', () => {
    const texts = Array.from({ length: 50 }, (_, index) => makeText(new Random(5, index)))
    expect(texts).toEqual(texts.map((_, index) => makeText(new Random(5, index))))
    expect(new Set(texts).size).toBe(50)
  })
})
