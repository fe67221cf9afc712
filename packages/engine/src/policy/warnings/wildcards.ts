import { extraKeyOf, hasVerbBeginning } from '../../kube/index.ts'
import { aboutItem, type ObjectRule, quoted, values } from './rule.ts'

// `pkg/apis/rbac/v1/evaluation_helpers.go` of Kubernetes has the rules of matching.

/** `VerbMatches` knows only `*` and equality, and no check asks for a verb such as `impersonate-on:*`. */
export const partialWildcardVerb: ObjectRule = {
  name: 'partial-wildcard-verb',
  severity: 'warning',
  summary: 'A verb with a “*” that is no wildcard.',
  warnOfRule({ rule, path }, report) {
    for (const item of rule.texts('verbs')) {
      if (!item.value.includes('*') || item.value === '*') continue
      const message = `${quoted(item.value)} matches nothing: in verbs only “*” alone is a wildcard.`
      const action = /^impersonate-on:([a-z-]+):\*$/.exec(item.value)?.[1]
      const fix =
        action === undefined
          ? 'Write out each verb.'
          : `Write out each verb, such as impersonate-on:${action}:get, impersonate-on:${action}:list.`
      report(aboutItem(item, `${path}.verbs`, message, fix))
    }
  },
}

/**
 * `ResourceMatches` knows `*`, `*\/sub` and equality. `userextras/*` is allowed with a constrained verb: the check of four
 * or more extra keys at once asks for this resource. The older verb never does.
 */
export const partialWildcardResource: ObjectRule = {
  name: 'partial-wildcard-resource',
  severity: 'warning',
  summary: 'A resource with a “*” that is no wildcard.',
  warnOfRule({ rule, path }, report) {
    for (const item of rule.texts('resources')) {
      const { value } = item
      if (!value.includes('*') || value === '*' || /^\*\/[^*]+$/.test(value)) continue
      if (value === 'userextras/*' && hasVerbBeginning(values(rule, 'verbs'), 'impersonate:')) continue
      const matched = extraKeyOf(value) === '*' ? 'is only an extra whose key is “*”' : 'matches nothing'
      const message = `${quoted(value)} ${matched}: the wildcards of resources are “*” and “*/subresource”.`
      const resource = /^([^*/]+)\/\*$/.exec(value)?.[1]
      const fix =
        resource === undefined
          ? 'Write out each resource.'
          : resource === 'userextras'
            ? 'Write out each key, such as userextras/example.com/scopes: the verb “impersonate” asks for each alone.'
            : `Write out each subresource, such as ${resource}/status; ${resource} itself is one more entry.`
      report(aboutItem(item, `${path}.resources`, message, fix))
    }
  },
}

/**
 * `ResourceNameMatches` compares names. Impersonation asks for the name `*`: for the node that a token is bound to, and for
 * four or more groups or extras at once. The admission of signing requests asks for `example.com/*` after the full name of a
 * signer (`IsAuthorizedForSignerName` in `pkg/certauthorization`), and other API servers may ask for any name.
 */
export const literalNameWildcard: ObjectRule = {
  name: 'literal-name-wildcard',
  severity: 'warning',
  summary: 'A “*” in “resourceNames”, where it is an ordinary character.',
  warnOfRule({ rule, path }, report) {
    if (values(rule, 'verbs').some((verb) => verb.startsWith('impersonate:'))) return
    if (values(rule, 'resources').includes('signers')) return
    const served = values(rule, 'apiGroups').every(isOfKubernetes)
    for (const item of rule.texts('resourceNames')) {
      if (!item.value.includes('*') || !(served || item.value === '*')) continue
      const message = `${quoted(item.value)} is only the literal name: “resourceNames” knows no wildcards.`
      const fix = item.value === '*' ? 'Leave “resourceNames” out to allow every name.' : 'Write out each name.'
      report(aboutItem(item, `${path}.resourceNames`, message, fix))
    }
  },
}

/** Whether Kubernetes itself may serve an API group. It does not look into the table of resources, which is loaded later. */
function isOfKubernetes(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io')
}
