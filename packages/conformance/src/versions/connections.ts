import { fileURLToPath } from 'node:url'
import { KUBERNETES_RELEASES, runWithKubernetes } from '../oracle-program.ts'

export type ConnectionVersion = keyof typeof KUBERNETES_RELEASES

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
  return runWithKubernetes('connecting', KUBERNETES_RELEASES[version], '')
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
  const found = (Object.keys(KUBERNETES_RELEASES) as ConnectionVersion[]).map((version) => [
    version,
    { release: KUBERNETES_RELEASES[version], answers: connectionAnswers(version) },
  ])
  return Object.fromEntries(found) as ConnectionFindings
}
