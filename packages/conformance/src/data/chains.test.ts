import { describe, expect, it } from 'vitest'
import { scenariosIn } from '../files.ts'
import { CHAIN_VECTORS } from './cluster-vectors.ts'

describe.each(Object.entries(CHAIN_VECTORS))('the vectors of chains in %s', (_version, file) => {
  const scenarios = scenariosIn(file)
  const configs = scenarios.map(({ cluster }) => cluster?.authorizationConfig ?? '')
  const answers = scenarios.flatMap(({ expect: all = [] }) => all)

  /** How many answers increased a counter of the chain, under any label that ends in these words. */
  function counting(
    counter: 'decisions' | 'evaluations' | 'failOpen' | 'exclusions' | 'conditionErrors',
    end = '',
  ): number {
    return answers.filter(({ chain }) => Object.keys(chain?.[counter] ?? {}).some((labels) => labels.endsWith(end)))
      .length
  }

  it('are at least 2,000, and have one to three webhooks', () => {
    expect(answers.length).toBeGreaterThanOrEqual(2000)
    const counts = configs.map((config) => config.split('kubeConfigFile').length - 1)
    expect([...new Set(counts)].sort()).toEqual([1, 2, 3])
    for (const written of [
      'matchConditions',
      'failurePolicy: "Deny"',
      'failurePolicy: "NoOpinion"',
      'authorizedTTL',
      'unauthorizedTTL',
    ])
      expect(configs.filter((config) => config.includes(written)).length, written).toBeGreaterThan(100)
  })

  it('hold every answer of a webhook, and what happens to a review that none gets', () => {
    for (const decision of ['allowed', 'denied']) expect(counting('decisions', decision), decision).toBeGreaterThan(100)
    expect(counting('evaluations', 'success')).toBeGreaterThan(500)
    expect(counting('evaluations', 'error')).toBeGreaterThan(50)
    expect(counting('evaluations', 'timeout')).toBeGreaterThan(0)
    expect(answers.filter(({ message }) => message?.includes('returned both allow and deny')).length).toBeGreaterThan(
      20,
    )
    expect(counting('failOpen')).toBeGreaterThan(20)
    expect(counting('exclusions')).toBeGreaterThan(300)
    expect(counting('conditionErrors')).toBeGreaterThan(100)
  })

  it('hold requests whose reviews come from caches, and every outcome', () => {
    const cached = scenarios.filter(({ requests: [first, ...later], expect: [answer, ...answered] = [] }) =>
      later.some(
        ({ url, headers }, at) =>
          url === first?.url &&
          JSON.stringify(headers) === JSON.stringify(first.headers) &&
          answer?.chain?.received !== undefined &&
          answered[at]?.chain?.received === undefined,
      ),
    )
    expect(cached.length).toBeGreaterThan(50)
    for (const code of [200, 403, 500])
      expect(answers.filter((one) => one.code === code).length, `${code}`).toBeGreaterThan(50)
    expect(answers.filter(({ impersonatedUser }) => impersonatedUser !== undefined).length).toBeGreaterThan(200)
  })
})
