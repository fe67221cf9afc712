import type { Attributes, Evidence, SourceRange } from '@authz-playground/engine'
import { objectKey, roleNamed } from '@authz-playground/engine/internal/kube'
import type { Finding } from '@authz-playground/engine/policy'
import type { AskedPolicy } from './asked-policy.ts'
import { type Maker, run } from './maker.ts'

const lintMends: Maker = {
  name: 'run after lint --fix of what is there twice',
  says: (fact, asked) => (asked.mended === asked ? undefined : run.says(fact, asked.mended)),
}

/** Rules of the lint by which a verb grants nothing alone: a check of it may be allowed, and what the request needs is the other half. */
const HALVES: readonly string[] = ['identity-without-action', 'action-without-identity']

/** Rules of the lint by which a value of a rule, or a rule, grants nothing. */
const GRANTS_NOTHING: ReadonlySet<string> = new Set([
  'names-without-effect',
  'names-with-associated-node',
  'misspelt-verb',
  'no-such-verb',
  'never-matches',
  'verb-of-other-design',
  'misspelt-resource',
  'unknown-resource',
  'unknown-api-group',
  'other-api-group',
  'gone-resource',
  'partial-wildcard-verb',
  'partial-wildcard-resource',
  'unlikely-api-group',
  'unlikely-url',
  'literal-name-wildcard',
  'identity-api-group',
  'identity-in-role',
  'impersonation-name',
  'plain-extra-key',
  'cluster-scoped-in-role',
  ...HALVES,
])

/** Rules of the lint by which a binding, a subject or a role has no effect. */
const HAS_NO_EFFECT: ReadonlySet<string> = new Set([
  'role-not-found',
  'cluster-scoped-in-role',
  'subject-kind',
  'account-name',
  'namespace-missing',
  'unbound-role',
])

/** Says “no” where something grants a request of which the lint says that it grants nothing. */
const lint: Maker = {
  name: 'lint',
  says: (fact, asked) => {
    const { trace } = asked.decided(fact)
    if (trace === undefined || run.says(fact, asked) !== 'yes') return undefined
    const { policy } = asked.of
    const allowed = trace.steps.flatMap(({ check }) => (check?.answer.decision === 'Allow' ? [check] : []))
    const findings = asked.findings.filter(({ code }) => trace.constraint !== undefined || !HALVES.includes(code))
    const denied = findings.find((finding) =>
      allowed.some(
        ({ attributes, answer: { evidence } }) => evidence && isDeniedBy(finding, evidence, attributes, policy),
      ),
    )
    return denied && 'no'
  },
}

function isDeniedBy(
  { code, range, severity }: Finding,
  { rule, binding, role, subject }: Evidence,
  { verb, apiGroup, resource, subresource, name, path, isResourceRequest }: Attributes,
  policy: string,
): boolean {
  if (rule === undefined || binding === undefined || role === undefined) return false
  // It says that of requests about whole objects.
  if (code === 'names-without-effect' && severity === 'note' && subresource !== '') return false
  if (GRANTS_NOTHING.has(code) && isWithin(range, rule.range)) {
    const value = policy.slice(range.start, range.end).replace(/^["']|["']$/g, '')
    const lists = [rule.verbs, rule.apiGroups, rule.resources, rule.nonResourceURLs, rule.resourceNames]
    const whole = subresource === '' ? resource : `${resource}/${subresource}`
    const used = isResourceRequest ? [verb, apiGroup, whole, `*/${subresource}`, name] : [verb, path]
    return !lists.some((list) => list.includes(value)) || used.includes(value)
  }
  const isSubject = subject !== undefined && isWithin(range, subject.range)
  const isRoleRef = isWithin(range, binding.range) && /^(?:role-not-found|cluster-scoped-in-role)$/.test(code)
  return HAS_NO_EFFECT.has(code) && (isSubject || isRoleRef || (code === 'unbound-role' && isWithin(range, role.range)))
}

function isWithin(inner: SourceRange, outer: SourceRange): boolean {
  return outer.source === 'policy' && inner.start >= outer.start && inner.end <= outer.end
}

/**
 * Findings that a subject of the policy may impersonate somebody: those at roles that somebody has, and whose rules are those
 * that are written in them.
 */
export function impersonationsClaimed({ findings, cluster: { policy } }: AskedPolicy): readonly Finding[] {
  const bound = policy.roles.filter(
    ({ kind, name, namespace, aggregationRule }) =>
      aggregationRule === undefined &&
      policy.bindings.some((binding) => objectKey(roleNamed(binding)) === objectKey({ kind, name, namespace })),
  )
  return findings.filter(
    ({ code, severity, range }) =>
      code === 'combined-grants' ||
      code === 'legacy-beside-constrained' ||
      (code === 'wildcard-identity' &&
        severity === 'warning' &&
        bound.some(({ span }) => range.start >= span.start && range.end <= span.end)),
  )
}

/** What the lint finds at a place of a policy, in words. */
export function findingsInWords({ findings }: AskedPolicy): readonly string[] {
  return findings.map(({ code, message, range }) => `line ${range.line}: ${code}: ${message}`)
}

export const OF_LINT: readonly Maker[] = [lintMends, lint]
