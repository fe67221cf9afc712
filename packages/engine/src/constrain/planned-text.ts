import { ALL_AUTHENTICATED, RBAC_GROUP, type Rule, type SubjectName } from '../kube/index.ts'
import { requestInWords, type SeenRequest } from '../logs/index.ts'
import { subjectInWords } from '../rights/index.ts'
import { plainText, visible } from '../words/index.ts'
import { type YamlFields, yamlOf, yamlString } from '../yaml/index.ts'
import type { PlannedRole } from './planned-roles.ts'
import type { PlannedRule } from './planned-rules.ts'

/** The roles and bindings as YAML for `kubectl apply`, each rule with a comment about the requests that asked for it. */
export function plannedText(roles: readonly PlannedRole[]): string {
  return roles.flatMap((role) => [roleText(role), ...bindingsOf(role).map(yamlOf)]).join('---\n')
}

/** The same as plain objects, without comments. */
export function plannedObjects(roles: readonly PlannedRole[]): readonly YamlFields[] {
  return roles.flatMap((role) => [{ ...header(role), rules: role.rules.map(ruleFields) }, ...bindingsOf(role)])
}

function header({ kind, name, namespace }: Pick<PlannedRole, 'namespace' | 'name'> & { readonly kind: string }) {
  return { apiVersion: `${RBAC_GROUP}/v1`, kind, metadata: { name, ...(namespace !== '' && { namespace }) } }
}

function ruleFields({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): YamlFields {
  return nonResourceURLs.length > 0
    ? { nonResourceURLs, verbs }
    : { apiGroups, resources, ...(resourceNames.length > 0 && { resourceNames }), verbs }
}

function bindingsOf({
  kind,
  name,
  subject,
  boundIn,
}: Pick<PlannedRole, 'kind' | 'name' | 'subject' | 'boundIn'>): readonly YamlFields[] {
  const bound = {
    roleRef: { apiGroup: RBAC_GROUP, kind, name },
    subjects: [subjectFields(subject)],
  }
  if (boundIn.length === 0) return [{ ...header({ kind: 'ClusterRoleBinding', name, namespace: '' }), ...bound }]
  return boundIn.map((namespace) => ({ ...header({ kind: 'RoleBinding', name, namespace }), ...bound }))
}

/** A role for some rules, and its binding to one subject: of the whole cluster where there is no namespace. */
export function roleAndBinding({
  name,
  namespace,
  rules,
  subject,
}: {
  readonly name: string
  readonly namespace: string
  readonly rules: readonly Rule[]
  readonly subject: SubjectName
}): readonly YamlFields[] {
  const kind = namespace === '' ? 'ClusterRole' : 'Role'
  return [
    { ...header({ kind, name, namespace }), rules: rules.map(ruleFields) },
    ...bindingsOf({ kind, name, subject, boundIn: namespace === '' ? [] : [namespace] }),
  ]
}

function subjectFields({ kind, name, namespace }: SubjectName): YamlFields {
  return kind === 'ServiceAccount' ? { kind, name, namespace } : { kind, name, apiGroup: RBAC_GROUP }
}

function roleText(role: PlannedRole): string {
  const rules = role.rules.flatMap((rule) => [
    ...askedBy(rule).map((line) => `  ${line}\n`),
    ...ruleLines(rule).map((line) => `${line}\n`),
  ])
  return `${comment(purposeOf(role))}\n${yamlOf(header(role))}rules:\n${rules.join('')}`
}

/** A rule, with its lists on one line where they fit. */
function ruleLines(rule: PlannedRule): readonly string[] {
  return Object.entries(ruleFields(rule)).flatMap(([key, values], at) => {
    const list = values as readonly string[]
    const start = at === 0 ? '  - ' : '    '
    const flow = `${start}${key}: [${list.map((value) => (value === '' ? '""' : value)).join(', ')}]`
    if (list.every((value) => IN_FLOW.test(value)) && flow.length <= LONGEST_LINE) return [flow]
    return [`${start}${key}:`, ...list.map((value) => `      - ${yamlString(value)}`)]
  })
}

/** Texts that are strings in a flow list without quotes. Numbers, dates and booleans of YAML 1.1 are not. */
const IN_FLOW = /^(?:|\/[\w./-]*|(?!(?:y|n|yes|no|on|off|true|false|null|nan|inf)$)[a-z][\w./-]*(?::[\w./-]+)*)$/i
const LONGEST_LINE = 120

function purposeOf({ part, subject, namespace, boundIn }: PlannedRole): string {
  const who = plainText(subjectInWords(subject))
  const where =
    boundIn.length === 0 ? '' : boundIn.length === 1 ? ` in namespace ${namespace}` : ` in ${boundIn.length} namespaces`
  return part === 'identity'
    ? `Whom ${who} may impersonate${where}.`
    : `What ${who} may do while it impersonates${where}.`
}

/** A log does not tell groups that the API server adds from groups that the client asks for. */
const EVERYBODY = `${ALL_AUTHENTICATED}: for clients that ask for it, as those do that send all groups of a user`

/** The most requests that one rule names. */
const MOST_NAMED = 3

function askedBy(rule: PlannedRule): readonly string[] {
  const { because } = rule
  const named = [...because].sort((a, b) => b.count - a.count).slice(0, MOST_NAMED)
  const more = because.length - named.length
  return [
    ...named.map((request) => comment(`${placeOf(request)}${plainText(requestInWords(request))}${timesOf(request)}`)),
    ...(rule.resources.includes('groups') && rule.resourceNames.includes(ALL_AUTHENTICATED)
      ? [comment(EVERYBODY)]
      : []),
    ...alikeWords(rule.resourceNames.filter((name) => name !== ALL_AUTHENTICATED)).map(comment),
    ...(more === 0 ? [] : [comment(`and ${more} more ${more === 1 ? 'request' : 'different requests'}`)]),
  ]
}

/** So many names that are alike make somebody wish for a pattern. */
const MANY_NAMES = 3

/** What names have in common that a rule cannot say: the beginning up to a separator, or the domain at the end. */
function alikeWords(names: readonly string[]): readonly string[] {
  const [first = '', ...others] = names
  if (names.length < MANY_NAMES) return []
  let start = 0
  while (start < first.length && others.every((name) => name[start] === first[start])) start++
  const beginning = /^.*[:/._-]/.exec(first.slice(0, start))?.[0] ?? ''
  const domain = /@[^@]+$/.exec(first)?.[0] ?? ''
  const alike =
    beginning.length > 1
      ? `begin with ${beginning}`
      : domain !== '' && others.every((name) => name.endsWith(domain))
        ? `end with ${domain}`
        : ''
  return alike === '' ? [] : [`all ${alike}, but RBAC has no patterns: it is these names, or any`]
}

function placeOf({ seenAt: [first] }: SeenRequest): string {
  return first === undefined ? '' : `${first}: `
}

function timesOf({ count }: SeenRequest): string {
  return count === 1 ? '' : `, ${count} times`
}

/** A comment of one line, whatever the names in it are. */
function comment(text: string): string {
  return `# ${visible(text).replace(/[\n\t]/g, ' ')}`
}
