import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KUBERNETES_RELEASES, type KubernetesRelease, kubernetesModules } from '../oracle-program.ts'

/** The versions of which a real cluster can be started, each with the release in {@link KUBERNETES_RELEASES}. */
export const CLUSTER_VERSIONS = ['1.36', '1.37'] as const satisfies readonly (keyof typeof KUBERNETES_RELEASES)[]
export type ClusterVersion = (typeof CLUSTER_VERSIONS)[number]

const MODULE = fileURLToPath(new URL('../../cluster', import.meta.url))
const VERSION = 'k8s.io/component-base/version'

/** Where the programs of a cluster are. */
export interface Programs {
  readonly etcd: string
  readonly apiserver: string
  readonly kubectl: string
  readonly certificates: string
  readonly aggregation: string
}

/**
 * The programs of a cluster of a version, built if necessary: the first time takes some minutes and needs Go's module
 * proxy. They are kept in `$XDG_CACHE_HOME` (else `~/.cache`). Throws with the missing requirement.
 */
export function programs(version: ClusterVersion): Programs {
  const release = KUBERNETES_RELEASES[version]
  const folder = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'authz-playground',
    `kubernetes-${release}`,
  )
  const etcd = etcdProgram()
  const stamp = join(folder, 'built-from')
  const wanted = digest()
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    process.stderr.write(`building kube-apiserver and kubectl ${release} in ${folder}\n`)
    mkdirSync(folder, { recursive: true })
    build(folder, release)
    writeFileSync(stamp, wanted)
  }
  return {
    etcd,
    apiserver: join(folder, 'kube-apiserver'),
    kubectl: join(folder, 'kubectl'),
    certificates: join(folder, 'certificates'),
    aggregation: join(folder, 'aggregation'),
  }
}

function etcdProgram(): string {
  const { error } = spawnSync('etcd', ['--version'])
  if (error === undefined) return 'etcd'
  throw new Error('etcd is needed: apt-get install etcd-server, or put the etcd of another source into the PATH')
}

function build(folder: string, release: KubernetesRelease): void {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(release) ?? []
  const flags = [
    `-X ${VERSION}.gitVersion=${release}`,
    `-X ${VERSION}.gitMajor=${major}`,
    `-X ${VERSION}.gitMinor=${minor}`,
  ].join(' ')
  const packages = [
    'k8s.io/kubernetes/cmd/kube-apiserver',
    'k8s.io/kubernetes/cmd/kubectl',
    './certificates',
    './aggregation',
  ]
  // Written anew, so that it names the release and no module of another one.
  const modules = join(folder, 'cluster.mod')
  writeFileSync(modules, `module authz-playground.dev/cluster\n\ngo 1.26.0\n\n${kubernetesModules(release)}`)
  const args = ['build', '-mod=mod', `-modfile=${modules}`, '-ldflags', flags, '-o', `${folder}/`, ...packages]
  const { error, status, stderr } = spawnSync('go', args, { cwd: MODULE, encoding: 'utf8' })
  if (error !== undefined) throw new Error(`Go is needed to build kube-apiserver: ${error.message}`)
  if (status !== 0) throw new Error(`kube-apiserver was not built:\n${stderr}`)
}

/** The sources of the programs. */
function digest(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MODULE, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(go|mod)$/.test(name)) hash.update(`${name}\0`).update(readFileSync(join(MODULE, name)))
  }
  return hash.digest('hex')
}
