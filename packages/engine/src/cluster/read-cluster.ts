import type {
  Authorizer,
  accessRules,
  ConditionLanguage,
  ConditionSource,
  compiledRBAC,
  StoredObjects,
  WebhookTable,
} from '../authorizers/index.ts'
import type { KubernetesVersion, Policy } from '../kube/index.ts'
import { PolicyReader } from '../policy/index.ts'
import { Cluster, type ClusterParts, type ConfiguredChain } from './cluster.ts'
import { mayNeedDefaultRoles, readingIn } from './default-roles.ts'
import { Kept } from './kept.ts'
import type { ClusterSettings } from './settings.ts'

/** The texts and settings of a cluster. */
export interface ClusterTexts {
  readonly policy: string
  /** Stored objects that the Node authorizer reads: pods, volumes, attachments, resource slices. YAML. */
  readonly objects?: string
  /** The webhook's table: reviews and its answers to them; for several webhooks one such table under each name. YAML. */
  readonly webhook?: string
  /**
   * An AuthorizationConfiguration, as in `--authorization-config`. YAML. Where it can be read, its authorizers are the chain, and
   * `authorizationModes` has no effect. Empty: as if absent.
   */
  readonly authorizationConfig?: string
  /** CustomResourceDefinitions, with the markers of KEP-3617. */
  readonly schema?: string
  readonly cluster: ClusterSettings
}

/** The parts of the engine that read the texts of some clusters only, so that a page loads no more than it shows. */
export interface ClusterChunks {
  readonly cluster?: {
    readonly nodeAuthorizer: (objects: StoredObjects, version: KubernetesVersion) => Authorizer
    readonly readObjects: (text: string, version: KubernetesVersion) => StoredObjects
    readonly defaultWebhook: (table: WebhookTable) => NonNullable<ClusterParts['webhook']>
    readonly readWebhook: (text: string) => WebhookTable
  }
  readonly configured?: {
    readonly configuredChain: (text: string, table: WebhookTable, language: ConditionLanguage) => ConfiguredChain
  }
  readonly defaultRoles?: { readonly defaultRoles: (version: KubernetesVersion) => Policy }
  readonly conditions?: { readonly accessRules: typeof accessRules; readonly compiledRBAC: typeof compiledRBAC }
  readonly templates?: { readonly templateReader: () => PolicyReader }
}

/** What a cluster is read with, beside its texts. */
export interface ReadingCluster {
  /** The parts of the engine that it needs. Throws where one is missing. */
  readonly chunks: ClusterChunks
  /** The language of conditions. Without it nothing answers with conditions. */
  readonly cel?: ConditionLanguage | undefined
  /** How the design that asks uses conditions. */
  readonly design?: { readonly readsConditions?: ConditionSource }
}

/** A chunk that must be loaded before it is needed. Throws where it is missing. */
export function loaded<Chunks extends object, Name extends keyof Chunks & string>(
  chunks: Chunks,
  name: Name,
): NonNullable<Chunks[Name]> {
  const chunk = chunks[name]
  if (chunk === undefined || chunk === null) throw new Error(`the chunk ${name} is not loaded`)
  return chunk
}

/** Reads one cluster after the other, each text again only when it has changed. */
export class ClusterReader {
  readonly #policyReader = new PolicyReader()
  /** Reads also policies without templates, and with the same result. */
  #templateReader: PolicyReader | undefined
  readonly #policy = new Kept<Policy>()
  readonly #node = new Kept<NonNullable<ClusterParts['node']>>()
  readonly #webhook = new Kept<NonNullable<ClusterParts['webhook']>>()
  readonly #configured = new Kept<ConfiguredChain>()
  readonly #cluster = new Kept<Cluster>()

  read(texts: ClusterTexts, { chunks, cel, design: { readsConditions } = {} }: ReadingCluster): Cluster {
    const { schema = '' } = texts
    const configured = this.#configuredOf(texts, chunks, cel)
    const settings = withChain(texts.cluster, configured)
    const { authorizationModes: modes } = settings
    const isNeeded = mayNeedDefaultRoles(settings, texts.policy)
    // Another policy of the same cluster may need them.
    const defaultRoles = (isNeeded ? loaded(chunks, 'defaultRoles') : chunks.defaultRoles)?.defaultRoles(
      settings.version,
    )
    const policy = this.#policyOf(texts, isNeeded ? defaultRoles : undefined, chunks)
    const node = modes.includes('Node') ? this.#nodeOf(texts, chunks) : undefined
    const webhook = modes.includes('Webhook') ? this.#webhookOf(texts, configured, chunks) : undefined
    const { version, constrainedImpersonation, authorizePodWebsocketUpgradeCreatePermission } = settings
    const from = [
      policy,
      defaultRoles,
      settings.defaultRoles,
      node,
      webhook,
      configured,
      schema,
      modes.join(),
      version,
      constrainedImpersonation,
      authorizePodWebsocketUpgradeCreatePermission,
    ]
    return this.#cluster.of([...from, cel, readsConditions], () => {
      const parts = { policy, defaultRoles, schema, node, webhook, configured }
      return new Cluster(settings, { ...parts, ...(cel && withConditions(settings, readsConditions, cel, chunks)) })
    })
  }

  #policyOf({ policy: text, cluster }: ClusterTexts, defaults: Policy | undefined, chunks: ClusterChunks): Policy {
    return this.#policy.of([text, cluster.defaultRoles, cluster.version, defaults], () => {
      if (chunks.templates) this.#templateReader ??= chunks.templates.templateReader()
      const reader = this.#templateReader ?? this.#policyReader
      return reader.read(text, readingIn(cluster, defaults))
    })
  }

  #nodeOf({ objects: text = '', cluster: { version } }: ClusterTexts, chunks: ClusterChunks) {
    return this.#node.of([text, version], () => {
      const { nodeAuthorizer, readObjects } = loaded(chunks, 'cluster')
      const objects = readObjects(text, version)
      return { authorizer: nodeAuthorizer(objects, version), objects }
    })
  }

  #configuredOf(
    { webhook: table = '', authorizationConfig: text }: ClusterTexts,
    chunks: ClusterChunks,
    cel: ConditionLanguage | undefined,
  ) {
    if (text === undefined || text === '') return undefined
    if (cel === undefined) throw new Error('the language of conditions was not given')
    return this.#configured.of([text, table, cel], () => {
      const { readWebhook } = loaded(chunks, 'cluster')
      return loaded(chunks, 'configured').configuredChain(text, readWebhook(table), cel)
    })
  }

  #webhookOf({ webhook: text = '' }: ClusterTexts, configured: ConfiguredChain | undefined, chunks: ClusterChunks) {
    return this.#webhook.of([text, configured], () => {
      const { defaultWebhook, readWebhook } = loaded(chunks, 'cluster')
      const read = defaultWebhook(readWebhook(text))
      return configured ? { ...read, table: configured.table } : read
    })
  }
}

/** The settings with the types of the chain as the modes, each once; as they are where none could be read. */
function withChain(settings: ClusterSettings, configured: ConfiguredChain | undefined): ClusterSettings {
  const types = configured?.config.authorizers.map(({ type }) => type) ?? []
  return types.length === 0 ? settings : { ...settings, authorizationModes: [...new Set(types)] }
}

/** The makers of the authorizers that answer with conditions, as far as the modes or the design need them. */
function withConditions(
  { authorizationModes }: ClusterSettings,
  readsConditions: ConditionSource | undefined,
  cel: ConditionLanguage,
  chunks: ClusterChunks,
): Pick<ClusterParts, 'accessRules' | 'compiledRBAC'> {
  const readsRules = authorizationModes.includes('AccessRules') || readsConditions === 'access-rules'
  return {
    ...(readsRules && { accessRules: (policy) => loaded(chunks, 'conditions').accessRules(policy, cel) }),
    ...(readsConditions === 'rbac' && {
      compiledRBAC: (rights) => loaded(chunks, 'conditions').compiledRBAC(rights, cel),
    }),
  }
}
