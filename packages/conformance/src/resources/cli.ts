import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { KUBERNETES } from '../cluster/programs.ts'
import { type Cluster, startCluster } from '../cluster/start.ts'
import { runProgram } from '../program.ts'
import { type Discovery, tableLines, tableModule } from './table.ts'

const USAGE = `pnpm conformance:resources

Writes the engine's table of API resources from the discovery of a real kube-apiserver with all of its APIs on (needs Go and
etcd).`

const TABLE = join(
  dirname(createRequire(import.meta.url).resolve('@authz-playground/engine')),
  'kube/resource-table.ts',
)

/** Every version of every group, and the gates that some of their resources need. */
const OPTIONS = [
  '--runtime-config=api/all=true',
  '--feature-gates=ClusterTrustBundle=true,GenericWorkload=true,PodCertificateRequest=true,StorageVersionMigrator=true',
]

/** All groups with their resources, in one answer (KEP-3352). */
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const cluster = await startCluster({ options: OPTIONS })
  try {
    const discoveries = [await discovery(cluster, '/api'), await discovery(cluster, '/apis')]
    writeFileSync(TABLE, tableModule(KUBERNETES.slice(1), discoveries))
    const groups = tableLines(discoveries)
    process.stdout.write(`${groups.flatMap(([, lines]) => lines).length} resources in ${groups.length} groups\n`)
  } finally {
    await cluster.stop()
  }
}

async function discovery(cluster: Cluster, target: string): Promise<Discovery> {
  const { status, body } = await cluster.asAdmin({ method: 'GET', target, headers: [['Accept', AGGREGATED]] })
  if (status !== 200) throw new Error(`${target} answered ${status}: ${body}`)
  return JSON.parse(body) as Discovery
}

await runProgram(main)
