import { AUTHENTICATION_GROUP, type Binding, type PolicyRule } from '../../kube/index.ts'
import { apiGroupMatches, LEGACY_RESOURCE, resourceMatches, resourceNameMatches } from '../../rights/index.ts'
import { hasHalves, type Impersonator } from '../impersonators.ts'
import type { Linted, LintRule, ReportFound } from '../rule.ts'
import { inNamespace, listed, quoted } from '../words.ts'

/** Targets of one binding with the actions of another: both count for the subject, whoever granted them together. */
export const combinedGrants: LintRule = {
  name: 'combined-grants',
  severity: 'warning',
  summary: 'Two bindings that open together what neither opens alone.',
  checkPolicy(linted, report) {
    if (!hasHalves(linted.design)) return
    const reported = new Set<Binding>()
    for (const impersonator of linted.impersonators) checkHolder(impersonator, linted.lineOf, reported, report)
  },
}

function checkHolder(
  { name: who, held }: Impersonator,
  lineOf: Linted['lineOf'],
  reported: Set<Binding>,
  report: ReportFound,
): void {
  for (const mode of Object.keys(LEGACY_RESOURCE)) {
    const both = [...new Set(held.map(({ binding }) => binding))]
      .map((binding) => {
        const rules = held.filter((one) => one.binding === binding).map(({ rule }) => rule)
        // Only service accounts are checked in a namespace, where a RoleBinding counts.
        const counts = binding.namespace === '' || mode === 'serviceaccount'
        return { binding, targets: counts ? targetsOf(rules, mode) : [], actions: actionsOf(rules, mode) }
      })
      .filter(({ targets, actions }) => targets.length > 0 && actions.length > 0)
    for (const [index, second] of both.entries()) {
      const first = both.slice(0, index).find((one) => opens(one, second) !== undefined)
      const opened = first && opens(first, second)
      if (first === undefined || opened === undefined || reported.has(second.binding)) continue
      reported.add(second.binding)
      report({
        at: { span: second.binding.nameSpan },
        message: `With the binding in line ${lineOf(first.binding.nameSpan)} this opens more than either alone: ${quoted(who)} may ${opened.action} as ${listed(opened.targets, 'or')}.`,
        fix: 'Give each pair of actions and targets to a subject of its own.',
      })
    }
  }
}

interface Unit {
  readonly binding: Binding
  readonly targets: readonly string[]
  readonly actions: readonly string[]
}

/** What the actions of one do for the targets of the other and of that one not. */
function opens(one: Unit, other: Unit): { readonly action: string; readonly targets: readonly string[] } | undefined {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const targets = from.targets.filter((target) => !to.targets.includes(target) && !to.targets.includes(ALL))
    const action = to.actions.find((own) => !from.actions.includes(own))
    if (targets.length > 0 && action !== undefined) return { action: `${action}${inNamespace(to.binding)}`, targets }
  }
  return undefined
}

const ALL = 'anybody'

function targetsOf(rules: readonly PolicyRule[], mode: string): readonly string[] {
  return rules
    .filter((rule) => rule.verbs.includes(`impersonate:${mode}`) && apiGroupMatches(rule, AUTHENTICATION_GROUP))
    .filter((rule) => resourceMatches(rule, mode.endsWith('node') ? 'nodes' : (LEGACY_RESOURCE[mode] ?? '')))
    .flatMap((rule) => (resourceNameMatches(rule, '*') ? [ALL] : rule.resourceNames))
}

function actionsOf(rules: readonly PolicyRule[], mode: string): readonly string[] {
  const prefix = `impersonate-on:${mode}:`
  return rules.flatMap(({ verbs, resources, resourceNames }) =>
    verbs
      .filter((verb) => verb.startsWith(prefix))
      .flatMap((verb) =>
        resources.map((resource) =>
          [
            verb.slice(prefix.length),
            resource,
            ...(resourceNames.length === 0 ? [] : [`(${resourceNames.join(', ')})`]),
          ].join(' '),
        ),
      ),
  )
}
