import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { playScenario } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from './all-designs.ts'
import { MADE_VECTORS } from './data/provenance.ts'
import { DESIGN_VECTORS, scenariosIn } from './files.ts'
import { comparedWithAudit, saysAsAudited } from './let-in.ts'

/** One scenario in this many is compared here; `pnpm conformance` tries all of them. */
const EVERY = 40

describe('what the sentence and the Markdown say let the target in', () => {
  it.each([
    ['the filters of kube-apiserver', scenariosIn(MADE_VECTORS).filter((_, index) => index % EVERY === 0)],
    [
      'the designs that no code exists of',
      readdirSync(DESIGN_VECTORS).flatMap((name) => scenariosIn(join(DESIGN_VECTORS, name))),
    ],
  ])('is what the audit event says, for %s', (_, scenarios) => {
    const compared = scenarios.map((one) => comparedWithAudit(one.id, playScenario(one, ALL_DESIGNS)))
    expect(compared.reduce((sum, { spoken }) => sum + spoken, 0)).toBeGreaterThan(100)
    expect(compared.flatMap(({ wrong }) => wrong)).toEqual([])
  })

  it('is compared as people read it', () => {
    const legacy = 'Impersonation was allowed by the legacy verb `impersonate` after 3 checks.'
    const users = 'Impersonation was allowed by `impersonate:user-info` after 2 checks.'
    expect([saysAsAudited(legacy, undefined), saysAsAudited(users, 'impersonate:user-info')]).toEqual([true, true])
    expect([saysAsAudited(users, undefined), saysAsAudited(legacy, 'impersonate:user-info')]).toEqual([false, false])
    expect(saysAsAudited(users, 'impersonate:serviceaccount')).toBe(false)
  })
})
