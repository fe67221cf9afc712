import { mayBeObjectName, meantIdentity, type PolicyRule, resourceParts } from '../../kube/index.ts'
import { isOfImpersonation } from '../modes.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { quoted } from '../words.ts'
import { nameAlone } from './impersonation-name.ts'

/** A name that the API server refuses for every object of the rule’s resources, such as the username of a service account. */
export const impossibleName: LintRule = {
  name: 'impossible-name',
  severity: 'warning',
  summary: 'A name that no object of the resource can have.',
  checkRole(role, linted, report) {
    for (const rule of role.rules) {
      // Impersonation asks for names of its own: `impersonation-name` is about them.
      if (rule.verbs.some(isOfImpersonation)) continue
      for (const [index, name] of rule.resourceNames.entries()) {
        if (!isPlain(name) || !isOfNoObject(rule, name)) continue
        const [resource] = resourceParts(rule.resources[0] ?? '')
        const at = placeIn({ rule }, 'resourceNames', index)
        const meant = meantIdentity(resource, name)
        if (meant !== undefined) {
          const isAlone = rule.resources.every((one) => resourceParts(one)[0] === resource)
          report({
            at,
            message: `“resourceNames” has the name of an object alone, and ${quoted(name)} cannot be one of ${resource}.`,
            ...nameAlone({ role, rule, meant, isAlone }, linted),
          })
          continue
        }
        const lower = name.toLowerCase()
        const isCase = !isOfNoObject(rule, lower)
        report({
          at,
          message: `No object of ${resource} can be called ${quoted(name)}.`,
          fix: isCase ? `Write ${quoted(lower)}.` : `Write the name as kubectl get ${resource} prints it.`,
          ...(isCase && { replace: rule.resourceNames.includes(lower) ? [] : [lower] }),
        })
      }
    }
  },
}

/** Other rules are about wildcards, lists in one value and characters that hide; a placeholder is not a name yet. */
function isPlain(name: string): boolean {
  return /^[!-~]+$/.test(name) && !/[*,<>{}$]/.test(name)
}

function isOfNoObject({ apiGroups, resources }: PolicyRule, name: string): boolean {
  return (
    apiGroups.length > 0 &&
    resources.length > 0 &&
    apiGroups.every((apiGroup) =>
      resources.every((written) => {
        const [resource, subresource] = resourceParts(written)
        return !mayBeObjectName({ apiGroup, resource, subresource }, name)
      }),
    )
  )
}
