import type { Rule } from '../kube/index.ts'

/**
 * Whether a request with a verb on whole objects names one: `never`, where the path has no place for it; `applied`, where only a
 * server-side apply or a PUT that creates the object does, for which the API server checks `create` with its name; or it `may`:
 * a `list` or `watch` does with the field selector `metadata.name` (Go: `RequestInfoFactory.NewRequestInfo`; `patch.go` and
 * `update.go` of the handlers). An action of constrained impersonation is checked as its request names the object.
 */
export function namingOf(verb: string): 'never' | 'applied' | 'may' {
  const [, action = verb] = /^impersonate-on:(?:[^:]*:)?([^:]*)$/.exec(verb) ?? []
  return action === 'deletecollection' ? 'never' : action === 'create' ? 'applied' : 'may'
}

/** The verbs that a rule grants to any request: where it lists names, those whose requests may name an object. */
export function grantedVerbs({ verbs, resourceNames }: Pick<Rule, 'verbs' | 'resourceNames'>): readonly string[] {
  // The empty name is that of requests without one.
  if (resourceNames.length === 0 || resourceNames.includes('')) return verbs
  return verbs.filter((verb) => namingOf(verb) !== 'never')
}

/** A rule without the verbs that it grants to no request. */
export function withGrantedVerbs<Of extends Rule>(rule: Of): Of {
  const verbs = grantedVerbs(rule)
  return verbs.length === rule.verbs.length ? rule : { ...rule, verbs }
}
