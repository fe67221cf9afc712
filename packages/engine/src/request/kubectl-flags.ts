/** How much of the command line a flag takes. */
export type FlagKind =
  /** `--watch`, or `--watch=false`. */
  | 'switch'
  /** `--namespace prod` or `--namespace=prod`. */
  | 'value'
  /** `--dry-run` or `--dry-run=server`: a value only after `=`. */
  | 'optional'

export interface FlagDefinition {
  readonly name: string
  readonly shorthand: string
  readonly kind: FlagKind
}

/*
 * Below, `!` marks switches, `?` optional values, a letter after the comma the shorthand. The facts are those that
 * kubectl 1.36 itself reports of its commands.
 */
const GLOBAL =
  'as as-group as-uid as-user-extra namespace,n cache-dir certificate-authority client-certificate client-key cluster ' +
  'context disable-compression! insecure-skip-tls-verify! kubeconfig kuberc log-flush-frequency match-server-version! ' +
  'password profile profile-output request-timeout server,s tls-server-name token user username v,v vmodule ' +
  'warnings-as-errors! help,h!'
const PRINT = 'allow-missing-template-keys! output,o show-managed-fields! template'
const FILES = 'filename,f kustomize,k recursive,R!'
const DRY_RUN = 'dry-run? field-manager'
const RECORD = 'record!'
const CREATE = `${PRINT} ${DRY_RUN} save-config! validate?`
const CHANGE = `${PRINT} ${FILES} ${DRY_RUN} ${RECORD}`
const SET = `${PRINT} ${DRY_RUN} all! filename,f local! recursive,R!`
const ROLLOUT = `${PRINT} ${FILES} selector,l`
const MARK = `${CHANGE} all! all-namespaces,A! field-selector list! local! overwrite! resource-version selector,l`
const DELETION = 'cascade? force! grace-period timeout wait!'

/** Flags by command, the global ones aside. Commands that make no request, and those not understood, are absent. */
const FLAGS: Readonly<Record<string, string>> = {
  annotate: MARK,
  'api-resources': 'api-group cached! categories namespaced! no-headers! output,o show-managed-fields! sort-by verbs',
  'api-versions': '',
  apply: `${CHANGE} ${DELETION} all! force-conflicts! openapi-patch! overwrite! prune! prune-allowlist selector,l server-side! subresource validate?`,
  attach: 'container,c detach-keys pod-running-timeout quiet,q! stdin,i! tty,t!',
  'auth can-i': 'all-namespaces,A! list! no-headers! quiet,q! subresource',
  'auth whoami': PRINT,
  autoscale: `${CHANGE} cpu cpu-percent max memory min name save-config!`,
  'certificate approve': `${PRINT} ${FILES} force!`,
  'certificate deny': `${PRINT} ${FILES} force!`,
  'cluster-info': '',
  cordon: 'dry-run? selector,l',
  cp: 'container,c no-preserve! retries',
  create: `${CREATE} ${FILES} ${RECORD} edit! raw selector,l windows-line-endings!`,
  'create clusterrole': `${CREATE} aggregation-rule non-resource-url resource resource-name verb`,
  'create clusterrolebinding': `${CREATE} clusterrole group serviceaccount user`,
  'create configmap': `${CREATE} append-hash! from-env-file from-file from-literal`,
  'create cronjob': `${CREATE} image restart schedule`,
  'create deployment': `${CREATE} image port replicas,r`,
  'create ingress': `${CREATE} annotation class default-backend rule`,
  'create job': `${CREATE} from image`,
  'create namespace': CREATE,
  'create poddisruptionbudget': `${CREATE} max-unavailable min-available selector`,
  'create priorityclass': `${CREATE} description global-default! preemption-policy value`,
  'create quota': `${CREATE} hard scopes`,
  'create role': `${CREATE} resource resource-name verb`,
  'create rolebinding': `${CREATE} clusterrole group role serviceaccount user`,
  'create secret docker-registry': `${CREATE} append-hash! docker-email docker-password docker-server docker-username from-file`,
  'create secret generic': `${CREATE} append-hash! from-env-file from-file from-literal type`,
  'create secret tls': `${CREATE} append-hash! cert key`,
  'create service clusterip': `${CREATE} clusterip tcp`,
  'create service externalname': `${CREATE} external-name tcp`,
  'create service loadbalancer': `${CREATE} tcp`,
  'create service nodeport': `${CREATE} node-port tcp`,
  'create serviceaccount': CREATE,
  'create token': `${PRINT} audience bound-object-kind bound-object-name bound-object-uid duration`,
  debug:
    'arguments-only! attach! container,c copy-to custom env filename,f image image-pull-policy keep-annotations! ' +
    'keep-init-containers! keep-labels! keep-liveness! keep-readiness! keep-startup! profile quiet,q! replace! ' +
    'same-node! set-image share-processes! stdin,i! target tty,t!',
  delete: `${FILES} ${DELETION} all! all-namespaces,A! dry-run? field-selector ignore-not-found! interactive,i! now! output,o raw selector,l`,
  describe: `${FILES} all-namespaces,A! chunk-size selector,l show-events!`,
  drain:
    'chunk-size delete-emptydir-data! disable-eviction! dry-run? force! grace-period ignore-daemonsets! pod-selector ' +
    'selector,l skip-wait-for-delete-timeout timeout',
  edit: `${PRINT} ${FILES} ${RECORD} field-manager output-patch! save-config! subresource validate? windows-line-endings!`,
  events: `${PRINT} all-namespaces,A! chunk-size for no-headers! types watch,w!`,
  exec: 'container,c filename,f pod-running-timeout quiet,q! stdin,i! tty,t!',
  explain: 'api-version output,o recursive,R!',
  expose:
    `${CHANGE} cluster-ip external-ip labels,l load-balancer-ip name override-type overrides port protocol save-config! ` +
    'selector session-affinity target-port type',
  get:
    `${PRINT} ${FILES} all-namespaces,A! chunk-size field-selector ignore-not-found! label-columns,L no-headers! ` +
    'output-watch-events! raw selector,l server-print! show-kind! show-labels! sort-by subresource watch,w! watch-only!',
  label: MARK,
  logs:
    'all-containers! all-pods! container,c follow,f! ignore-errors! insecure-skip-tls-verify-backend! limit-bytes ' +
    'max-log-requests pod-running-timeout prefix! previous,p! selector,l since since-time tail timestamps!',
  patch: `${CHANGE} local! patch,p patch-file subresource type`,
  'port-forward': 'address pod-running-timeout',
  replace: `${CREATE} ${FILES} ${DELETION} raw subresource`,
  'rollout history': `${ROLLOUT} revision`,
  'rollout pause': `${ROLLOUT} field-manager`,
  'rollout restart': `${ROLLOUT} field-manager`,
  'rollout resume': `${ROLLOUT} field-manager`,
  'rollout status': `${FILES} revision selector,l timeout watch,w!`,
  'rollout undo': `${ROLLOUT} dry-run? to-revision`,
  run:
    `${CHANGE} ${DELETION} annotations attach! command! detach-keys env expose! image image-pull-policy labels,l ` +
    'leave-stdin-open! override-type overrides pod-running-timeout port privileged! quiet,q! restart rm! save-config! stdin,i! tty,t!',
  scale: `${PRINT} ${FILES} ${RECORD} dry-run? all! current-replicas replicas resource-version selector,l timeout`,
  'set env': `${SET} containers,c env,e from keys kustomize,k list! overwrite! prefix resolve! selector,l`,
  'set image': `${SET} kustomize,k record! selector,l`,
  'set resources': `${SET} containers,c kustomize,k limits record! requests selector,l`,
  'set selector': `${SET} record! resource-version`,
  'set serviceaccount': `${SET} kustomize,k record!`,
  'set subject': `${SET} group kustomize,k selector,l serviceaccount user`,
  taint: `${PRINT} ${DRY_RUN} all! overwrite! selector,l validate?`,
  'top node': 'no-headers! selector,l show-capacity! show-swap! sort-by use-protocol-buffers!',
  'top pod':
    'all-namespaces,A! containers! field-selector no-headers! selector,l show-swap! sort-by sum! use-protocol-buffers!',
  uncordon: 'dry-run? selector,l',
  version: 'client! output,o',
  wait: `${PRINT} filename,f recursive,R! all! all-namespaces,A! field-selector for local! selector,l timeout`,
}

/** Commands that have others below them and are none themselves, with what they are called. */
const GROUPS = new Set(['auth', 'certificate', 'create secret', 'create service', 'rollout', 'set', 'top'])

/** Other names of commands, by the whole command. */
const ALIASES: Readonly<Record<string, string>> = {
  'create cj': 'create cronjob',
  'create cm': 'create configmap',
  'create deploy': 'create deployment',
  'create ing': 'create ingress',
  'create ns': 'create namespace',
  'create pc': 'create priorityclass',
  'create pdb': 'create poddisruptionbudget',
  'create resourcequota': 'create quota',
  'create sa': 'create serviceaccount',
  'create svc': 'create service',
  'set sa': 'set serviceaccount',
  'top no': 'top node',
  'top nodes': 'top node',
  'top po': 'top pod',
  'top pods': 'top pod',
}

/** Commands that only work on files and settings of the person's own machine. */
export const WITHOUT_REQUEST: ReadonlySet<string> = new Set([
  'alpha',
  'completion',
  'config',
  'help',
  'kuberc',
  'kustomize',
  'options',
  'plugin',
])

/** Commands that are known and make more requests, or other ones, than a single one shown here could stand for. */
export const NOT_PLAYED: ReadonlyMap<string, string> = new Map([
  ['diff', 'compares files, which are not here'],
  ['proxy', 'opens a port and passes on whatever comes in there'],
  ['apply edit-last-applied', 'edits an annotation'],
  ['apply set-last-applied', 'reads files, which are not here'],
  ['apply view-last-applied', 'reads an annotation'],
  ['auth reconcile', 'reads files, which are not here'],
  ['cluster-info dump', 'lists nearly everything'],
])

/** Whether a command, or a group of commands, has this name. */
export function isCommand(path: string): boolean {
  return Object.hasOwn(FLAGS, path) || GROUPS.has(path) || NOT_PLAYED.has(path) || WITHOUT_REQUEST.has(path)
}

/** Whether there are commands below this one, so that the next word may name one. */
export function isGroup(path: string): boolean {
  return GROUPS.has(path)
}

/** A command by its full name, whichever of its names was typed. */
export function fullName(path: string): string {
  return Object.hasOwn(ALIASES, path) ? (ALIASES[path] ?? path) : path
}

/** The names that can follow a command to make a longer one; `''` gives all commands. */
export function subcommandsOf(path: string): readonly string[] {
  const prefix = path === '' ? '' : `${path} `
  const paths = [...Object.keys(FLAGS), ...GROUPS, ...NOT_PLAYED.keys(), ...WITHOUT_REQUEST]
  const below = paths.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length).split(' ')[0] ?? '')
  return [...new Set(below)].filter((name) => name !== '')
}

const definitionsByCommand = new Map<string, readonly FlagDefinition[]>()

/** The flags that a command understands, its own and the global ones. */
export function flagsOf(path: string): readonly FlagDefinition[] {
  const known = definitionsByCommand.get(path)
  if (known !== undefined) return known
  const own = Object.hasOwn(FLAGS, path) ? (FLAGS[path] ?? '') : ''
  const definitions = `${GLOBAL} ${own}`.trim().split(/ +/).map(definitionOf)
  definitionsByCommand.set(path, definitions)
  return definitions
}

function definitionOf(text: string): FlagDefinition {
  const kind = text.endsWith('!') ? 'switch' : text.endsWith('?') ? 'optional' : 'value'
  const [name = '', shorthand = ''] = (kind === 'value' ? text : text.slice(0, -1)).split(',')
  return { name, shorthand, kind }
}

/** Flags that say who asks, or where. The playground asks that apart from the command. */
export const WHO_AND_WHERE: ReadonlySet<string> = new Set([
  'certificate-authority',
  'client-certificate',
  'client-key',
  'cluster',
  'context',
  'insecure-skip-tls-verify',
  'kubeconfig',
  'password',
  'server',
  'tls-server-name',
  'token',
  'user',
  'username',
])

/** Flags whose value changes nothing about the request, so that it does not have to be known. */
export const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...WHO_AND_WHERE,
  'cache-dir',
  'label-columns',
  'kuberc',
  'output',
  'profile',
  'profile-output',
  'template',
  'timeout',
  'v',
  'vmodule',
])

/** Whether pflag takes a word for a flag. */
export function isFlag(word: string): boolean {
  return word.length > 1 && word.startsWith('-') && word !== '--'
}

/** Whether a flag's value is the word after it. */
export function takesNextWord(value: string, path: string): boolean {
  if (value.includes('=')) return false
  const definitions = flagsOf(path)
  if (value.startsWith('--')) return longFlag(definitions, value.slice(2))?.kind === 'value'
  const last = value.at(-1) ?? ''
  const [first = ''] = value.slice(1)
  return (
    definitions.find(({ shorthand }) => shorthand === last)?.kind === 'value' &&
    (value.length === 2 || definitions.find(({ shorthand }) => shorthand === first)?.kind !== 'value')
  )
}

/** A flag by its long name, in which underscores count as hyphens (Go: `WordSepNormalizeFunc`). */
export function longFlag(definitions: readonly FlagDefinition[], name: string): FlagDefinition | undefined {
  const normal = name.replaceAll('_', '-')
  return definitions.find((one) => one.name === normal)
}
