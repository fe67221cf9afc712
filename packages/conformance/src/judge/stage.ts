import { setTimeout as wait } from 'node:timers/promises'
import type { WireResponse } from '../cluster/http.ts'
import type { Cluster } from '../cluster/start.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
/** The resource of the roles by which the stage sees what the authorizer has. */
export const STAGE_RESOURCE = 'onlookers'
const RBAC_KINDS = ['clusterrolebindings', 'rolebindings', 'clusterroles', 'roles'] as const

/** An RBAC object as the API server returns it. */
export interface StoredRbacObject {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly resourceVersion?: string
    readonly uid?: string
    readonly finalizers?: readonly string[]
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly [key: string]: unknown
}

/** The result of applying a text. */
export interface AppliedPolicy {
  readonly refused?: string
}

/**
 * A cluster on which policies apply one by one: each is applied with kubectl, reaches the RBAC authorizer before any
 * request, and is removed completely.
 */
export class ClusterStage {
  readonly #cluster: Cluster
  readonly #hasRBAC: boolean
  /** The objects that kube-apiserver created itself, by path. */
  readonly #own = new Map<string, StoredRbacObject>()
  readonly #namespaces = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease'])
  readonly #stored: string[] = []
  #round = 0

  private constructor(cluster: Cluster, hasRBAC: boolean) {
    this.#cluster = cluster
    this.#hasRBAC = hasRBAC
  }

  /** `modes` are the cluster's: without RBAC there is no authorizer to wait for. */
  static async on(cluster: Cluster, modes: readonly string[]): Promise<ClusterStage> {
    const stage = new ClusterStage(cluster, modes.includes('RBAC'))
    await stage.#put(`${RBAC}/clusterroles`, clusterRole('sees-roles', 'never'))
    await stage.#put(`${RBAC}/clusterroles`, clusterRole('sees-bindings', 'seen'))
    await stage.#put(`${RBAC}/clusterrolebindings`, binding('sees-roles', 'onlooker'))
    await stage.#put(`${RBAC}/clusterrolebindings`, binding('sees-bindings', 'onlooker-0'))
    await stage.#put(`${RBAC}/namespaces/default/roles`, clusterRole('sees-roles', 'never', 'default'))
    await stage.#put(`${RBAC}/namespaces/default/rolebindings`, binding('sees-roles', 'onlooker-in', 'default'))
    await stage.#put(`${RBAC}/namespaces/default/rolebindings`, binding('sees-bindings', 'onlooker-in-0', 'default'))
    await stage.#settled(() => stage.#listed('clusterroles'))
    for (const kind of RBAC_KINDS) {
      for (const object of await stage.#list(kind)) stage.#own.set(pathOf(kind, object), object)
    }
    return stage
  }

  /** Creates the namespaces that a text uses. kubectl reports invalid names. */
  async namespaces(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      if (this.#namespaces.has(name) || !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) continue
      this.#namespaces.add(name)
      await this.#put('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    }
  }

  /**
   * Applies a policy and waits until the authorizer has it. `replaced` are kube-apiserver's own objects that the policy
   * also has, as `kind/name`: they are deleted first, so that they are not merged with the policy's.
   */
  async apply(policy: string, replaced: readonly string[]): Promise<AppliedPolicy> {
    await this.withoutOwn(replaced)
    const { code, stderr } = await this.#cluster.adminKubectl(['apply', '-f', '-'], policy)
    if (code !== 0) return { refused: stderr }
    if (policy.includes('aggregat') || replaced.length > 0) await this.#settled(() => this.#listed('clusterroles'))
    if (this.#hasRBAC) await this.#seen()
    return {}
  }

  /** Deletes kube-apiserver's own objects, until the stage is cleared. Other objects stay. */
  async withoutOwn(paths: readonly string[]): Promise<void> {
    for (const path of paths) if (this.#own.has(`${RBAC}/${path}`)) await this.#send('DELETE', `${RBAC}/${path}`)
  }

  /** The RBAC objects created since the stage was cleared. */
  async made(): Promise<readonly StoredRbacObject[]> {
    const lists = await Promise.all(
      RBAC_KINDS.map(async (kind) => (await this.#list(kind)).filter((object) => !this.#isOwn(kind, object))),
    )
    return lists.flat()
  }

  #isOwn(kind: string, object: StoredRbacObject): boolean {
    const own = this.#own.get(pathOf(kind, object))
    return own !== undefined && own.metadata.uid === object.metadata.uid
  }

  /**
   * Stores the objects for the Node authorizer, and waits until it has them. Returns why this is impossible, where it
   * is: scenarios may have objects that no API server would store.
   */
  async store(text: string): Promise<string | undefined> {
    const read = await this.#cluster.adminKubectl(['create', '--dry-run=client', '-o', 'json', '-f', '-'], text)
    if (read.code !== 0) return 'stored objects that kubectl does not read'
    const objects = read.stdout
      .split(/(?<=^\})\n/m)
      .filter((part) => part.trim() !== '')
      .map((part) => JSON.parse(part) as KubernetesObject)
    for (const object of objects) {
      const collection = collectionOf(object)
      if (collection === undefined) return `stored objects of the kind ${object.kind}`
      if (object.metadata.namespace !== undefined) await this.namespaces([object.metadata.namespace])
      const path = `${collection}/${encodeURIComponent(object.metadata.name)}`
      const { status } = await this.#answer('POST', collection, withContainers(object))
      if (status >= 300) return 'stored objects that the API server refuses'
      this.#stored.push(path)
      if (object.status === undefined) continue
      const { status: put } = await this.#answer('PUT', `${path}/status`, withContainers(object))
      if (put >= 300) return 'stored objects whose status the API server refuses'
    }
    // Nothing reports that the graph of the Node authorizer has them: five watches fill it, in milliseconds.
    await wait(400)
    return undefined
  }

  /** Deletes the objects created since the start, and restores the replaced ones. */
  async clear(): Promise<void> {
    // The aggregation controller also writes roles: sometimes it recreates one that was just deleted.
    while (await this.#clearOnce()) await wait(100)
  }

  /** Whether an aggregated role was deleted. */
  async #clearOnce(): Promise<boolean> {
    let aggregated = false
    for (const path of this.#stored.splice(0)) await this.#send('DELETE', `${path}?gracePeriodSeconds=0`)
    let replaced = false
    for (const kind of RBAC_KINDS) {
      const present = new Map((await this.#list(kind)).map((object) => [pathOf(kind, object), object]))
      for (const [path, { metadata, aggregationRule }] of present) {
        if (this.#own.has(path)) continue
        // No controller would remove the finalizers of a text.
        if (metadata.finalizers !== undefined) await this.#change(path, { metadata: { finalizers: null } })
        await this.#send('DELETE', path)
        aggregated ||= aggregationRule !== undefined
      }
      for (const [path, own] of this.#own) {
        if (!path.includes(`/${kind}/`) || ONLOOKERS.test(path)) continue
        const now = present.get(path)
        if (now !== undefined && same(now, own)) continue
        const { resourceVersion: _, uid: __, ...metadata } = own.metadata
        // The roleRef of a binding cannot be changed. The controller may have recreated a role already: an update does
        // both.
        const isBinding = kind.endsWith('bindings')
        if (now?.metadata.finalizers !== undefined) await this.#change(path, { metadata: { finalizers: null } })
        if (now !== undefined && isBinding) await this.#send('DELETE', path)
        const [method, target] = isBinding ? ['POST', path.slice(0, path.lastIndexOf('/'))] : ['PUT', path]
        const again = await this.#json<StoredRbacObject>(method, target, { ...own, metadata })
        this.#own.set(path, { ...own, metadata: again.metadata })
        replaced = true
      }
    }
    // The aggregated roles are filled again, too.
    if (replaced) await this.#settled(() => this.#listed('clusterroles'))
    return aggregated
  }

  /** Waits until each of the authorizer's four watches has the last write. */
  async #seen(): Promise<void> {
    const round = ++this.#round
    const [verb, name, inside] = [`seen-${round}`, `onlooker-${round}`, `onlooker-in-${round}`]
    await Promise.all([
      this.#change(`${RBAC}/clusterroles/sees-roles`, { rules: rules(verb) }),
      this.#change(`${RBAC}/clusterrolebindings/sees-bindings`, { subjects: subjects(name) }),
      this.#change(`${RBAC}/namespaces/default/roles/sees-roles`, { rules: rules(verb) }),
      this.#change(`${RBAC}/namespaces/default/rolebindings/sees-bindings`, { subjects: subjects(inside) }),
    ])
    await Promise.all([
      this.#allowed('onlooker', verb),
      this.#allowed(name, 'seen'),
      this.#allowed('onlooker-in', verb, 'default'),
      this.#allowed(inside, 'seen', 'default'),
    ])
  }

  async #allowed(user: string, verb: string, namespace?: string): Promise<void> {
    const resourceAttributes = { verb, resource: STAGE_RESOURCE, group: 'example.com', ...(namespace && { namespace }) }
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, resourceAttributes },
    }
    for (let i = 0; i < 1000; i++) {
      const { status } = await this.#json<{ status?: { allowed?: boolean } }>(
        'POST',
        '/apis/authorization.k8s.io/v1/subjectaccessreviews',
        review,
      )
      if (status?.allowed === true) return
      await wait(10)
    }
    throw new Error(`the RBAC authorizer does not see what was written: ${user}, ${verb}`)
  }

  /** Waits until a value is stable for a while: nothing else shows that a controller has finished. */
  async #settled(read: () => Promise<string>): Promise<void> {
    let last = ''
    for (let same = 0; same < 3; ) {
      const now = await read()
      same = now === last ? same + 1 : 0
      last = now
      await wait(120)
    }
  }

  async #listed(kind: string): Promise<string> {
    return JSON.stringify((await this.#list(kind)).map(({ metadata }) => metadata.resourceVersion))
  }

  async #list(kind: string): Promise<readonly StoredRbacObject[]> {
    const { items = [] } = await this.#json<{ items?: readonly StoredRbacObject[] }>('GET', `${RBAC}/${kind}`)
    return items
  }

  async #put(path: string, object: object): Promise<void> {
    await this.#json('POST', path, object)
  }

  async #change(path: string, change: object): Promise<void> {
    await this.#json('PATCH', path, change)
  }

  async #send(method: string, path: string): Promise<void> {
    await this.#json(method, path)
  }

  async #json<T>(method: string, target: string, body?: object): Promise<T> {
    const response = await this.#answer(method, target, body)
    if (response.status >= 400 && response.status !== 404) throw new Error(`${method} ${target}: ${response.body}`)
    return JSON.parse(response.body) as T
  }

  #answer(method: string, target: string, body?: object): Promise<WireResponse> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    return this.#cluster.asAdmin({
      method,
      target,
      headers: [['Accept', 'application/json'], ...(body ? [['Content-Type', type] as const] : [])],
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}

interface KubernetesObject {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly spec?: Readonly<Record<string, unknown>>
  readonly status?: object
}

/** The API paths of the objects for the Node authorizer, and of one that it does not use. */
const COLLECTIONS: Readonly<Record<string, readonly [prefix: string, resource: string]>> = {
  ConfigMap: ['/api/v1', 'configmaps'],
  PersistentVolume: ['/api/v1', 'persistentvolumes'],
  Pod: ['/api/v1', 'pods'],
  ResourceSlice: ['/apis/resource.k8s.io/v1', 'resourceslices'],
  VolumeAttachment: ['/apis/storage.k8s.io/v1', 'volumeattachments'],
}

function collectionOf({ kind, metadata: { namespace } }: KubernetesObject): string | undefined {
  const known = COLLECTIONS[kind]
  return known && `${known[0]}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${known[1]}`
}

/** Scenarios omit the irrelevant fields of a pod; the API server requires one container. */
function withContainers(object: KubernetesObject): KubernetesObject {
  if (object.kind !== 'Pod' || object.spec?.containers !== undefined) return object
  return { ...object, spec: { ...object.spec, containers: [{ name: 'main', image: 'example.com/main' }] } }
}

const ONLOOKERS = /\/sees-(?:roles|bindings)$/

function pathOf(kind: string, { metadata: { name, namespace } }: StoredRbacObject): string {
  const folder = namespace === undefined ? RBAC : `${RBAC}/namespaces/${encodeURIComponent(namespace)}`
  return `${folder}/${kind}/${encodeURIComponent(name)}`
}

function same(a: StoredRbacObject, b: StoredRbacObject): boolean {
  const content = ({ metadata: _, ...rest }: StoredRbacObject): string => JSON.stringify(rest)
  const labels = ({ metadata }: StoredRbacObject): string => JSON.stringify((metadata as { labels?: object }).labels)
  return content(a) === content(b) && labels(a) === labels(b)
}

function rules(verb: string): readonly object[] {
  return [{ apiGroups: ['example.com'], resources: [STAGE_RESOURCE], verbs: [verb] }]
}

function subjects(name: string): readonly object[] {
  return [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }]
}

function clusterRole(name: string, verb: string, namespace?: string): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: { name, ...(namespace && { namespace }) },
    rules: rules(verb),
  }
}

function binding(name: string, user: string, namespace?: string): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name, ...(namespace && { namespace }) },
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: namespace === undefined || name === 'sees-bindings' ? 'ClusterRole' : 'Role',
      name,
    },
    subjects: subjects(user),
  }
}
