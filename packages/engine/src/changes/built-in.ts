import { keyed, type Permission, type SchemaNode, struct } from './schema.ts'

const guarded = (name: string): { readonly permission: Permission } => ({ permission: { name } })

/** A map whose keys are the parameter of its values' permission, as for labels in the KEP. */
function byKey(name: string, one: string): SchemaNode {
  const source = `${one}-key`
  return {
    ...guarded(name),
    emits: source,
    entries: { permission: { name: one, parameter: { source, treatment: 'slash-delimited-prefix' } } },
  }
}

/** ObjectMeta, which every object has, custom ones included. */
export const METADATA: SchemaNode = struct(
  {
    labels: byKey('labels', 'label'),
    annotations: byKey('annotations', 'annotation'),
    finalizers: {
      ...guarded('finalizers'),
      list: 'set',
      items: {
        emits: 'finalizer',
        permission: { name: 'finalizer', parameter: { source: 'finalizer', treatment: 'slash-delimited-prefix' } },
      },
    },
    ownerReferences: keyed(['uid'], {}, guarded('ownerReferences')),
  },
  guarded('metadata'),
)

/** Conditions of a status, each guarded by its type. */
const CONDITIONS: SchemaNode = keyed(
  ['type'],
  struct(
    { type: { emits: 'condition-type' } },
    { permission: { name: 'condition', parameter: { source: 'condition-type', treatment: 'verbatim' } } },
  ),
  guarded('conditions'),
)

const STATUS = struct({ conditions: CONDITIONS }, guarded('status'))

const named = keyed(['name'])
const CONTAINERS = keyed(
  ['name'],
  struct({
    env: named,
    ports: { ...keyed(['containerPort', 'protocol']), keyDefaults: { protocol: 'TCP' } },
    volumeMounts: keyed(['mountPath']),
    volumeDevices: keyed(['devicePath']),
  }),
)

const POD_SPEC: Readonly<Record<string, SchemaNode>> = {
  containers: CONTAINERS,
  initContainers: CONTAINERS,
  ephemeralContainers: CONTAINERS,
  volumes: named,
  imagePullSecrets: named,
  hostAliases: keyed(['ip']),
  topologySpreadConstraints: keyed(['topologyKey', 'whenUnsatisfiable']),
  nodeSelector: { atomic: true },
}

/** A pod template. The markers are on the embedded types, so they apply here too (KEP-3617, case 2 of schema control). */
const POD_TEMPLATE = struct({
  metadata: METADATA,
  spec: struct({ ...POD_SPEC, nodeName: guarded('nodeAssignment') }),
})

const SPEC = guarded('specification')
const REPLICAS = guarded('replicas')
const withReplicas = struct({ replicas: REPLICAS, template: POD_TEMPLATE, selector: { atomic: true } }, SPEC)

/** The specs with special lists or fields, by `resource.group`. */
const SPECS: ReadonlyMap<string, SchemaNode> = new Map<string, SchemaNode>([
  ['pods.', struct({ ...POD_SPEC, nodeName: guarded('nodeAssignment') }, SPEC)],
  ['deployments.apps', withReplicas],
  ['replicasets.apps', withReplicas],
  ['statefulsets.apps', withReplicas],
  ['replicationcontrollers.', withReplicas],
  ['daemonsets.apps', struct({ template: POD_TEMPLATE, selector: { atomic: true } }, SPEC)],
  ['jobs.batch', struct({ template: POD_TEMPLATE, selector: { atomic: true } }, SPEC)],
  ['cronjobs.batch', struct({ jobTemplate: struct({ spec: struct({ template: POD_TEMPLATE }) }) }, SPEC)],
  [
    'services.',
    struct(
      {
        ports: { ...keyed(['port', 'protocol']), keyDefaults: { protocol: 'TCP' } },
        selector: { atomic: true },
      },
      SPEC,
    ),
  ],
])

/** Top-level fields whose lists are merged, by `resource.group`. */
const TOPS: ReadonlyMap<string, Readonly<Record<string, SchemaNode>>> = new Map([
  ['serviceaccounts.', { secrets: keyed(['name']) }],
  ['rolebindings.rbac.authorization.k8s.io', { roleRef: { atomic: true } }],
  ['clusterrolebindings.rbac.authorization.k8s.io', { roleRef: { atomic: true } }],
])

/**
 * The schema of a built-in object: the permissions that KEP-3617 lists ("List of known fields wanting these features"), and
 * the list keys that `k8s.io/api` declares for the most common objects. Fields that the KEP does not list have no
 * permission of their own.
 */
export function builtInSchema(resource: string, apiGroup: string, subresource: string): SchemaNode {
  const id = `${resource}.${apiGroup}`
  const scale = subresource === 'scale' ? struct({ replicas: REPLICAS }, SPEC) : undefined
  return struct({ metadata: METADATA, spec: scale ?? SPECS.get(id) ?? SPEC, status: STATUS, ...TOPS.get(id) })
}

/** The permission names that Kubernetes itself would register. */
export const REGISTERED: ReadonlySet<string> = new Set([
  'metadata',
  'labels',
  'label',
  'annotations',
  'annotation',
  'finalizers',
  'finalizer',
  'ownerReferences',
  'status',
  'conditions',
  'condition',
  'specification',
  'replicas',
  'nodeAssignment',
])
