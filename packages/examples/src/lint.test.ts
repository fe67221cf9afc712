import { assumptionsOf, loadDesigns, readPolicy } from '@authz-playground/engine'
import { lintDesign } from '@authz-playground/engine/internal/lint'
import { lintPolicy } from '@authz-playground/engine/policy'
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from './index.ts'

/** The mistakes that an example teaches, or has from its source. */
const TAUGHT: Readonly<Record<string, readonly string[]>> = {
  // The Kubernetes documentation binds the role of a service account in every namespace.
  'docs-serviceaccount-create': ['account-in-every-namespace'],
  'docs-serviceaccount-delete': ['account-in-every-namespace'],
  'docs-serviceaccount-every-namespace': ['account-in-every-namespace'],
  // It gives a ClusterRoleBinding a namespace.
  'docs-mynode-get': ['namespace-ignored'],
  'docs-mynode-list-all': ['namespace-ignored'],
  'docs-mynode-other': ['namespace-ignored'],
  'compiled-serviceaccount': ['account-in-every-namespace'],
  // As KEP-5284 prints them.
  'kep-proposal-printed': ['role-not-found'],
  'kep-delegate-list-printed': ['identity-without-action', 'verb-of-other-design'],
  // The own node's identity is left out: what follows is the point of the example.
  'alternative-beta-denied': ['action-without-identity'],
  'denied-action': ['identity-without-action'],
  'partial-wildcard': ['partial-wildcard-verb'],
  'plain-extra-key': ['plain-extra-key'],
  // What public pages about impersonation get wrong.
  'tutorial-rules-unused': ['impersonation-name', 'other-api-group'],
  'tutorial-by-legacy': ['account-in-every-namespace', 'impersonation-name', 'other-api-group'],
  'tutorial-role-for-users': ['identity-in-role'],
  'tutorial-extra-without-key': ['extra-without-key'],
  // The older verb beside a constraint, as a cluster has it while it changes over.
  'webhook-denies-a-mode': ['legacy-beside-constrained'],
  'sequence-mode': ['legacy-beside-constrained'],
  'masters-group': ['legacy-beside-constrained'],
  'breakglass-probe': ['legacy-beside-constrained'],
  'operator-with-uid-legacy': ['legacy-beside-constrained'],
}

const designs = await loadDesigns()

describe('the lint of the gallery', () => {
  it.each(EXAMPLES)('warns in $id of what it teaches, and of nothing else', ({ id, scenario }) => {
    const design = designs.find((one) => one.id === scenario.design)
    if (design === undefined) throw new Error(`no design ${scenario.design}`)
    const { cluster } = scenario
    const context = { design: lintDesign(design, assumptionsOf(design, scenario.assumptions?.[design.id])), cluster }
    const warnings = lintPolicy(readPolicy(scenario.policy), context).filter(({ severity }) => severity === 'warning')
    expect([...new Set(warnings.map(({ code }) => code))].sort()).toEqual(TAUGHT[id] ?? [])
  })
})
