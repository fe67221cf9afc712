import { AUTHENTICATION_GROUP, hasVerbBeginning, mayBeName, type PolicyRule } from '../../kube/index.ts'
import { apiGroupMatches } from '../../rights/index.ts'
import { type Held, hasHalves, type Impersonator } from '../impersonators.ts'
import type { LintRule } from '../rule.ts'
import { listed, quoted } from '../words.ts'

/**
 * A RoleBinding in the namespace of its own subject that lets it act as service accounts there, while its actions as one are
 * granted elsewhere. The check of the account is in the namespace of the account, that of the action in that of the request.
 */
export const accountNamespace: LintRule = {
  name: 'account-namespace',
  severity: 'note',
  summary: 'A service account to impersonate in one namespace, with its actions in another.',
  aboutReleasedModes: true,
  checkPolicy({ impersonators, others, design, asked }, report) {
    if (!hasHalves(design) || asked.isOff || others.some(({ bindings }) => bindings.length > 0)) return
    for (const { subject, name, held, unknown } of impersonators) {
      if (subject.kind !== 'ServiceAccount' || unknown) continue
      const groups = impersonators.filter((one) => one.subject.kind === 'Group')
      const elsewhere = actionsOf([...held, ...groups.flatMap((one: Impersonator) => one.held)])
      for (const { binding, rule } of held) {
        const { namespace } = binding
        if (namespace === '' || namespace !== subject.namespace || !isOnAccounts(rule)) continue
        if (elsewhere.size === 0 || elsewhere.has(namespace) || elsewhere.has('')) continue
        const names = accountNames(rule)
        const accounts = names.length === 0 ? 'service accounts' : `service account ${listed(names, 'or')}`
        const actions = listed([...elsewhere].sort())
        report({
          at: { span: binding.nameSpan },
          message: `This lets ${quoted(name)} act as ${accounts} of namespace ${quoted(namespace)} alone, and what it may do as one is granted in ${actions}, not in ${quoted(namespace)}.`,
          fix: `Bind the role in ${actions} where an account of that namespace is meant.`,
        })
      }
    }
  },
}

/** Whether a rule lets its subjects act as service accounts: none is called as its username is. */
function isOnAccounts(rule: PolicyRule): boolean {
  const { verbs, resources, resourceNames } = rule
  return (
    verbs.includes('impersonate:serviceaccount') &&
    resources.includes('serviceaccounts') &&
    apiGroupMatches(rule, AUTHENTICATION_GROUP) &&
    (resourceNames.length === 0 || accountNames(rule).length > 0)
  )
}

function accountNames({ resourceNames }: PolicyRule): readonly string[] {
  return resourceNames.filter((name) => mayBeName('serviceaccounts', name))
}

/** The namespaces where actions as a service account are granted; an empty one is the whole cluster. */
function actionsOf(held: readonly Held[]): ReadonlySet<string> {
  const granting = held.filter(({ rule }) => hasVerbBeginning(rule.verbs, 'impersonate-on:serviceaccount:'))
  return new Set(granting.map(({ binding }) => binding.namespace))
}
