import { parseArgs } from 'node:util'
import { Random, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { EXAMPLES } from '@authz-playground/examples'
import { KUBERNETES } from '../cluster/programs.ts'
import { startCluster } from '../cluster/start.ts'
import { MADE_DOCUMENTS } from '../data/provenance.ts'
import type { DocumentVector } from '../documents/document-vector.ts'
import { vectorsIn } from '../files.ts'
import { wholeNumber } from '../fuzz/seeded-run.ts'
import { runProgram } from '../program.ts'
import { makeQueries } from '../queries/generate.ts'
import { documentVerdict } from './document-verdict.ts'
import { constrainVerdict } from './migration.ts'
import { ASKED_MODES, queriesVerdict } from './queries.ts'
import { ComparisonReport } from './report.ts'
import { ROLE_WRITES } from './role-writes.ts'
import { gallery, generated, type SourcedScenario } from './scenario-sources.ts'
import { notPlayed, scenarioVerdict, secondsOf, withMargin } from './scenario-verdict.ts'
import { ClusterStage } from './stage.ts'
import { usernamesIn, withUniqueUsernames } from './unique-usernames.ts'

const USAGE = `pnpm conformance:cluster [--seed N] [--count N] [--documents N] [--queries N] [--constrain N]
                         [--only TEXT]

Builds kube-apiserver and kubectl ${KUBERNETES} (needs Go; the first time takes some minutes), starts them over an
etcd (Debian: apt-get install etcd-server) on loopback, sends the gallery, writes of roles and bindings, and N
generated scenarios (500) to them, and compares their answers, logs, audit events and metrics with the engine. Then
applies N texts (400) of packages/conformance/documents, which records the results of kubectl. Then runs "kubectl auth
can-i --list" under N policies (200). Then random impersonators send N requests (500), with their rights to use the
legacy verb, and again with the rules that are made from the audit log. The same seed makes the same scenarios and policies, and selects the same texts.
--only selects scenarios, texts and policies whose id contains a text. Exit status 1
when something disagrees. All started processes end with this command in any case.`

/** A generated scenario that waits for more seconds is skipped; those of the gallery are not. */
const LONGEST_WAIT = 11
/** The most seconds that all generated scenarios may wait together. */
const ALL_WAITS = 60

interface Planned {
  readonly from: SourcedScenario['from']
  readonly scenario: VectorScenario
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '500' },
      documents: { type: 'string', default: '400' },
      queries: { type: 'string', default: '200' },
      constrain: { type: 'string', default: '500' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  const report = new ComparisonReport()
  const planned = await plan(wholeNumber('seed', values.seed), wholeNumber('count', values.count), values.only, report)
  for (const [settings, scenarios] of bySettings(planned)) await playAll(settings, scenarios, report)
  await applyAll(
    documentSample(wholeNumber('seed', values.seed), wholeNumber('documents', values.documents), values.only),
    report,
  )
  await askAll(wholeNumber('seed', values.seed), wholeNumber('queries', values.queries), values.only, report)
  await constrainOne(wholeNumber('seed', values.seed), wholeNumber('constrain', values.constrain), values.only, report)
  process.stdout.write(`${report.print()}\n`)
  return report.disagreements > 0 ? 1 : 0
}

async function plan(seed: number, count: number, only: string, report: ComparisonReport): Promise<readonly Planned[]> {
  const planned: Planned[] = []
  const take = ({ from, id, askable }: SourcedScenario, longest: number): number => {
    if (!id.includes(only)) return 0
    if ('leftOut' in askable) {
      report.leftOut(from, askable.leftOut)
      return 0
    }
    const scenario = withMargin(withUniqueUsernames(askable.scenario, `s${planned.length}`))
    const seconds = secondsOf(scenario)
    const why = seconds > longest ? 'requests with too much time between them' : notPlayed(scenario)
    if (why !== undefined) {
      report.leftOut(from, why)
      return 0
    }
    planned.push({ from, scenario })
    return seconds
  }
  for (const one of [...gallery(EXAMPLES), ...ROLE_WRITES]) take(one, Number.POSITIVE_INFINITY)
  const wanted = planned.length + count
  let waits = 0
  for (let index = 0; planned.length < wanted && index < count * 20; index++) {
    waits += take(await generated(seed, index), Math.min(LONGEST_WAIT, ALL_WAITS - waits))
  }
  return planned
}

/** Scenarios by the options of their server: the gate, and the authorization modes. */
function bySettings(planned: readonly Planned[]): ReadonlyMap<string, readonly Planned[]> {
  const groups = new Map<string, Planned[]>()
  for (const one of planned) {
    const { constrainedImpersonation, authorizationModes = [] } = one.scenario.cluster ?? {}
    const key = `${constrainedImpersonation} ${authorizationModes.join()}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return groups
}

async function playAll(settings: string, scenarios: readonly Planned[], report: ComparisonReport): Promise<void> {
  const { constrainedImpersonation = true, authorizationModes = [] } = scenarios[0]?.scenario.cluster ?? {}
  const started = Date.now()
  const cluster = await startCluster({ authorizationModes, constrainedImpersonation })
  try {
    const stage = await ClusterStage.on(cluster, authorizationModes)
    const known = new Set<string>()
    for (const { from, scenario } of scenarios) {
      // The server caches impersonation by the name of the requestor.
      const names = usernamesIn(scenario)
      if (names.some((name) => known.has(name)))
        report.leftOut(from, 'a name that cannot be changed, and was used before')
      else report.played(from, scenario, await scenarioVerdict(cluster, stage, scenario))
      for (const name of names) known.add(name)
    }
  } finally {
    await cluster.stop()
  }
  const seconds = Math.round((Date.now() - started) / 1000)
  process.stderr.write(`${scenarios.length} scenarios with ${settings} in ${seconds} s\n`)
}

/** A random selection of texts: three in four are refused ones. */
function documentSample(seed: number, count: number, only: string): readonly DocumentVector[] {
  const random = new Random(seed)
  const all = random.shuffled(vectorsIn(MADE_DOCUMENTS).texts.filter(({ id }) => id.includes(only)))
  const refused = all.filter(({ applied }) => applied?.prints !== undefined)
  const taken = all.filter(({ applied }) => applied?.prints === undefined)
  const most = Math.ceil(count * 0.75)
  return [...refused.slice(0, most), ...taken.slice(0, count - most)]
}

async function applyAll(vectors: readonly DocumentVector[], report: ComparisonReport): Promise<void> {
  if (vectors.length === 0) return
  // The vectors assume a cluster that has every namespace.
  const cluster = await startCluster({
    aggregation: false,
    options: ['--disable-admission-plugins=NamespaceLifecycle'],
  })
  try {
    const stage = await ClusterStage.on(cluster, ['Node', 'RBAC'])
    for (const vector of vectors) report.applied(vector, await documentVerdict(cluster, stage, vector))
  } finally {
    await cluster.stop()
  }
}

/** Asks for the rules of users under generated policies. */
async function askAll(seed: number, count: number, only: string, report: ComparisonReport): Promise<void> {
  const asked = Array.from({ length: count }, (_, index) =>
    makeQueries(new Random(seed, index), `queries-${seed}-${index}`),
  ).filter(({ id }) => id.includes(only))
  if (asked.length === 0) return
  const cluster = await startCluster({ authorizationModes: ASKED_MODES })
  try {
    const stage = await ClusterStage.on(cluster, ASKED_MODES)
    for (const one of asked) report.asked(one, await queriesVerdict(cluster, stage, one))
  } finally {
    await cluster.stop()
  }
}

/** Takes the legacy rights of impersonators away. */
async function constrainOne(seed: number, requests: number, only: string, report: ComparisonReport): Promise<void> {
  const id = `constrain-${seed}`
  if (requests === 0 || !id.includes(only)) return
  const authorizationModes = ['Node', 'RBAC']
  const cluster = await startCluster({ authorizationModes })
  try {
    const stage = await ClusterStage.on(cluster, authorizationModes)
    report.constrained(id, await constrainVerdict(cluster, stage, seed, requests))
  } finally {
    await cluster.stop()
  }
}

await runProgram(main)
