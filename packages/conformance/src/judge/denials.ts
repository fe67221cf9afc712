import type { Check } from '@authz-playground/engine'
import { goQuote } from '@authz-playground/engine/internal/go'
import type { VectorScenario } from '@authz-playground/engine/internal/vectors'

/** The log lines of kube-apiserver at level 5 for checks that RBAC does not allow. */
function notAuthorizedLine({ attributes }: Pick<Check, 'attributes'>): string {
  const { user, verb, resource, apiGroup, subresource, name, namespace, path, isResourceRequest } = attributes
  const whole = `${resource}${apiGroup && `.${apiGroup}`}${subresource && `/${subresource}`}`
  const operation = isResourceRequest
    ? `"${verb}" resource "${whole}"${name && ` named "${name}"`}`
    : `${goQuote(verb)} nonResourceURL ${goQuote(path)}`
  const groups = user.groups.map(goQuote).join(' ')
  const scope = namespace === '' ? 'cluster-wide' : `in namespace ${goQuote(namespace)}`
  return `RBAC: no rules authorize user ${goQuote(user.username)} with groups [${groups}] to ${operation} ${scope}`
}

/** The lines that a server must have logged for the checks of a trace: for each that RBAC did not allow. */
export function notAuthorizedLines({ cluster }: VectorScenario, checks: readonly Check[]): readonly string[] {
  const modes = cluster?.authorizationModes ?? ['RBAC']
  return checks.filter((check) => !rbacAllowed(check) && rbacWasAsked(check, modes)).map(notAuthorizedLine)
}

function rbacAllowed({ answer }: Check): boolean {
  return answer.decision === 'Allow' && answer.reason.startsWith('RBAC: allowed by ')
}

function rbacWasAsked({ attributes, answer }: Check, modes: readonly string[]): boolean {
  if (!modes.includes('RBAC') || attributes.user.groups.includes('system:masters')) return false
  const nodeAllowed = answer.decision === 'Allow'
  return !nodeAllowed || modes.indexOf('RBAC') < modes.indexOf('Node')
}
