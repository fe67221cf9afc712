import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KubernetesVersion } from '@authz-playground/engine'
import { runWithModules } from '../oracle-program.ts'

/** The release of Kubernetes whose handlers answered for each version. */
export const RELEASES = {
  '1.34': 'v1.34.1',
  '1.35': 'v1.35.4',
  '1.36': 'v1.36.3',
  '1.37': 'v1.37.2',
} as const satisfies Partial<Record<KubernetesVersion, string>>
export type ConnectionVersion = keyof typeof RELEASES

/** What the handler of a connection does where its authorizer answers so about `create`, and allows every other verb. */
export interface ConnectionAnswer {
  readonly subresource: string
  readonly method: string
  readonly gate: 'default' | 'true' | 'false'
  /** The decision, and whether it has a reason or an error. */
  readonly create: `${'Allow' | 'NoOpinion' | 'Deny'}${'' | ', reason' | ', error'}`
  /** The verbs that it asks for. */
  readonly asked: readonly string[]
  readonly code: number
  readonly message?: string
}

/** Builds the program with a release of Kubernetes (needs Go and, the first time, Go's module proxy), and runs it. */
function connectionAnswers(version: ConnectionVersion): readonly ConnectionAnswer[] {
  const release = RELEASES[version]
  execFileSync('go', ['mod', 'download', `k8s.io/kubernetes@${release}`])
  const cache = execFileSync('go', ['env', 'GOMODCACHE']).toString().trim()
  const upstream = readFileSync(join(cache, `k8s.io/kubernetes@${release}`, 'go.mod'), 'utf8')
  const libraries = [...upstream.matchAll(/^\s*(k8s\.io\/[a-z-]+) => \.\/staging/gm)].flatMap(([, name]) => name ?? [])
  const replaced = libraries.map((name) => `replace ${name} => ${name} ${release.replace(/^v1\./, 'v0.')}\n`)
  const modules = `require k8s.io/kubernetes ${release}\n\n${replaced.join('')}`
  return runWithModules('connecting', release, modules, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ConnectionAnswer)
}

/** What was found, by version, as it is kept. */
export type ConnectionFindings = Readonly<
  Record<ConnectionVersion, { readonly release: string; readonly answers: readonly ConnectionAnswer[] }>
>

export const CONNECTIONS = fileURLToPath(new URL('../../connections.json', import.meta.url))

/** Asks the handlers of every release. */
export function connectionFindings(): ConnectionFindings {
  const found = (Object.keys(RELEASES) as ConnectionVersion[]).map((version) => [
    version,
    { release: RELEASES[version], answers: connectionAnswers(version) },
  ])
  return Object.fromEntries(found) as ConnectionFindings
}
