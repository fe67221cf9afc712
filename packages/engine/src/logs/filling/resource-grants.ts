import { resourceName, type SubjectName } from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import {
  apiGroupMatches,
  resourceMatches,
  rightsOf,
  rulesThat,
  subjectKey,
  subjectsInWords,
} from '../../rights/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import { verbsInWords } from '../../words/index.ts'
import type { RefusedResource } from '../line/no-request.ts'

/** The most bindings that are named; the others are counted. */
const MOST_NAMED = 3

/**
 * Who may do what with a resource by a policy, a sentence for each binding: for a refusal that names no more than the resource.
 * Empty where there are no bindings. May throw `BeyondLimit`.
 */
export function resourceGrants(
  asked: Pick<RefusedResource, 'apiGroup' | 'resource'>,
  policy: string,
): readonly RichText[] {
  const { bindings, ...read } = readPolicy(policy)
  if (bindings.length === 0) return []
  const rights = rightsOf({ bindings, ...read })
  const only = rulesThat((rule) => apiGroupMatches(rule, asked.apiGroup) && resourceMatches(rule, asked.resource))
  const found = new Map<object, { readonly verbs: Set<string>; readonly holders: Map<string, SubjectName> }>()
  for (const { binding, rule, holder } of rights.heldByAll(only).rules) {
    const known = found.get(binding) ?? { verbs: new Set<string>(), holders: new Map<string, SubjectName>() }
    for (const verb of rule.verbs) known.verbs.add(verb)
    known.holders.set(subjectKey(holder), holder)
    found.set(binding, known)
  }
  const name = resourceName(asked)
  if (found.size === 0) return [clause`No binding of the policy grants anything on ${name}.`]
  const granting = bindings.filter((one) => found.has(one))
  const sentences = granting.slice(0, MOST_NAMED).map((binding): RichText => {
    const { verbs, holders } = found.get(binding) ?? { verbs: [], holders: new Map() }
    const place = binding.namespace === '' ? ['cluster-wide'] : ['in namespace ', { code: binding.namespace }]
    return [
      ...clause`By ${binding.kind} ${binding.name} of the policy, `,
      ...subjectsInWords([...holders.values()]),
      ' may ',
      ...verbsInWords([...verbs]),
      { code: name },
      ' ',
      ...place,
      '.',
    ]
  })
  const more = granting.length - sentences.length
  return more === 0
    ? sentences
    : [...sentences, [`${more.toLocaleString('en')} more bindings of the policy grant something on it.`]]
}
