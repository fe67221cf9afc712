import type { Authorizer } from '../authorizers/index.ts'
import type { ChangeReader } from '../changes/index.ts'
import type { StoredObjects, WebhookTable } from '../cluster/index.ts'
import type { Design } from '../designs/index.ts'
import { type ReadRequest, type RequestText, readHTTP } from '../http/index.ts'
import type { APIResource } from '../kube/index.ts'
import { type Policy, policyReader } from '../policy/index.ts'
import { type Chunks, type Language, loaded, needsConditions } from './chunks.ts'
import { Kept } from './kept.ts'
import { clusterOf, type ReadCluster } from './read-cluster.ts'
import type { Scenario, SentRequest } from './scenario.ts'
import { type BodyReaders, ServerRequest } from './server-request.ts'

/** A scenario whose texts were read. */
export interface ReadScenario {
  readonly scenario: Scenario
  readonly design: Design
  readonly cluster: ReadCluster
  readonly earlier: readonly ServerRequest[]
  readonly own: ServerRequest
  readonly later: readonly ServerRequest[]
}

/** What a scenario is read with. */
export interface ReadingWith {
  readonly chunks: Chunks
  readonly cel: Language | undefined
}

/** Reads the texts of one scenario after the other, each text again only when it has changed. */
export class Texts {
  readonly #readPolicy = policyReader()
  /** Reads also policies without templates, and with the same result. */
  #readTemplates: ReturnType<typeof policyReader> | undefined
  readonly #policy = new Kept<Policy>()
  readonly #node = new Kept<{ readonly authorizer: Authorizer; readonly objects: StoredObjects }>()
  readonly #webhook = new Kept<{ readonly authorizer: Authorizer; readonly table: WebhookTable }>()
  readonly #cluster = new Kept<ReadCluster>()
  readonly #custom = new Kept<readonly APIResource[]>()
  readonly #changes = new Kept<ChangeReader>()
  #requests: ReadonlyMap<string, KeptRequest> = new Map()

  /** Throws where a chunk, the design or the language of conditions is missing. */
  read(scenario: Scenario, reading: ReadingWith): ReadScenario {
    const design = reading.chunks.designs.find(({ id }) => id === scenario.design)
    if (design === undefined) throw new Error(`no design is called ${scenario.design}`)
    const cluster = this.#clusterOf(scenario, design, reading)
    const bodies = this.#bodiesOf(scenario, design, cluster, reading)
    const { earlier = [], later = [] } = scenario
    const requests = this.#readRequests([...earlier, scenario, ...later], scenario, reading.chunks)
    const sent = (one: SentRequest, index: number) => new ServerRequest(one, requests[index] as ReadRequest, bodies)
    return {
      scenario,
      design,
      cluster,
      earlier: earlier.map(sent),
      own: sent(scenario, earlier.length),
      later: later.map((one, index) => sent(one, earlier.length + 1 + index)),
    }
  }

  #clusterOf(scenario: Scenario, design: Design, { chunks, cel }: ReadingWith): ReadCluster {
    if (cel === undefined && needsConditions(scenario)) throw new Error('the language of conditions was not given')
    const { authorizationModes: modes, ...settings } = scenario.cluster
    const defaultRoles = settings.defaultRoles ? loaded(chunks, 'defaultRoles').defaultRoles() : undefined
    const policy = this.#policy.of([scenario.policy, defaultRoles], () => {
      if (chunks.templates) this.#readTemplates ??= chunks.templates.templateReader()
      const read = this.#readTemplates ?? this.#readPolicy
      return read(scenario.policy, defaultRoles && { defaults: defaultRoles })
    })
    const node = modes.includes('Node') ? this.#nodeOf(scenario, chunks) : undefined
    const webhook = modes.includes('Webhook') ? this.#webhookOf(scenario, chunks) : undefined
    const parts = { policy, defaultRoles, node, webhook }
    const from = [...Object.values(parts), modes.join(), cel, design.readsConditions]
    return this.#cluster.of(from, () => clusterOf(parts, scenario, design, chunks, cel))
  }

  #nodeOf({ objects: text = '' }: Scenario, chunks: Chunks) {
    return this.#node.of([text], () => {
      const { nodeAuthorizer, readObjects } = loaded(chunks, 'cluster')
      const objects = readObjects(text)
      return { authorizer: nodeAuthorizer(objects), objects }
    })
  }

  #webhookOf({ webhook: text = '' }: Scenario, chunks: Chunks) {
    return this.#webhook.of([text], () => {
      const { webhook, readWebhook } = loaded(chunks, 'cluster')
      const table = readWebhook(text)
      return { authorizer: webhook(table), table }
    })
  }

  #bodiesOf(scenario: Scenario, design: Design, cluster: ReadCluster, { chunks, cel }: ReadingWith): BodyReaders {
    const write = cluster.writes(chunks)
    if (!design.readsChanges) return { write }
    const changes = this.#changes.of([cel], () => loaded(chunks, 'changes').changeReader(cel))
    return { write, change: (request, written, attributes) => changes(scenario, request, written, attributes) }
  }

  /** Reads requests; the texts of the scenario before are known. */
  #readRequests(sent: readonly SentRequest[], scenario: Scenario, chunks: Chunks): readonly ReadRequest[] {
    const before = this.#requests
    const now = new Map<string, KeptRequest>()
    const read = sent.map(({ request }) => {
      const custom = request.form === 'kubectl' ? this.#customIn(scenario, chunks) : undefined
      const key = `${request.form}\n${request.text}`
      const last = now.get(key) ?? before.get(key)
      const known =
        last !== undefined && last.custom === custom ? last : { custom, read: readRequest(request, chunks, custom) }
      now.set(key, known)
      return known.read
    })
    this.#requests = now
    return read
  }

  /** The resources of the definitions in the policy’s text and in the schema. */
  #customIn({ policy, schema = '' }: Scenario, chunks: Chunks): readonly APIResource[] {
    const text = schema === '' ? policy : `${policy}\n---\n${schema}`
    return this.#custom.of([text], () => loaded(chunks, 'kubectl').customResources(text))
  }
}

/** A request, and the resources that it was read with. */
interface KeptRequest {
  readonly custom: readonly APIResource[] | undefined
  readonly read: ReadRequest
}

function readRequest({ form, text }: RequestText, chunks: Chunks, custom: readonly APIResource[] = []): ReadRequest {
  if (form === 'http') return readHTTP(text)
  return form === 'kubectl'
    ? loaded(chunks, 'kubectl').readKubectl(text, custom)
    : loaded(chunks, 'curl').readCurl(text)
}
