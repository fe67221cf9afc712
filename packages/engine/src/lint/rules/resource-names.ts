import { resourceParts } from '../../kube/index.ts'
import { namingOf, resourceNameMatches, verbMatches } from '../../rights/index.ts'
import { isOfImpersonation } from '../modes.ts'
import { type LintRule, placeIn, type RuleSite } from '../rule.ts'
import { listed, quoted } from '../words.ts'

export const namesWithoutEffect: LintRule = {
  name: 'names-without-effect',
  severity: 'warning',
  summary: 'Names in a rule for requests that name no object.',
  checkRule(site, report) {
    const nameless = verbsWithNames(site, (verb) => namingOf(verb) !== 'may')
    const [first] = nameless
    if (first === undefined) return
    // A request for a subresource names its object, and “*” has subresources in it.
    const onSubresources =
      nameless.includes('create') && site.rule.resources.some((one) => one === '*' || resourceParts(one)[1] !== '')
    const grantsNothing = nameless.length === site.rule.verbs.length && !onSubresources
    const applied = nameless.some((verb) => namingOf(verb) === 'applied')
      ? ' Only a server-side apply or a PUT that creates the object names it.'
      : ''
    report({
      at: placeIn(site, 'verbs', site.rule.verbs.indexOf(first)),
      severity: grantsNothing ? 'warning' : 'note',
      message: `A request to ${listed(nameless, 'or')}${onSubresources ? ' whole objects' : ''} names no object, so a rule with “resourceNames” does not grant it.${applied}`,
      fix: 'Write a rule of its own for it, without “resourceNames”.',
    })
  },
}

export const namesWithList: LintRule = {
  name: 'names-with-list',
  severity: 'note',
  summary: 'Names in a rule for reading many objects.',
  checkRule(site, report) {
    const many = verbsWithNames(site, (verb) => verb === 'list' || verb === 'watch')
    const [first] = many
    if (first === undefined) return
    report({
      at: placeIn(site, 'verbs', site.rule.verbs.indexOf(first)),
      message: `A rule with “resourceNames” grants ${listed(many)} only where the request selects the object by its name: --field-selector metadata.name=${site.rule.resourceNames[0] ?? ''}.`,
      fix: 'Write a rule of its own without “resourceNames” where the client reads all objects.',
    })
  },
}

/** Those of some verbs that a rule with “resourceNames” grants on whole objects. */
function verbsWithNames({ rule }: RuleSite, are: (verb: string) => boolean): readonly string[] {
  if (rule.resourceNames.length === 0 || rule.nonResourceURLs.length > 0) return []
  if (rule.verbs.some(isOfImpersonation) || verbMatches(rule, '*')) return []
  if (!rule.resources.some((resource) => resourceParts(resource)[1] === '')) return []
  return rule.verbs.filter(are)
}

export const namesWithAssociatedNode: LintRule = {
  name: 'names-with-associated-node',
  severity: 'warning',
  summary: 'Names in a rule for the mode associated-node, which asks for “*”.',
  checkRule(site, report) {
    const { rule } = site
    const others = rule.verbs.some((one) => one !== 'impersonate:associated-node')
    if (rule.verbs.length === 0 || others) return
    if (rule.nonResourceURLs.length > 0 || resourceNameMatches(rule, '*')) return
    report({
      at: placeIn(site, 'resourceNames', 0),
      message: `The API server checks “impersonate:associated-node” with the name “*”, and this rule names ${quoted(rule.resourceNames[0] ?? '')}.`,
      fix: 'Write "*", or leave “resourceNames” out: the mode reaches only the node that the requestor runs on.',
      ...(rule.resourceNames.length === 1 && { replace: ['*'] }),
    })
  },
}
