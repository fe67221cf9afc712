import { compareBytes } from '../../go/index.ts'
import { findResource, RBAC_GROUP } from '../../kube/index.ts'
import { type Problem, quoted } from '../../text/index.ts'
import { CREATE } from '../command-line/flags.ts'
import type { KubectlCall, RequestDraft } from './call.ts'
import { type KubectlCommands, readBy } from './call.ts'
import { readCreated } from './create-object.ts'

/** Resources that kubectl accepts in a rule although no API serves them, but only with the verb `impersonate`. */
const IMPERSONATED = new Set(['users', 'groups', 'userextras.authentication.k8s.io'])

/** The values of a list flag, which may be repeated and split by commas. */
function listed(call: KubectlCall, name: string): readonly string[] {
  const values = (call.invocation.flags.get(name) ?? []).flatMap(({ value }) => value.split(','))
  return [...new Set(values.filter((value) => value !== ''))]
}

/** The values of a flag that may be repeated and is not split. */
function repeated(call: KubectlCall, name: string): readonly string[] {
  return [...new Set((call.invocation.flags.get(name) ?? []).map(({ value }) => value))]
}

/** The rules of `kubectl create role` and `clusterrole`: one for each API group, in the order of their names. */
function rulesFromFlags(call: KubectlCall): readonly object[] {
  const verbs = listed(call, 'verb')
  const allVerbs = verbs.includes('*') ? ['*'] : verbs
  const names = repeated(call, 'resource-name')
  const urls = listed(call, 'non-resource-url')
  if (verbs.length === 0 && call.flag('aggregation-rule') === undefined) {
    call.error(
      'missing-flag',
      call.span,
      'Expected the verbs that the role grants.',
      '--verb=get,list',
      'at least one verb must be specified',
    )
  }
  if (listed(call, 'resource').length === 0 && urls.length === 0 && call.flag('aggregation-rule') === undefined) {
    call.error('missing-flag', call.span, 'Expected the resources or URLs of the role.', '--resource=pods')
  }
  refusePaths(call, verbs, urls)
  const byGroup = new Map<string, Set<string>>()
  for (const { apiGroup, resource } of resourcesOf(call, verbs)) {
    const resources = byGroup.get(apiGroup)
    if (resources === undefined) byGroup.set(apiGroup, new Set([resource]))
    else resources.add(resource)
  }
  const rules = [...byGroup]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([apiGroup, resources]) => ({
      verbs: allVerbs,
      apiGroups: [apiGroup],
      resources: [...resources],
      ...(names.length === 0 ? {} : { resourceNames: names }),
    }))
  return urls.length === 0 ? rules : [...rules, { verbs: allVerbs, nonResourceURLs: urls }]
}

const VERBS_OF_PATHS: ReadonlySet<string> = new Set(['*', 'delete', 'get', 'head', 'options', 'patch', 'post', 'put'])

/** Reports paths and verbs that kubectl refuses in a rule about paths. */
function refusePaths(call: KubectlCall, verbs: readonly string[], urls: readonly string[]): void {
  const path = call.flag('non-resource-url')
  const odd = urls.find((url) => url !== '*' && !url.startsWith('/'))
  if (path !== undefined && odd !== undefined) {
    const message = `A path begins with a slash, found ${quoted(odd)}.`
    call.error('invalid-path', path.span, message, `--non-resource-url=/${odd}`, 'nonResourceURL should start with /')
  }
  const verb = urls.length === 0 ? undefined : verbs.find((one) => !VERBS_OF_PATHS.has(one))
  if (path !== undefined && verb !== undefined) {
    const message = `Verbs of paths are HTTP methods in lower case, found ${quoted(verb)}.`
    call.error('invalid-verb', path.span, message, '--verb=get', `invalid verb: '${verb}' for nonResourceURL`)
  }
}

/** Reports flags that kubectl refuses together with an aggregation rule. */
function refuseRulesBeside(call: KubectlCall, span: Problem['span']): void {
  const beside = ['verb', 'resource', 'resource-name', 'non-resource-url'].some((name) => call.flag(name) !== undefined)
  if (!beside) return
  const message = 'A ClusterRole that aggregates has no rules of its own.'
  const detail = 'aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames'
  call.error('rules-beside-aggregation', span, message, 'Leave out the one or the other.', detail)
}

interface RuleResource {
  readonly apiGroup: string
  readonly resource: string
}

/** The resources of `--resource`: `pods`, `deployments.apps`, `pods/log`, `*`. */
function resourcesOf(call: KubectlCall, verbs: readonly string[]): readonly RuleResource[] {
  return (call.invocation.flags.get('resource') ?? []).flatMap(({ value, span }) =>
    value
      .split(',')
      .filter((word) => word !== '')
      .map((word) => {
        const slash = word.indexOf('/')
        const type = slash === -1 ? word : word.slice(0, slash)
        const subresource = slash === -1 ? '' : word.slice(slash)
        const found = type === '*' ? undefined : findResource(type, call.discovery)
        if (found !== undefined && found.known !== undefined) {
          return { apiGroup: found.apiGroup, resource: found.resource + subresource }
        }
        const impersonated = verbs.length === 1 && verbs[0] === 'impersonate' && IMPERSONATED.has(type)
        if (type !== '*' && !impersonated) call.problems.push(unknownResource(type, span, found !== undefined))
        const dot = type.indexOf('.')
        return dot === -1
          ? { apiGroup: '', resource: type + subresource }
          : { apiGroup: type.slice(dot + 1), resource: type.slice(0, dot) + subresource }
      }),
  )
}

/** A resource that the API server's discovery does not have. kubectl looks there, also for the resources of impersonation. */
function unknownResource(type: string, span: Problem['span'], couldBeCustom: boolean): Problem {
  const dot = type.indexOf('.')
  const where = dot === -1 ? '' : ` in group ${quoted(type.slice(dot + 1))}`
  const detail = `the server doesn't have a resource type ${quoted(dot === -1 ? type : type.slice(0, dot))}${where}`
  if (couldBeCustom && !type.endsWith('authentication.k8s.io')) {
    const message = `kubectl accepts ${quoted(type)} only if the cluster has such a custom resource.`
    return { severity: 'note', code: 'custom-resource', message, detail, span }
  }
  const message = `kubectl refuses a rule about ${quoted(type)}, because no API serves it.`
  const fix = 'Write the rule as YAML and apply it.'
  return { severity: 'error', code: 'unknown-resource', message, fix, detail, span }
}

/** `roleRef` and `subjects` of `kubectl create rolebinding` and `clusterrolebinding`. */
function bindingOf(call: KubectlCall): object {
  const clusterRole = call.flag('clusterrole')
  const role = call.flag('role')
  const choices =
    call.invocation.command === 'create rolebinding' ? '--clusterrole=view or --role=NAME' : '--clusterrole=view'
  if (clusterRole === undefined && role === undefined) {
    call.error('missing-flag', call.span, 'Expected the role to bind.', choices)
  } else if (clusterRole !== undefined && role !== undefined) {
    const detail = 'exactly one of clusterrole or role must be specified'
    call.error('two-roles', role.span, 'A binding refers to one role.', 'Leave out the one or the other.', detail)
  }
  const kind = clusterRole === undefined ? 'Role' : 'ClusterRole'
  const roleRef = { apiGroup: RBAC_GROUP, kind, name: (clusterRole ?? role)?.value ?? '' }
  const users = repeated(call, 'user').map((name) => ({ kind: 'User', apiGroup: RBAC_GROUP, name }))
  const groups = repeated(call, 'group').map((name) => ({ kind: 'Group', apiGroup: RBAC_GROUP, name }))
  return { subjects: [...users, ...groups, ...serviceAccounts(call)], roleRef }
}

function serviceAccounts(call: KubectlCall): readonly object[] {
  return (call.invocation.flags.get('serviceaccount') ?? []).flatMap(({ value, span }) => {
    const [namespace = '', name = '', ...more] = value.split(':')
    if (namespace !== '' && name !== '' && more.length === 0) return [{ kind: 'ServiceAccount', name, namespace }]
    const message = `Expected namespace:name after --serviceaccount, found ${quoted(value)}.`
    const detail = 'serviceaccount must be <namespace>:<name>'
    call.error('invalid-service-account', span, message, '--serviceaccount=default:default', detail)
    return []
  })
}

/** Reads `kubectl create` of roles and bindings. Their bodies are built. */
function readGrant(call: KubectlCall): RequestDraft | undefined {
  const what = call.invocation.command.slice('create '.length)
  return readCreated(call, `${what}s`, () => contentOf(call, what))
}

function contentOf(call: KubectlCall, what: string): object {
  if (what.endsWith('binding')) return bindingOf(call)
  const aggregation = call.flag('aggregation-rule')
  if (what === 'role' || aggregation === undefined) return { rules: rulesFromFlags(call) }
  refuseRulesBeside(call, aggregation.span)
  const matchLabels = Object.fromEntries(
    aggregation.value.split(',').map((pair) => [pair.split('=', 1).join(), pair.slice(pair.indexOf('=') + 1)]),
  )
  return { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] }, rules: [] }
}

/** The commands that create roles and bindings. */
export const CREATE_ROLE_COMMANDS: KubectlCommands = readBy(readGrant, {
  'create clusterrole': `${CREATE} aggregation-rule=labels non-resource-url=list resource=list resource-name verb=list`,
  'create clusterrolebinding': `${CREATE} clusterrole group serviceaccount user`,
  'create role': `${CREATE} resource=list resource-name verb=list`,
  'create rolebinding': `${CREATE} clusterrole group role serviceaccount user`,
})
