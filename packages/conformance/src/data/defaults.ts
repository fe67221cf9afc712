import { writeFileSync } from 'node:fs'
import type { Rule } from '@authz-playground/engine'
import { KUBERNETES_RELEASES, type KubernetesRelease, runWithKubernetes } from '../oracle-program.ts'
import { UPSTREAM_DATA } from './provenance.ts'

/** What a release has by default, as the program `defaults` of the oracle writes it. */
interface Defaults {
  readonly madeFrom: string
  readonly roles: string
  readonly nodeRules: readonly Partial<Rule>[]
}

/** The release that is kept whole. The others are kept by their differences to it. */
const WHOLE = KUBERNETES_RELEASES['1.36']

/** Lines that another release has in place of some of a text: the first of these, their count, and the other lines. */
export type LineChange = readonly [at: number, removed: number, added: readonly string[]]

/** Writes the default roles and the rules of the Node authorizer of each release (needs Go). */
export function makeDefaults(): void {
  const versions = Object.entries(KUBERNETES_RELEASES)
  const found = versions.map(([version, release]) => [version, release, defaultsOf(release)] as const)
  const whole = found.find(([, release]) => release === WHOLE)?.[2] as Defaults
  writeFileSync(UPSTREAM_DATA['default-roles'], wholeModule(whole))
  const text = textOf(whole, WHOLE)
  const changes = found
    .filter(([, release]) => release !== WHOLE)
    .map(([version, release, defaults]) => [
      version,
      { madeFrom: defaults.madeFrom, lines: lineChanges(text, textOf(defaults, release)) },
    ])
  writeFileSync(UPSTREAM_DATA['default-roles-changes'], printed(Object.fromEntries(changes)))
  writeFileSync(
    UPSTREAM_DATA['node-rules'],
    printed({ madeFrom: found.map(([, , one]) => one.madeFrom), rules: rules() }),
  )

  function rules(): readonly unknown[] {
    const holders = new Map<string, string[]>()
    for (const [version, , { nodeRules }] of found)
      for (const rule of nodeRules)
        holders.set(JSON.stringify(rule), [...(holders.get(JSON.stringify(rule)) ?? []), version])
    return [...holders].map(([rule, holding]) => ({
      ...(JSON.parse(rule) as object),
      ...(holding.length < found.length && { versions: holding }),
    }))
  }
}

function defaultsOf(release: KubernetesRelease): Defaults {
  return JSON.parse(runWithKubernetes('defaults', release, '')) as Defaults
}

function textOf({ roles }: Defaults, release: KubernetesRelease): string {
  return `# Default roles and bindings of Kubernetes ${release}.\n${roles}`
}

/** A TypeScript module, since neither Node nor tsx imports YAML. */
function wholeModule(defaults: Defaults): string {
  if (/[`\\$]/.test(defaults.roles))
    throw new Error('the roles hold a character that a template literal would not keep')
  return `/** The release whose code gave the roles. */
export const MADE_FROM = '${defaults.madeFrom}'

/**
 * The roles and bindings that kube-apiserver creates when it starts (feature gates at their defaults), as one would
 * write them: aggregated ClusterRoles have their selectors and no rules. Written by "pnpm conformance:data".
 */
export const DEFAULT_ROLES = \`${textOf(defaults, WHOLE)}\`
`
}

/** The changes that make one text of another, in order, by the longest common sequence of their lines. */
export function lineChanges(from: string, to: string): readonly LineChange[] {
  const [a, b] = [from.split('\n'), to.split('\n')]
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (common[i] as Uint16Array)[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const changes: LineChange[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [i0, j0] = [i, j]
    while ((i < a.length || j < b.length) && (a[i] !== b[j] || i === a.length || j === b.length)) {
      if (j < b.length && (i === a.length || at(i, j + 1) >= at(i + 1, j))) j++
      else i++
    }
    if (i > i0 || j > j0) changes.push([i0, i - i0, b.slice(j0, j)])
    i++
    j++
  }
  return changes
}

function printed(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
