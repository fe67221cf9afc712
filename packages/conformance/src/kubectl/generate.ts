import type { Random } from '@authz-playground/engine/internal/vectors'

/** A type as people write it, and its objects in the cluster of the recordings. */
interface Type {
  readonly words: readonly string[]
  readonly names: readonly string[]
  readonly scalable?: true
}

const TYPES: readonly Type[] = [
  { words: ['pods', 'pod', 'po', 'Pod', 'pods.v1.'], names: ['web', 'a', 'b'] },
  { words: ['deployments', 'deploy', 'deployment.apps', 'deployments.v1.apps'], names: ['web'], scalable: true },
  { words: ['replicasets', 'rs', 'rs.apps'], names: ['web', 'foo'], scalable: true },
  { words: ['statefulsets', 'sts', 'StatefulSet'], names: ['web'], scalable: true },
  { words: ['replicationcontrollers', 'rc'], names: ['web'], scalable: true },
  { words: ['daemonsets', 'ds'], names: ['web', 'x'] },
  { words: ['jobs', 'job.batch'], names: ['web'] },
  { words: ['cronjobs', 'cj'], names: ['web', 'cj'] },
  { words: ['services', 'svc', 'SVC'], names: ['web'] },
  { words: ['configmaps', 'cm'], names: ['web'] },
  { words: ['secrets', 'secret'], names: ['web'] },
  { words: ['serviceaccounts', 'sa'], names: ['web', 'bot'] },
  { words: ['roles', 'role.rbac', 'roles.rbac.authorization.k8s.io'], names: ['web'] },
  { words: ['rolebindings', 'RoleBinding'], names: ['web', 'rb'] },
  { words: ['ingresses', 'ing', 'ingresses.networking'], names: ['web'] },
  { words: ['networkpolicies', 'netpol'], names: ['web'] },
  { words: ['horizontalpodautoscalers', 'hpa', 'hpa.v1.autoscaling'], names: ['web'] },
  { words: ['poddisruptionbudgets', 'pdb'], names: ['web'] },
  { words: ['persistentvolumeclaims', 'pvc'], names: ['web'] },
  { words: ['leases', 'leases.coordination.k8s.io'], names: ['web'] },
  { words: ['foos.example.com', 'foos.v1.example.com'], names: ['x'] },
  { words: ['virtualmachines', 'vm', 'vms'], names: ['x'] },
  { words: ['nodes', 'no', 'node'], names: ['n1', 'n2'] },
  { words: ['namespaces', 'ns'], names: ['prod', 'default'] },
  { words: ['persistentvolumes', 'pv'], names: ['web'] },
  { words: ['clusterroles', 'clusterrole.rbac'], names: ['web', 'view'] },
  { words: ['clusterrolebindings'], names: ['web'] },
  { words: ['storageclasses', 'sc'], names: ['web'] },
  { words: ['priorityclasses', 'pc'], names: ['web'] },
  { words: ['customresourcedefinitions', 'crd'], names: ['foos.example.com'] },
]
const SCALABLE = TYPES.filter(({ scalable }) => scalable)

const IMPERSONATIONS = [
  '--as=jane',
  '--as jane --as-group devs',
  '--as=jane --as-group=a --as-group=b --as-uid=7',
  "--as=jane --as-user-extra=example.com/scopes=view --as-user-extra='Reason=a b'",
  '--as=system:serviceaccount:prod:bot',
  '--as=system:node:n1 --as-group=system:nodes',
]
const SELECTORS = [
  '-l app=web',
  "-l 'app in (web,api),tier!=db'",
  '--selector=app',
  "-l '!canary'",
  "--selector 'a=b,c==d'",
]
const FIELD_SELECTORS = ['--field-selector=metadata.name=web', "--field-selector 'metadata.namespace!=prod'"]
const OUTPUTS = ['-o yaml', '-o json', '-o wide', '-o name', '--output=jsonpath={.kind}', '-ojson']

/** Common mistakes. */
const MISTAKES = ['--nosuch', '-Z', '--all_namespaces=maybe', '--as-group=g', '--namespace', '--as-uid=7', '-n a/b']

/** One random command. */
export function makeCommand(random: Random): string {
  const words = random.weighted(MAKERS)(random)
  const all = [...words, ...(random.chance(0.3) ? [random.pick(IMPERSONATIONS)] : [])]
  const mistaken = random.chance(0.06) ? [...all, random.pick(MISTAKES)] : all
  return ['kubectl', ...mistaken].join(' ')
}

type Maker = (random: Random) => readonly string[]

function maybe(random: Random, probability: number, choices: readonly string[]): readonly string[] {
  return random.chance(probability) ? [random.pick(choices)] : []
}

function namespace(random: Random): readonly string[] {
  return maybe(random, 0.4, ['-n prod', '--namespace=prod', '--namespace prod', '-nprod'])
}

function oneOf(random: Random, types = TYPES): string {
  const { words, names } = random.pick(types)
  return `${random.pick(words)}${random.chance(0.4) ? '/' : ' '}${random.pick(names)}`
}

function anyType(random: Random): string {
  return random.pick(random.pick(TYPES).words)
}

const get: Maker = (random) => {
  if (random.chance(0.5)) {
    return ['get', oneOf(random), ...namespace(random), ...maybe(random, 0.3, OUTPUTS), ...maybe(random, 0.15, ['-w'])]
  }
  return [
    'get',
    anyType(random),
    ...maybe(random, 0.6, ['-n prod', '-A', '--all-namespaces', '--namespace=prod']),
    ...maybe(random, 0.3, SELECTORS),
    ...maybe(random, 0.15, FIELD_SELECTORS),
    ...maybe(random, 0.3, OUTPUTS),
    ...maybe(random, 0.2, ['-w', '--watch', '--watch-only']),
    ...maybe(random, 0.2, ['--chunk-size=0', '--chunk-size=25', '--sort-by=.metadata.name', '--show-labels']),
  ]
}

const describe: Maker = (random) =>
  random.chance(0.7)
    ? ['describe', oneOf(random), ...namespace(random), ...maybe(random, 0.2, ['--show-events=false'])]
    : ['describe', anyType(random), ...maybe(random, 0.5, ['-A', '-n prod']), ...maybe(random, 0.5, SELECTORS)]

const remove: Maker = (random) =>
  random.chance(0.6)
    ? [
        'delete',
        oneOf(random),
        ...namespace(random),
        ...maybe(random, 0.4, [
          '--wait=false',
          '--now',
          '--force --grace-period=0',
          '--cascade=orphan',
          '--dry-run=server',
        ]),
      ]
    : [
        'delete',
        anyType(random),
        random.pick(['--all', ...SELECTORS, '', 'absent']),
        ...maybe(random, 0.4, ['-n prod', '-A']),
        ...maybe(random, 0.2, FIELD_SELECTORS),
      ]

const PATCHES = [
  `-p '{"metadata":{"labels":{"a":"b"}}}'`,
  `--patch='{"metadata":{"annotations":{"a":"b c"}}}'`,
  `--type=merge -p '{"metadata":{"labels":{"app":null}}}'`,
  `--type=json -p '[{"op":"add","path":"/metadata/labels/a","value":"b"}]'`,
  `--type merge --patch '{}'`,
  `--type=strategic -p '{}'`,
  '--type=nosuch -p {}',
  '',
]

const patch: Maker = (random) => [
  'patch',
  oneOf(random),
  ...namespace(random),
  random.pick(PATCHES),
  ...maybe(random, 0.2, ['--subresource=status', '--subresource=scale', '--dry-run=server', '--field-manager=me']),
]

const mark: Maker = (random) => [
  random.pick(['label', 'annotate']),
  random.chance(0.8) ? oneOf(random) : `${anyType(random)} ${random.pick(['--all', '-l app=web', ''])}`,
  random.pick(['a=b', 'app-', 'a=b c=d', 'app=other --overwrite', 'example.com/a=', 'app=other', '']),
  ...namespace(random),
  ...maybe(random, 0.2, ['--dry-run=server', '--field-manager=me', '--resource-version=1', '--list']),
]

const scale: Maker = (random) => [
  'scale',
  oneOf(random, random.chance(0.9) ? SCALABLE : TYPES),
  random.pick([
    '--replicas=3',
    '--replicas 0',
    '--replicas=1',
    '--replicas=-1',
    '--current-replicas=1 --replicas=2',
    '',
  ]),
  ...namespace(random),
]

const edit: Maker = (random) => [
  'edit',
  oneOf(random),
  ...namespace(random),
  ...maybe(random, 0.3, ['--validate=false', '--field-manager=me', '-o json', '--validate=warn']),
]

const logs: Maker = (random) => [
  'logs',
  random.pick(['web', 'pod/web', 'a', 'deploy/web', '-l app=web', 'absent', 'job/web']),
  ...namespace(random),
  ...random.some(
    ['-c main', '-f', '--tail=5', '--since=10m', '--timestamps', '-p', '--limit-bytes=100', '--tail 0', '--prefix'],
    3,
  ),
]

const RUNS = ['-- ls', "-- sh -c 'echo $HOME'", '-- env A=b', '', '-- cat /etc/passwd -n x']

const connect: Maker = (random) => {
  const pod = random.pick(['web', 'pod/web', 'pods/b', 'a', 'deploy/web', 'sts/web'])
  const where = [...namespace(random), ...maybe(random, 0.3, ['-c main'])]
  const command = random.pick(['exec', 'exec', 'attach', 'port-forward', 'cp'])
  if (command === 'exec')
    return ['exec', pod, ...where, ...maybe(random, 0.5, ['-i', '-it', '-t', '-i -t']), random.pick(RUNS)]
  if (command === 'attach') return ['attach', pod, ...where, ...maybe(random, 0.4, ['-i', '-it'])]
  if (command === 'cp') {
    return [
      'cp',
      random.pick(['web:/tmp/a /tmp/b', 'prod/web:/a b', '/etc/hostname web:/tmp/x', 'a b', 'web:/a']),
      ...where,
    ]
  }
  return ['port-forward', pod, random.pick(['8080:80', '80', ':80 90', '']), ...namespace(random)]
}

const canI: Maker = (random) => [
  'auth can-i',
  random
    .pick(['list', 'get', 'delete', '*', 'impersonate', 'impersonate-on:user-info:list', 'use'])
    .replace('*', "'*'"),
  random.pick([anyType(random), `${anyType(random)}/web`, '/healthz', "'*'", 'nosuch', 'users', 'groups/devs']),
  ...maybe(random, 0.5, ['-n prod', '-A', '--subresource=status', '-q', '--subresource=log']),
]

const create: Maker = (random) => [
  'create',
  random.pick([
    'role other --verb=get,list --resource=pods',
    'role other --verb=get --resource=pods/log,deployments.apps --resource-name=a',
    "clusterrole other --verb='*' --resource=secrets,nodes",
    'clusterrole other --verb=get --non-resource-url=/metrics',
    'clusterrole other --verb=impersonate --resource=users --resource-name=jane',
    'rolebinding other --clusterrole=view --user=jane --group=devs',
    'rolebinding other --role=web --serviceaccount=prod:bot',
    'clusterrolebinding other --clusterrole=view --serviceaccount=prod:bot --user=jane',
    'clusterrolebinding other --clusterrole=view',
    'namespace other',
    'sa other',
    'configmap other --from-literal=a=b',
    'secret generic other --from-literal=a=b',
    'deployment other --image=nginx',
    'job other --image=busybox',
    'job other --from=cronjob/cj',
    "cronjob other --image=x --schedule='0 * * * *'",
    'service clusterip other --tcp=80:8080',
    'ingress other --rule=a.example.com/=svc:80',
    'quota other --hard=pods=3',
    'pdb other --selector=app=web --min-available=1',
    'priorityclass other --value=5',
    'token bot',
    'token web --duration=1h',
    'deployment other',
    'rolebinding other',
    'nosuch other',
  ]),
  ...namespace(random),
  ...maybe(random, 0.25, ['--dry-run=server', '--validate=warn', '--field-manager=me', '-o yaml', '--dry-run=client']),
]

const other: Maker = (random) => [
  random.pick([
    'rollout restart deploy/web',
    'rollout restart ds/x',
    'rollout pause deploy/web',
    'rollout history deploy web',
    'rollout status sts/web --timeout=1s',
    'rollout undo deploy/web',
    'set image deploy/web main=other',
    'set env sts/web A=b',
    'set sa deploy/web bot',
    'set subject rolebinding/rb --group=devs',
    'taint nodes n1 a=b:NoSchedule',
    'cordon n1',
    'uncordon n2',
    'drain n1 --ignore-daemonsets',
    'top pods',
    'top pod web',
    'top node n1',
    'events',
    'events -A',
    'events --for=deploy/web',
    'wait --for=condition=Ready pod/web --timeout=1s',
    'expose deploy/web --port=80 --name=other',
    'autoscale deploy/web --max=5 --name=other',
    'run other --image=nginx',
    'certificate approve csr1',
    'auth whoami',
    'auth can-i --list',
    'get --raw /apis/apps/v1/namespaces/prod/deployments',
    "get --raw '/api/v1/pods?limit=1&fieldSelector=spec.nodeName%3Dn1'",
    'delete --raw /api/v1/namespaces/prod/pods/web',
    'version',
  ]),
  ...namespace(random),
]

const MAKERS: readonly (readonly [number, Maker])[] = [
  [8, get],
  [2, describe],
  [3, remove],
  [3, patch],
  [3, mark],
  [2, scale],
  [1, edit],
  [2, logs],
  [3, connect],
  [3, canI],
  [3, create],
  [3, other],
]
