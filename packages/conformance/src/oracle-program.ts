import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KubernetesVersion } from '@authz-playground/engine'

const ORACLE = fileURLToPath(new URL('../oracle', import.meta.url))

/**
 * Builds one of the oracle's programs with a release of `k8s.io/apiserver` (needs Go and, the first time, Go's module
 * proxy), runs it, and returns its output.
 */
export function runWithRelease(program: string, module: string, input: string): string {
  const file = builtWith(program, module, `require k8s.io/apiserver ${module}\n`)
  return done(file, spawnSync(file, { input, maxBuffer: 2 ** 30 }))
}

/** The release of Kubernetes that stands for each version. */
export const KUBERNETES_RELEASES = {
  '1.34': 'v1.34.1',
  '1.35': 'v1.35.4',
  '1.36': 'v1.36.3',
  '1.37': 'v1.37.2',
} as const satisfies Partial<Record<KubernetesVersion, string>>
export type KubernetesRelease = (typeof KUBERNETES_RELEASES)[keyof typeof KUBERNETES_RELEASES]

/**
 * The same with a release of `k8s.io/kubernetes`, whose staging modules are published under v0. `.` is the oracle itself, which
 * builds with 1.36 and 1.37.
 */
export function runWithKubernetes(
  program: string,
  release: KubernetesRelease,
  input: string,
  args: readonly string[] = [],
): string {
  return done(program, spawnSync(buildWithKubernetes(program, release), args, { input, maxBuffer: 2 ** 30 }))
}

/** The folder of a release of `k8s.io/kubernetes` in Go's cache of modules; the first time it comes from Go's module proxy. */
export function kubernetesModule(release: string): string {
  execFileSync('go', ['mod', 'download', `k8s.io/kubernetes@${release}`])
  const modules = execFileSync('go', ['env', 'GOMODCACHE']).toString().trim()
  return join(modules, `k8s.io/kubernetes@${release}`)
}

/** Builds such a program, and returns its path. */
export function buildWithKubernetes(program: string, release: KubernetesRelease): string {
  return builtWith(program, release, kubernetesModules(release))
}

/** The lines of a module file by which a program is built with a release of `k8s.io/kubernetes`. */
export function kubernetesModules(release: KubernetesRelease): string {
  const upstream = readFileSync(join(kubernetesModule(release), 'go.mod'), 'utf8')
  const libraries = [...upstream.matchAll(/^\s*(k8s\.io\/[a-z-]+) => \.\/staging/gm)].flatMap(([, name]) => name ?? [])
  const replaced = libraries.map((name) => `replace ${name} => ${name} ${release.replace(/^v1\./, 'v0.')}\n`)
  return `require k8s.io/kubernetes ${release}\n\n${replaced.join('')}`
}

/** Builds a program with lines of a module file, which is written each time, so that it only names the release. */
function builtWith(program: string, release: string, modules: string): string {
  const cache = join(ORACLE, '.cache')
  const file = join(cache, `${program === '.' ? 'oracle' : program}-${release}`)
  // Files of the oracle for some releases have this tag: `kubernetes_1_37`.
  const tag = `kubernetes_${release.split('.').slice(0, 2).join('_').replace('v', '')}`
  mkdirSync(cache, { recursive: true })
  writeFileSync(`${file}.mod`, `module authz-playground.dev/oracle\n\ngo 1.26.0\n\n${modules}`)
  const build = ['build', '-tags', tag, '-mod=mod', `-modfile=${file}.mod`, '-o', file, `./${program}`]
  done('go', spawnSync('go', build, { cwd: ORACLE }))
  return file
}

function done(program: string, { status, error, stdout, stderr }: ReturnType<typeof spawnSync>): string {
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.toString()}`)
  return stdout.toString()
}
