import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { KUBERNETES_VERSIONS, type KubernetesVersion } from '@authz-playground/engine'
import { KUBERNETES_RELEASES, kubernetesModule } from '../oracle-program.ts'
import { runProgram } from '../program.ts'
import { coreDiscovery, type Discovery, type Release, type ResourceList, tableLines, tableModule } from './table.ts'

const USAGE = `pnpm conformance:resources

Writes the engine's table of API resources from the discovery that each release of Kubernetes has in its source, made there by its own
API server with all of its APIs on (needs Go and, the first time, Go's module proxy).`

const TABLE = join(
  dirname(createRequire(import.meta.url).resolve('@authz-playground/engine')),
  'kube/resource-table.ts',
)

/** 1.33 has no release of its own elsewhere: its default roles are those of 1.34. */
const RELEASES: Readonly<Record<KubernetesVersion, string>> = { '1.33': 'v1.33.5', ...KUBERNETES_RELEASES }

function main(): void {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const releases = KUBERNETES_VERSIONS.map(releaseOf)
  const names = KUBERNETES_VERSIONS.map((version) => RELEASES[version].slice(1))
  writeFileSync(TABLE, tableModule(names, releases))
  const groups = tableLines(releases)
  process.stdout.write(`${groups.flatMap(([, lines]) => lines).length} resources in ${groups.length} groups\n`)
}

function releaseOf(version: KubernetesVersion): Release {
  const folder = join(kubernetesModule(RELEASES[version]), 'api/discovery')
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const core: ResourceList = read('api__v1.json')
  const groups: Discovery = read('aggregated_v2.json')
  return { version, discoveries: [coreDiscovery(core), groups] }
}

await runProgram(main)
