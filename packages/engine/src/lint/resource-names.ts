import { parts } from './known-resources.ts'
import { isOfImpersonation, placeIn, type RuleSite } from './rule-site.ts'
import { listed, quoted } from './words.ts'

/**
 * `resourceNames` with verbs whose requests name no object (Go: `RequestInfoFactory.NewRequestInfo`; `patch.go` and
 * `update.go` of the handlers check `create` with a name where they create the object).
 */
export function lintResourceNames(site: RuleSite): void {
  const { rule, report } = site
  if (rule.resourceNames.length === 0 || rule.nonResourceURLs.length > 0) return
  lintAssociatedNode(site)
  if (rule.verbs.some(isOfImpersonation) || rule.verbs.includes('*')) return
  const whole = rule.resources.filter((resource) => parts(resource)[1] === '')
  if (whole.length === 0) return
  const nameless = rule.verbs.filter((verb) => verb === 'create' || verb === 'deletecollection')
  const many = rule.verbs.filter((verb) => verb === 'list' || verb === 'watch')
  const first = (verbs: readonly string[]) => placeIn(site, 'verbs', rule.verbs.indexOf(verbs[0] ?? ''))
  if (nameless.length > 0) {
    const grantsNothing = nameless.length === rule.verbs.length
    const applied = nameless.includes('create')
      ? ' Only a server-side apply or a PUT that creates the object names it.'
      : ''
    report({
      rule: 'names-without-effect',
      at: first(nameless),
      severity: grantsNothing ? 'warning' : 'note',
      message: `A request to ${listed(nameless, 'or')} names no object, so a rule with “resourceNames” does not grant it.${applied}`,
      fix: 'Write a rule of its own for it, without “resourceNames”.',
    })
  }
  if (many.length > 0) {
    report({
      rule: 'names-with-list',
      at: first(many),
      message: `A rule with “resourceNames” grants ${listed(many)} only where the request selects the object by its name: --field-selector metadata.name=${rule.resourceNames[0] ?? ''}.`,
      fix: 'Write a rule of its own without “resourceNames” where the client reads all objects.',
    })
  }
}

function lintAssociatedNode(site: RuleSite): void {
  const { rule, report } = site
  const verb = rule.verbs.indexOf('impersonate:associated-node')
  const others = rule.verbs.some((one) => one !== 'impersonate:associated-node')
  if (verb === -1 || others || rule.resourceNames.includes('*')) return
  report({
    rule: 'names-with-associated-node',
    at: placeIn(site, 'resourceNames', 0),
    message: `The API server checks “impersonate:associated-node” with the name “*”, and this rule names ${quoted(rule.resourceNames[0] ?? '')}.`,
    fix: 'Write "*", or leave “resourceNames” out: the mode reaches only the node that the requestor runs on.',
    ...(rule.resourceNames.length === 1 && { replace: ['*'] }),
  })
}
