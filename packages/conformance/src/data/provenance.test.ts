import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { refusedIn, spokenOf } from '../documents/shares.ts'
import { scenariosIn, vectorsIn } from '../files.ts'
import { digestsNow, MADE_DOCUMENTS, MADE_VECTORS, readProvenance, UPSTREAM_DATA } from './provenance.ts'
import { sharesOf } from './shares.ts'

const AGAIN = 'run "pnpm conformance:data" to make the data and the vectors again, together'
const made = readProvenance()
const goModules = readFileSync(fileURLToPath(new URL('../../oracle/go.mod', import.meta.url)), 'utf8')

describe('the files made from upstream', () => {
  it('have the digests of the note, all made at once', () => {
    expect(digestsNow(), AGAIN).toEqual(made.digests)
  })

  it('are from the release of the oracle', () => {
    const [, version] = /^\s*k8s\.io\/kubernetes (v\S+)$/m.exec(goModules) ?? []
    expect(made.madeFrom, AGAIN).toBe(`k8s.io/kubernetes ${version}`)
    for (const name of ['default-roles', 'node-rules'] as const)
      expect(readFileSync(UPSTREAM_DATA[name], 'utf8'), AGAIN).toContain(made.madeFrom)
  })
})

describe('the documents', () => {
  const { texts } = vectorsIn(MADE_DOCUMENTS)

  it('are as many as the note says, at least 5,000, and half of them are refused', () => {
    expect({ documents: spokenOf(texts), refused: refusedIn(texts) }).toEqual({
      documents: made.documents,
      refused: made.refused,
    })
    expect(made.documents).toBeGreaterThanOrEqual(5000)
    expect(made.refused / made.documents).toBeGreaterThan(0.45)
    expect(made.refused / made.documents).toBeLessThan(0.6)
  })

  it('are refused by kubectl and by the API server, for what they are and for what is there already', () => {
    const said = texts.flatMap(({ documents }) =>
      documents.flatMap(({ by, errors = [] }) => errors.map((one) => `${by}: ${one}`)),
    )
    for (const words of [
      'kubectl: error converting YAML to JSON: yaml: ',
      'kubectl: json: offset ',
      'kubectl: error validating "policy.yaml": ',
      'kubectl: resource mapping not found for ',
      'kube-apiserver: strict decoding error: unknown field ',
      'kube-apiserver: strict decoding error: yaml: unmarshal errors:',
      'kube-apiserver: metadata.labels: Invalid value: ',
      'kube-apiserver: rules[0].verbs: Required value: ',
      'kube-apiserver: roleRef.kind: Unsupported value: ',
      'kube-apiserver: aggregationRule.clusterRoleSelectors[0]',
    ]) {
      expect(said.filter((one) => one.startsWith(words)).length, words).toBeGreaterThan(3)
    }
    const updates = texts.flatMap(({ applied }) => applied?.refused ?? [])
    expect(updates.filter(({ errors }) => errors?.[0]?.endsWith('cannot change roleRef')).length).toBeGreaterThan(20)
  })
})

describe('the vectors', () => {
  const read = scenariosIn(MADE_VECTORS)
  const { vectors, scenarios, codes, modes } = sharesOf(read)

  it('are as many as the note says, and at least 20,000', () => {
    expect({ vectors, scenarios }).toEqual({ vectors: made.vectors, scenarios: made.scenarios })
    expect(vectors).toBeGreaterThanOrEqual(20_000)
  })

  it('hold some of every status code', () => {
    expect([...codes.keys()].sort()).toEqual([200, 400, 403, 500])
    for (const count of codes.values()) expect(count / vectors).toBeGreaterThanOrEqual(1 / 100)
    expect((codes.get(200) ?? 0) / vectors).toBeGreaterThanOrEqual(1 / 3)
  })

  it('hold some of every mode', () => {
    expect([...modes.keys()].sort()).toEqual([
      'impersonate:arbitrary-node',
      'impersonate:associated-node',
      'impersonate:serviceaccount',
      'impersonate:user-info',
      'legacy',
      'none',
    ])
    for (const count of modes.values()) expect(count / vectors).toBeGreaterThanOrEqual(1 / 1000)
  })

  it('hold no answer that is chance', () => {
    expect(read.filter((scenario) => 'dropped' in scenario)).toEqual([])
  })
})
