import { type Rights, ruleAllows } from '../rights/index.ts'
import type { UntriedMode } from '../trace/index.ts'
import { MISTAKE } from './mismatch.ts'
import type { NearMatch } from './near.ts'

/**
 * The rules by which a requestor may take the wanted identity in modes that were not tried: all of them fits, and the request
 * keeps the mode out. Modes with the fewest obstacles come first.
 */
export function untriedRules(rights: Rights, untried: readonly UntriedMode[]): readonly NearMatch[] {
  const found = new Map<number, NearMatch>()
  for (const one of [...untried].sort((a, b) => a.obstacles.length - b.obstacles.length)) {
    const near = untriedRule(rights, one)
    const start = near?.rule?.range.start
    if (near !== undefined && start !== undefined && !found.has(start)) found.set(start, near)
  }
  return [...found.values()]
}

function untriedRule(rights: Rights, untried: UntriedMode): NearMatch | undefined {
  const { asks, mode, obstacles } = untried
  if (asks === undefined) return undefined
  const held = rights.heldIn(asks.user, asks.namespace).rules.find(({ rule }) => ruleAllows(rule, asks))
  if (held === undefined) return undefined
  const { role, rule, binding, subject } = held.evidence()
  const cause = obstacles[0]?.by
  if (rule === undefined) return undefined
  return {
    ...(role && { role }),
    rule,
    ...(binding && { binding }),
    ...(subject && { subject }),
    marks: {
      verb: true,
      apiGroup: true,
      resource: true,
      name: true,
      role: true,
      scope: true,
      subject: true,
      mode: false,
    },
    mismatches: [{ dimension: 'mode', ...(cause && { cause }), has: [mode], asked: '', range: rule.range }],
    untried,
    distance: MISTAKE / 2,
  }
}
