import { parseArgs } from 'node:util'
import { UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import { Random, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { EXAMPLES } from '@authz-playground/examples'
import { CLUSTER_VERSIONS, type ClusterVersion } from '../cluster/programs.ts'
import { startCluster } from '../cluster/start.ts'
import { MADE_DOCUMENTS } from '../data/provenance.ts'
import type { DocumentVector } from '../documents/document-vector.ts'
import { vectorsIn } from '../files.ts'
import { wholeNumber } from '../fuzz/seeded-run.ts'
import { KUBERNETES_RELEASES } from '../oracle-program.ts'
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
                         [--only TEXT] [--kubernetes-version VERSION]

Builds kube-apiserver and kubectl of a version (${CLUSTER_VERSIONS.map((one) => `${one}: ${KUBERNETES_RELEASES[one]}`).join(', ')}; ${UNNAMED_VERSION} by
default; needs Go, and the first time takes some minutes), starts them over an etcd (Debian: apt-get install etcd-server) on loopback, sends the gallery, writes of roles and bindings, and N
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

/** What all parts of a run have in common. */
interface Run {
  readonly version: ClusterVersion
  readonly seed: number
  readonly only: string
  readonly report: ComparisonReport
}

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
      'kubernetes-version': { type: 'string', default: UNNAMED_VERSION },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  const version = clusterVersion(values['kubernetes-version'])
  const seed = wholeNumber('seed', values.seed)
  const run: Run = { version, seed, only: values.only, report: new ComparisonReport() }
  for (const [settings, scenarios] of bySettings(await plan(run, wholeNumber('count', values.count))))
    await playAll(run, settings, scenarios)
  await applyAll(run, wholeNumber('documents', values.documents))
  await askAll(run, wholeNumber('queries', values.queries))
  await constrainOne(run, wholeNumber('constrain', values.constrain))
  const { report } = run
  process.stdout.write(`${report.print()}\n`)
  return report.disagreements > 0 ? 1 : 0
}

function clusterVersion(text: string): ClusterVersion {
  const version = CLUSTER_VERSIONS.find((one) => one === text)
  if (version !== undefined) return version
  throw new Error(`--kubernetes-version must be one of ${CLUSTER_VERSIONS.join(', ')}, but is ${text}`)
}

async function plan({ version, seed, only, report }: Run, count: number): Promise<readonly Planned[]> {
  const planned: Planned[] = []
  const take = ({ from, id, askable }: SourcedScenario, longest: number): number => {
    if (!id.includes(only)) return 0
    if ('leftOut' in askable) {
      report.leftOut(from, askable.leftOut)
      return 0
    }
    const asked = { ...askable.scenario, cluster: { ...askable.scenario.cluster, version } }
    const scenario = withMargin(withUniqueUsernames(asked, `s${planned.length}`))
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

async function playAll({ version, report }: Run, settings: string, scenarios: readonly Planned[]): Promise<void> {
  const { constrainedImpersonation = true, authorizationModes = [] } = scenarios[0]?.scenario.cluster ?? {}
  const started = Date.now()
  const cluster = await startCluster({ version, authorizationModes, constrainedImpersonation })
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
function documentSample({ seed, only }: Run, count: number): readonly DocumentVector[] {
  const random = new Random(seed)
  const all = random.shuffled(vectorsIn(MADE_DOCUMENTS).texts.filter(({ id }) => id.includes(only)))
  const refused = all.filter(({ applied }) => applied?.prints !== undefined)
  const taken = all.filter(({ applied }) => applied?.prints === undefined)
  const most = Math.ceil(count * 0.75)
  return [...refused.slice(0, most), ...taken.slice(0, count - most)]
}

async function applyAll(run: Run, count: number): Promise<void> {
  const vectors = documentSample(run, count)
  if (vectors.length === 0) return
  // The vectors assume a cluster that has every namespace.
  const { version, report } = run
  const cluster = await startCluster({
    version,
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
async function askAll({ version, seed, only, report }: Run, count: number): Promise<void> {
  const asked = Array.from({ length: count }, (_, index) =>
    makeQueries(new Random(seed, index), `queries-${seed}-${index}`),
  ).filter(({ id }) => id.includes(only))
  if (asked.length === 0) return
  const cluster = await startCluster({ version, authorizationModes: ASKED_MODES })
  try {
    const stage = await ClusterStage.on(cluster, ASKED_MODES)
    for (const one of asked) report.asked(one, await queriesVerdict(cluster, stage, one))
  } finally {
    await cluster.stop()
  }
}

/** Takes the legacy rights of impersonators away. */
async function constrainOne({ version, seed, only, report }: Run, requests: number): Promise<void> {
  const id = `constrain-${seed}`
  if (requests === 0 || !id.includes(only)) return
  const authorizationModes = ['Node', 'RBAC']
  const cluster = await startCluster({ version, authorizationModes })
  try {
    const stage = await ClusterStage.on(cluster, authorizationModes)
    report.constrained(id, await constrainVerdict(cluster, stage, seed, requests))
  } finally {
    await cluster.stop()
  }
}

await runProgram(main)
