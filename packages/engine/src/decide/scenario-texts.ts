import type { ChangeReader } from '../changes/index.ts'
import { type Cluster, ClusterReader, Kept, loaded } from '../cluster/index.ts'
import type { OwnDesign, OwnDesignReader } from '../design-text/index.ts'
import { type Design, OWN_DESIGN } from '../designs/index.ts'
import { type ReadRequest, type RequestText, readHTTP } from '../http/index.ts'
import { type Discovery, RBAC_GROUP } from '../kube/index.ts'
import type { RoleWriter, RoleWriters } from '../role-writes/index.ts'
import type { Diagnostic } from '../text/index.ts'
import { type Chunks, type Language, needsConditions, needsResources } from './chunks.ts'
import type { Scenario, SentRequest } from './scenario.ts'
import { type BodyReaders, ServerRequest } from './server-request.ts'

/** A scenario whose texts were read. */
export interface ReadScenario {
  readonly scenario: Scenario
  readonly design: Design
  /** What there is to say of the design’s text. Absent where another design decides. */
  readonly designDiagnostics?: readonly Diagnostic[]
  /** How many steps the design’s text has. Absent where it was not understood. */
  readonly designSteps?: number
  readonly cluster: Cluster
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
  readonly #clusters = new ClusterReader()
  readonly #writers = new Kept<RoleWriters>()
  readonly #changes = new Kept<ChangeReader>()
  readonly #designs = new Kept<OwnDesign>()
  #designReader: OwnDesignReader | undefined
  #requests: ReadonlyMap<string, KeptRequest> = new Map()

  /** Throws where a chunk, the design or the language of conditions is missing. */
  read(scenario: Scenario, reading: ReadingWith): ReadScenario {
    if (reading.cel === undefined && needsConditions(scenario))
      throw new Error('the language of conditions was not given')
    const own = scenario.design === OWN_DESIGN ? this.#ownDesign(scenario, reading) : undefined
    const design = own?.design ?? reading.chunks.designs.find(({ id }) => id === scenario.design)
    if (design === undefined) throw new Error(`no design is called ${scenario.design}`)
    const cluster = this.#clusters.read(scenario, { ...reading, design })
    const bodies = this.#bodiesOf(scenario, design, cluster, reading)
    const { earlier = [], later = [] } = scenario
    const requests = this.#readRequests([...earlier, scenario, ...later], cluster, reading.chunks)
    const sent = (one: SentRequest, index: number) => new ServerRequest(one, requests[index] as ReadRequest, bodies)
    return {
      scenario,
      design,
      ...(own && { designDiagnostics: own.diagnostics }),
      ...(own?.steps !== undefined && { designSteps: own.steps }),
      cluster,
      earlier: earlier.map(sent),
      own: sent(scenario, earlier.length),
      later: later.map((one, index) => sent(one, earlier.length + 1 + index)),
    }
  }

  #ownDesign({ designText = '' }: Scenario, { chunks, cel }: ReadingWith): OwnDesign | undefined {
    if (cel === undefined) return undefined
    return this.#designs.of([designText, cel], () => {
      this.#designReader ??= new (loaded(chunks, 'designText').OwnDesignReader)()
      return this.#designReader.read(designText, cel)
    })
  }

  #bodiesOf(scenario: Scenario, design: Design, cluster: Cluster, { chunks, cel }: ReadingWith): BodyReaders {
    const write = writerOf(() => this.#writersOf(cluster, chunks).ofScenario())
    if (!design.readsChanges) return { write }
    const changes = this.#changes.of([cel], () => new (loaded(chunks, 'changes').ChangeReader)(cel))
    return { write, change: (request, written, attributes) => changes.read(scenario, request, written, attributes) }
  }

  /** The index is made for the first request that writes roles. */
  #writersOf(cluster: Cluster, chunks: Chunks): RoleWriters {
    return this.#writers.of([cluster], () => new (loaded(chunks, 'roleWrites').RoleWriters)(cluster))
  }

  /** Reads requests; the texts of the scenario before are known. */
  #readRequests(sent: readonly SentRequest[], cluster: Cluster, chunks: Chunks): readonly ReadRequest[] {
    const before = this.#requests
    const now = new Map<string, KeptRequest>()
    const read = sent.map(({ request }) => {
      const resources = request.form === 'kubectl' ? loaded(chunks, 'resources') : chunks.resources
      const discovery = needsResources(request) ? resources?.discoveryOf(cluster) : undefined
      const key = `${request.form}\n${request.text}`
      const last = now.get(key) ?? before.get(key)
      const known =
        last !== undefined && last.discovery === discovery
          ? last
          : { discovery, read: readRequest(request, chunks, discovery) }
      now.set(key, known)
      return known.read
    })
    this.#requests = now
    return read
  }
}

/** A request, and the resources that it was read with. */
interface KeptRequest {
  readonly discovery: Discovery | undefined
  readonly read: ReadRequest
}

function readRequest(written: RequestText, chunks: Chunks, discovery: Discovery | undefined): ReadRequest {
  const read = readForm(written, chunks, discovery)
  return discovery === undefined || chunks.resources === undefined
    ? read
    : chunks.resources.withUnserved(read, written, discovery)
}

function readForm({ form, text }: RequestText, chunks: Chunks, discovery: Discovery | undefined): ReadRequest {
  if (form === 'http') return readHTTP(text)
  if (form === 'review') return loaded(chunks, 'review').readReview(text)
  return form === 'kubectl'
    ? loaded(chunks, 'kubectl').readKubectl(text, discovery)
    : loaded(chunks, 'curl').readCurl(text)
}

/** Reads the requests of one scenario that write roles, with the chunk for that; no other request needs it. */
function writerOf(make: () => RoleWriter): RoleWriter {
  let writer: RoleWriter | undefined
  return (request, written, attributes) => {
    if (attributes.apiGroup !== RBAC_GROUP || request.body === '') return undefined
    writer ??= make()
    return writer(request, written, attributes)
  }
}
