import { decider, loadDesigns } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { combinedResource } from '@authz-playground/engine/internal/kube'
import { leavesGraph } from '@authz-playground/engine/internal/trace'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, type ExpectedResult } from './index.ts'

const DESIGNS = await loadDesigns()

const decide = await decider()

describe.each(EXAMPLES.map((example) => [example.id, example] as const))('%s', (_, { scenario, expect: wanted }) => {
  const { state, trace, errors } = decide(scenario, { cel: CEL })

  it('is understood as a whole', () => {
    expect(errors).toEqual([])
    expect(state).toBe('decided')
  })

  it('has the expected outcome', () => {
    const checks = (trace?.steps ?? []).flatMap(({ check }) => {
      if (check === undefined) return []
      const { attributes, answer } = check
      const what = attributes.isResourceRequest ? combinedResource(attributes) : attributes.path
      return [`${answer.decision} ${attributes.verb} ${what}`]
    })
    const found = {
      code: trace?.outcome.code,
      checks,
      ...(trace?.constraint !== undefined && { constraint: trace.constraint }),
      ...(trace?.impersonatedUser && { groups: trace.impersonatedUser.groups }),
    }
    expect(found).toEqual(wanted satisfies ExpectedResult)
  })

  it('walks the graph of its design', () => {
    const design = DESIGNS.find(({ id }) => id === scenario.design)
    expect(design && leavesGraph(trace?.steps ?? [], design.graph)).toBeUndefined()
  })
})

describe('the gallery', () => {
  it('names every example once, and every counterpart both ways', () => {
    const ids = EXAMPLES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, counterpart } of EXAMPLES) {
      if (counterpart === undefined) continue
      expect(EXAMPLES.find((other) => other.id === counterpart.other)?.counterpart?.other).toBe(id)
    }
  })

  it('has an allowed and a denied request for each block of a document', () => {
    for (const group of new Set(EXAMPLES.map((example) => example.group))) {
      if (!/^(Docs|KEP)/.test(group)) continue
      const codes = EXAMPLES.filter((example) => example.group === group).map((example) => example.expect.code)
      expect(
        codes.some((code) => code === 200 || code === 201),
        group,
      ).toBe(true)
      expect(codes, group).toContain(403)
    }
  })
})
