import { describe, expect, it } from 'vitest'
import { scenariosIn } from '../files.ts'
import { ROLE_WRITE_VECTORS, readRoleWriteNote, roleWriteNote } from './role-writes.ts'

const scenarios = scenariosIn(ROLE_WRITE_VECTORS)
const { vectors, codes, kinds, asked } = readRoleWriteNote()

describe('the vectors of roles that are written', () => {
  it('are as many as the note says, and at least 2,000', () => {
    expect(roleWriteNote(scenarios)).toEqual({ vectors, codes, kinds, asked })
    expect(vectors).toBeGreaterThanOrEqual(2000)
  })

  it('are one request each: what is written would change the policy of the next', () => {
    expect(scenarios.filter(({ requests }) => requests.length !== 1)).toEqual([])
  })

  it('hold every kind, written in every way', () => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (const kind of ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings']) {
        expect(kinds[`${method} ${kind}`], `${method} ${kind}`).toBeGreaterThan(50)
      }
    }
  })

  it('hold escalate and bind both ways, and every kind of refusal', () => {
    for (const verb of ['escalate', 'bind', 'create']) {
      for (const decision of ['Allow', 'NoOpinion']) expect(asked[`${verb} ${decision}`], verb).toBeGreaterThan(10)
    }
    for (const code of ['200', '201', '400', '403', '404', '409', '415', '422', '500'])
      expect(codes[code], code).toBeGreaterThan(10)
  })

  it('are let through in about half of all cases', () => {
    const share = ((codes['200'] ?? 0) + (codes['201'] ?? 0)) / vectors
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(0.65)
  })
})
