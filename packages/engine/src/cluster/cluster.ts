import {
  type AuthorizationConfig,
  type Authorizer,
  authorizerChain,
  type ConditionalAuthorizer,
  granting,
  type ReadAccessRules,
  rbac,
  type StoredObjects,
  type WebhookCaches,
  type WebhookTable,
} from '../authorizers/index.ts'
import {
  type Attributes,
  type Binding,
  connectsByGet,
  type FeatureGate,
  NEWEST_VERSION,
  type Policy,
} from '../kube/index.ts'
import type { ReadPolicyOptions } from '../policy/index.ts'
import { type Rights, rightsOf } from '../rights/index.ts'
import type { Diagnostic } from '../text/index.ts'
import { countingDefaults, readingIn } from './default-roles.ts'
import { type ClusterSettings, connectionsNeedCreate, featureEnabled } from './settings.ts'
import { unreadBindings } from './unread.ts'

/** What a cluster is made of: its texts as they were read, and the authorizers that answer from more than roles. */
export interface ClusterParts {
  readonly policy: Policy
  /** All roles and bindings that kube-apiserver creates itself. Needed where some may count (`mayNeedDefaultRoles`). */
  readonly defaultRoles?: Policy | undefined
  /** CustomResourceDefinitions and discovery, beside those in the policy’s text. */
  readonly schema?: string
  /** Of the Node authorizer, where that is one of the modes. */
  readonly node?: { readonly authorizer: Authorizer; readonly objects: StoredObjects } | undefined
  /** Of the webhook, where that is one of the modes. */
  readonly webhook?: { readonly authorizer: Authorizer; readonly table: WebhookTable } | undefined
  /** Of an AuthorizationConfiguration: its chain, which comes instead of the modes. */
  readonly configured?: ConfiguredChain | undefined
  /** Reads the access rules of a policy, where an authorizer or a design asks about them. */
  readonly accessRules?: ((policy: Policy) => ReadAccessRules) | undefined
  /** Makes the authorizer for the mode `RBAC` of a design that compiles rules into conditions. */
  readonly compiledRBAC?: ((rights: Rights) => ConditionalAuthorizer) | undefined
}

/** The chain of an AuthorizationConfiguration. */
export interface ConfiguredChain {
  readonly config: AuthorizationConfig
  /** The table from which its webhooks answer. */
  readonly table: WebhookTable
  /** Types, and webhooks under their names; empty where none could be read. */
  readonly chain: readonly Exclude<Parameters<typeof authorizerChain>[1][number], 'AccessRules'>[]
  /** The caches of a server that has just started. */
  readonly newCaches: () => WebhookCaches
}

/**
 * A cluster: settings, texts as they were read, and everything that is made of them, each once and only where it is asked for.
 * Its authorizers may throw `BeyondLimit`, as roles that aggregate too many others do.
 */
export class Cluster {
  readonly settings: ClusterSettings
  /** With the diagnostics about its access rules, which the authorizers find. */
  readonly policy: Policy
  /** The roles and bindings that kube-apiserver creates itself, as far as they count. Absent where none does. */
  readonly defaultRoles?: Policy
  /** Absent where the cluster has no Node authorizer. @internal */
  readonly objects?: StoredObjects
  /** Absent where the cluster has no webhook. @internal */
  readonly webhook?: WebhookTable
  /** Absent where the modes alone are the chain. */
  readonly authorizationConfig?: AuthorizationConfig
  readonly #parts: ClusterParts
  readonly #accessRules: ReadAccessRules | undefined
  #rbac: Authorizer | undefined
  #rbacAlone: Authorizer | undefined
  #authorizer: ConditionalAuthorizer | undefined
  #unread: readonly Binding[] | undefined
  #rights: Rights | undefined
  #noRights: Rights | undefined

  /** @internal */
  constructor(settings: ClusterSettings, parts: ClusterParts) {
    const { policy, node, webhook, configured } = parts
    const defaultRoles = countingDefaults(policy, parts.defaultRoles, settings)
    this.settings = settings
    this.#parts = parts
    this.#accessRules = parts.accessRules?.(policy)
    this.policy = withDiagnostics(policy, this.#accessRules?.diagnostics ?? unusedRules(policy))
    if (defaultRoles !== undefined) this.defaultRoles = defaultRoles
    if (node !== undefined) this.objects = node.objects
    if (webhook !== undefined) this.webhook = webhook.table
    if (configured !== undefined) this.authorizationConfig = configured.config
  }

  /** Answers any review as the authorizers of this cluster do. */
  get authorizer(): ConditionalAuthorizer {
    this.#authorizer ??= this.#chainWith(this.#forRBAC)
    return this.#authorizer
  }

  /** The same, where RBAC also allows these reviews, as if a rule granted just each of them. */
  granting(reviews: readonly Attributes[]): Authorizer {
    return reviews.length === 0 ? this.authorizer : this.#chainWith(granting(this.#forRBAC, reviews))
  }

  /** Answers as RBAC alone would, after membership in `system:masters`, whatever the modes are. */
  get rbac(): Authorizer {
    this.#rbacAlone ??= authorizerChain({ rbac: rbac(this.rights) }, ['RBAC'], this.settings.version)
    return this.#rbacAlone
  }

  /** The same by the roles and bindings that RBAC reads: where it is not among the authorizers, only `system:masters` counts. @internal */
  get rbacInForce(): Authorizer {
    return this.asksRBAC
      ? this.rbac
      : authorizerChain({ rbac: rbac(this.rightsInForce) }, ['RBAC'], this.settings.version)
  }

  /** Who holds which rule, by the roles and bindings that count, whether an authorizer reads them or not. @internal */
  get rights(): Rights {
    this.#rights ??= rightsOf(this.policy, this.defaultRoles)
    return this.#rights
  }

  /** The same by the roles and bindings that RBAC reads: by none where it is not among the authorizers. @internal */
  get rightsInForce(): Rights {
    if (this.asksRBAC) return this.rights
    this.#noRights ??= rightsOf({ ...this.policy, roles: [], bindings: [] })
    return this.#noRights
  }

  /**
   * The bindings that RBAC reads and whose role was not read, so that what they grant is unknown. None where the text is all there is
   * (`defaultRoles: false`): a role that is not there is missing.
   */
  get unread(): readonly Binding[] {
    const isOpen = this.asksRBAC && this.settings.defaultRoles !== false
    this.#unread ??= isOpen ? unreadBindings(this.rights, this.#parts.defaultRoles !== undefined) : []
    return this.#unread
  }

  /** CustomResourceDefinitions and discovery, beside those in the policy’s text. @internal */
  get schema(): string {
    return this.#parts.schema ?? ''
  }

  /** Whether RBAC is one of the authorizers. */
  get asksRBAC(): boolean {
    return this.settings.authorizationModes.includes('RBAC')
  }

  /** Whether the feature gate of a design is on. */
  hasFeature(design: { readonly gate?: FeatureGate }): boolean {
    return featureEnabled(design, this.settings)
  }

  /** Whether a connection to a pod by GET needs `create` as well as `get`. */
  get connectionsNeedCreate(): boolean {
    return connectionsNeedCreate(this.settings)
  }

  /** The check that a connection needs besides its own, where it has another verb: `create`. Undefined for all other checks. */
  createToConnect<Asked extends Omit<Attributes, 'user'>>(asked: Asked): Asked | undefined {
    return connectsByGet(asked) && this.connectionsNeedCreate ? { ...asked, verb: 'create' } : undefined
  }

  /** How a text of its policy is read: whether roles that kube-apiserver creates itself are there. */
  get reading(): ReadPolicyOptions {
    return readingIn(this.settings, this.#parts.defaultRoles)
  }

  /** The caches of its webhooks, as of a server that has just started. Undefined where none has a cache. @internal */
  newCaches(): WebhookCaches | undefined {
    return this.#parts.configured?.newCaches()
  }

  /** The same cluster with another policy. */
  withPolicy(policy: Policy): Cluster {
    return new Cluster(this.settings, { ...this.#parts, policy })
  }

  get #forRBAC(): Authorizer {
    this.#rbac ??= this.#parts.compiledRBAC?.(this.rights) ?? rbac(this.rights)
    return this.#rbac
  }

  #chainWith(ofRoles: Authorizer): ConditionalAuthorizer {
    const { node, webhook } = this.#parts
    const sources = {
      rbac: ofRoles,
      ...(node && { node: node.authorizer }),
      ...(this.#accessRules && { accessRules: this.#accessRules.authorizer }),
      ...(webhook && { webhook: webhook.authorizer }),
    }
    const { chain = [] } = this.#parts.configured ?? {}
    const { authorizationModes: modes, version } = this.settings
    return authorizerChain(sources, chain.length > 0 ? chain : modes, version)
  }
}

function withDiagnostics(policy: Policy, more: readonly Diagnostic[]): Policy {
  if (more.length === 0) return policy
  const diagnostics = [...policy.diagnostics, ...more].sort((a, b) => a.range.start - b.range.start)
  return { ...policy, diagnostics }
}

/** A warning for each access rule of a cluster in which nothing asks about them. */
function unusedRules({ accessRules, lines }: Policy): readonly Diagnostic[] {
  return accessRules.map(({ name, nameSpan }) => ({
    severity: 'warning',
    code: 'unused-access-rule',
    message: `ClusterAccessRule “${name}” has no effect: no authorizer of this cluster reads access rules.`,
    fix: 'Add AccessRules to the authorizers.',
    setting: 'access-rules',
    range: lines.range(nameSpan),
  }))
}

/** A cluster of which no more than a policy is known: of the newest version with RBAC alone, where `settings` say nothing else. */
export function clusterOf(
  policy: Policy,
  settings: Partial<ClusterSettings> = {},
  parts: Omit<ClusterParts, 'policy'> = {},
): Cluster {
  return new Cluster({ version: NEWEST_VERSION, authorizationModes: ['RBAC'], ...settings }, { ...parts, policy })
}

/** Makes something of a cluster when it is first asked for, and keeps it as long as the cluster. */
export function perCluster<Value>(make: (cluster: Cluster) => Value): (cluster: Cluster) => Value {
  const made = new WeakMap<Cluster, { readonly value: Value }>()
  return (cluster) => {
    const known = made.get(cluster) ?? { value: make(cluster) }
    made.set(cluster, known)
    return known.value
  }
}
