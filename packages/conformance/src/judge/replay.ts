import { setTimeout as wait } from 'node:timers/promises'
import { defaultRoles, type KubernetesVersion, readPolicy } from '@authz-playground/engine'
import { goQuote } from '@authz-playground/engine/internal/go'
import type { VectorAnswer, VectorRequest, VectorScenario } from '@authz-playground/engine/internal/vectors'
import { added, type Counters, readCounters } from '../cluster/metrics-text.ts'
import type { Cluster } from '../cluster/start.ts'
import { type AuditEvent, eventOf } from './audit-events.ts'
import { readLog } from './log-lines.ts'
import type { Observation } from './observation.ts'
import type { ClusterStage } from './stage.ts'

/** The observations of a server for a scenario. */
export type Replayed =
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'left-out'; readonly why: string }
  | {
      readonly kind: 'played'
      /** With the measured seconds between them. */
      readonly requests: readonly VectorRequest[]
      readonly seen: readonly Observation[]
      /** The increase of the impersonation counters by all of them. */
      readonly metrics: Metrics
    }

export type Metrics = NonNullable<VectorAnswer['metrics']>

const COUNTERS = {
  attempts: 'apiserver_impersonation_attempts_total',
  authorizations: 'apiserver_impersonation_authorization_attempts_total',
} as const

/** Runs a scenario on a stage: its policy, its stored objects, its requests in order with the time between them. */
export async function replay(cluster: Cluster, stage: ClusterStage, scenario: VectorScenario): Promise<Replayed> {
  const policy = readPolicy(scenario.policy)
  await stage.namespaces([...policy.roles, ...policy.bindings].map(({ namespace }) => namespace))
  await stage.namespaces(
    scenario.requests.flatMap(({ url }) => /^\/apis\/rbac[^?]*\/namespaces\/([^/?]+)/.exec(url)?.[1] ?? []),
  )
  try {
    if (!isEmpty(policy)) {
      const { refused } = await stage.apply(scenario.policy, replacedDefaults(policy, cluster.version))
      if (refused !== undefined) return { kind: 'refused', text: refused }
    }
    const objects = scenario.cluster?.objects
    if (objects !== undefined) {
      const why = await stage.store(objects)
      if (why !== undefined) return { kind: 'left-out', why }
    }
    return await send(cluster, scenario)
  } finally {
    await stage.clear()
  }
}

/** Does something while a policy is applied. Returns why it was not applied, where kubectl or the server refuses it. */
export async function onStage(
  { version }: Cluster,
  stage: ClusterStage,
  text: string,
  work: () => Promise<void>,
): Promise<{ readonly refused?: string }> {
  const policy = readPolicy(text)
  await stage.namespaces([...policy.roles, ...policy.bindings].map(({ namespace }) => namespace))
  try {
    const { refused } = isEmpty(policy) ? {} : await stage.apply(text, replacedDefaults(policy, version))
    if (refused !== undefined) return { refused }
    await work()
    return {}
  } finally {
    await stage.clear()
  }
}

/** Whether a policy has no object, for which `kubectl apply` exits with an error. */
function isEmpty({ roles, bindings, notRead, diagnostics }: ReturnType<typeof readPolicy>): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return [roles, bindings, notRead, errors].every(({ length }) => length === 0)
}

/** kube-apiserver's own objects that a policy also has, as in the paths of the API. */
function replacedDefaults(
  { roles, bindings }: ReturnType<typeof readPolicy>,
  version: KubernetesVersion,
): readonly string[] {
  const defaults = defaultRoles(version)
  const path = ({ kind, name, namespace }: { kind: string; name: string; namespace: string }): string => {
    const folder = namespace === '' ? '' : `namespaces/${encodeURIComponent(namespace)}/`
    return `${folder}${kind.toLowerCase()}s/${encodeURIComponent(name)}`
  }
  const own = new Set([...defaults.roles, ...defaults.bindings].map(path))
  return [...new Set([...roles, ...bindings].map(path))].filter((one) => own.has(one))
}

/** The last reading: only scenarios impersonate, and reading takes long. */
const counted = new WeakMap<Cluster, Counters>()

async function send(cluster: Cluster, { id, requests }: VectorScenario): Promise<Replayed> {
  const seen: Observation[] = []
  const measured: VectorRequest[] = []
  const before = counted.get(cluster) ?? (await counters(cluster))
  let last = 0
  for (const [index, request] of requests.entries()) {
    if (request.after !== undefined) await wait(request.after * 1000 - (last === 0 ? 0 : Date.now() - last))
    const now = Date.now()
    const { after: _, ...rest } = request
    measured.push({ ...rest, ...(last > 0 && { after: (now - last) / 1000 }) })
    last = now
    const log = cluster.log.end()
    const audit = cluster.audit.end()
    const auditID = `${id}.${index}`
    const requestor = request.requestor ?? {}
    const response = await cluster.asUser(requestor, {
      method: request.method,
      target: request.url,
      headers: request.headers ?? [],
      ...(request.body !== undefined && { body: request.body }),
      auditID,
    })
    const event = await written(cluster, audit, auditID, response.status)
    const names = [requestor, (event?.impersonatedUser ?? {}) as { username?: string }]
    const speaking = new Set(names.map(({ username = '' }) => goQuote(username)))
    const { checks, notAuthorized } = readLog(cluster.log.lines(log), requestor.username ?? '', (quoted) =>
      speaking.has(quoted),
    )
    seen.push({ response, ...(event && { event }), checks, notAuthorized })
  }
  const after = await counters(cluster)
  counted.set(cluster, after)
  return { kind: 'played', requests: measured, seen, metrics: increments(added(before, after)) }
}

/** The event is written with the answer: soon after the client has received it. */
async function written(
  cluster: Cluster,
  from: number,
  auditID: string,
  status: number,
): Promise<AuditEvent | undefined> {
  // Before auditing begins the server answers only invalid requests.
  for (let i = 0; i < (status === 500 || status === 400 ? 10 : 500); i++) {
    const event = eventOf(cluster.audit.lines(from), auditID)
    if (event !== undefined) return event
    await wait(4)
  }
  return undefined
}

async function counters(cluster: Cluster): Promise<Counters> {
  return readCounters(await cluster.metrics(), Object.values(COUNTERS))
}

function increments(more: Counters): Metrics {
  const entries = Object.entries(COUNTERS).flatMap(([key, name]) => {
    const values = more.get(name)
    if (values === undefined) return []
    const byMode = [...values].map(([labels, by]) => {
      const [, decision = '', mode = ''] = /^decision=(.*),mode=(.*)$/.exec(labels) ?? []
      return [`${mode}/${decision}`, by] as const
    })
    return [[key, Object.fromEntries(byMode)] as const]
  })
  return Object.fromEntries(entries)
}
