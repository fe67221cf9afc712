import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import { UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import type { VectorUser } from '@authz-playground/engine/internal/vectors'
import { FRONT_PROXY_OPTIONS, frontProxyHeaders } from './front-proxy.ts'
import { GrowingFile } from './growing-file.ts'
import { guard } from './guard.ts'
import { sendKept, sendOverWire, type WireRequest, type WireResponse } from './http.ts'
import { type ClusterVersion, type Programs, programs } from './programs.ts'

export interface ClusterOptions {
  /** {@link UNNAMED_VERSION} by default. */
  readonly version?: ClusterVersion
  /** As in `--authorization-mode`; Node and RBAC by default. */
  readonly authorizationModes?: readonly string[]
  /** The gate `ConstrainedImpersonation`; as released by default. */
  readonly constrainedImpersonation?: boolean
  /** Whether the controller runs that fills aggregated ClusterRoles; true by default. */
  readonly aggregation?: boolean
  /** The format of the log; JSON by default. */
  readonly log?: 'json' | 'text'
  /** More options of kube-apiserver. */
  readonly options?: readonly string[]
}

/** The result of a `kubectl` command. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A request of a user from the front proxy. */
export interface PlayedByProxy extends WireRequest {
  /** The API server uses it, so that the audit event can be found. */
  readonly auditID?: string
}

/** A kube-apiserver on loopback over an etcd of its own, with the controller that aggregates ClusterRoles. */
export interface Cluster {
  readonly version: ClusterVersion
  readonly url: string
  readonly port: number
  /** A kubeconfig of an administrator (group `system:masters`). */
  readonly kubeconfig: string
  /** The real kubectl. */
  readonly kubectl: string
  /** A folder for files of the caller; it is removed with the cluster. */
  readonly folder: string
  /** What kube-apiserver logs. */
  readonly log: GrowingFile
  /** One audit event a line, at level Metadata. */
  readonly audit: GrowingFile
  /** Sends a request as any user. Does not wait for the body of a successful answer. */
  readonly asUser: (user: VectorUser, request: PlayedByProxy) => Promise<WireResponse>
  /** Sends a request as the administrator. */
  readonly asAdmin: (request: WireRequest) => Promise<WireResponse>
  /** Runs kubectl as the administrator. */
  readonly adminKubectl: (args: readonly string[], input?: string) => Promise<Ran>
  /** The metrics in the Prometheus format. */
  readonly metrics: () => Promise<string>
  /** Ends all processes and removes all files. This also happens when this process ends for any reason. */
  readonly stop: () => Promise<void>
}

/** The longest time to start everything, in milliseconds. */
const PATIENCE = 180_000

/** Starts a cluster. Needs Go and etcd; throws with the missing requirement, or with the server's error. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { version = UNNAMED_VERSION } = options
  const built = programs(version)
  const folder = mkdtempSync(join(tmpdir(), 'authz-playground-cluster-'))
  const keeper = guard(folder)
  try {
    return { version, ...(await startIn(folder, built, options, keeper)) }
  } catch (error) {
    await keeper.release()
    throw error
  }
}

async function startIn(
  folder: string,
  built: Programs,
  options: ClusterOptions,
  { watch, release }: ReturnType<typeof guard>,
): Promise<Omit<Cluster, 'version'>> {
  const at = (name: string): string => join(folder, name)
  const made = spawnSync(built.certificates, [folder], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`no certificates: ${made.error?.message ?? made.stderr}`)
  writeFileSync(at('audit-policy.yaml'), AUDIT_POLICY)
  mkdirSync(at('work'))
  const [etcdPort, peerPort, port] = await freePorts(3)
  const url = `https://127.0.0.1:${port}`
  const run = (name: string, program: string, args: readonly string[]): ChildProcess => {
    const output = openSync(at(`${name}.log`), 'a')
    const child = spawn(program, args, { stdio: ['ignore', output, output], detached: true, cwd: folder })
    child.unref()
    if (child.pid !== undefined) watch(child.pid)
    return child
  }
  run('etcd', built.etcd, etcdOptions(at('etcd'), Number(etcdPort), Number(peerPort)))
  const server = run('kube-apiserver', built.apiserver, [
    ...serverOptions(at, Number(etcdPort), Number(port)),
    ...clusterOptions(options),
  ])
  writeFileSync(at('kubeconfig'), kubeconfig(url, at))
  const ca = readFileSync(at('ca.crt'))
  const identity = (name: string) => ({
    ca,
    cert: readFileSync(at(`${name}.crt`)),
    key: readFileSync(at(`${name}.key`)),
  })
  const proxy = createSecureContext(identity('front-proxy'))
  const agent = new Agent({ ...identity('admin'), keepAlive: true })
  const asAdmin = (request: WireRequest): Promise<WireResponse> => sendKept(request, Number(port), agent)
  await ready(asAdmin, server, at('kube-apiserver.log'))
  if (options.aggregation !== false) run('aggregation', built.aggregation, [at('kubeconfig')])
  return {
    url,
    port: Number(port),
    kubeconfig: at('kubeconfig'),
    kubectl: built.kubectl,
    folder: at('work'),
    log: new GrowingFile(at('kube-apiserver.log')),
    audit: new GrowingFile(at('audit.log')),
    asAdmin,
    asUser: (user, { auditID, ...request }) =>
      sendOverWire(
        {
          ...request,
          // Before the request's own headers, some of which have these names: the first of each name counts.
          headers: [
            ...frontProxyHeaders(user),
            ...(auditID === undefined ? [] : ([['Audit-ID', auditID]] as const)),
            ...request.headers,
          ],
        },
        { port: Number(port), secure: proxy, untilSuccess: true },
      ),
    adminKubectl: (args, input) =>
      runProgram(
        built.kubectl,
        ['--kubeconfig', at('kubeconfig'), '--cache-dir', at('kubectl-cache'), ...args],
        at('work'),
        input,
      ),
    metrics: async () => (await asAdmin({ method: 'GET', target: '/metrics', headers: [] })).body,
    stop: async () => {
      agent.destroy()
      await release()
    },
  }
}

function etcdOptions(data: string, port: number, peers: number): readonly string[] {
  const [clients, others] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`]
  return [
    `--data-dir=${data}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${others}`,
    `--initial-advertise-peer-urls=${others}`,
    `--initial-cluster=default=${others}`,
  ]
}

function serverOptions(at: (name: string) => string, etcd: number, port: number): readonly string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${etcd}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    '--endpoint-reconciler-type=none',
    '--service-cluster-ip-range=10.0.0.0/24',
    `--tls-cert-file=${at('server.crt')}`,
    `--tls-private-key-file=${at('server.key')}`,
    `--client-ca-file=${at('ca.crt')}`,
    `--requestheader-client-ca-file=${at('front-proxy-ca.crt')}`,
    ...FRONT_PROXY_OPTIONS,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${at('tokens.key')}`,
    `--service-account-signing-key-file=${at('tokens.key')}`,
    // No controller creates the accounts that the first needs, or removes the finalizers that the second adds.
    '--disable-admission-plugins=ServiceAccount,StorageObjectInUseProtection',
    `--audit-policy-file=${at('audit-policy.yaml')}`,
    `--audit-log-path=${at('audit.log')}`,
    '--v=5',
  ]
}

function clusterOptions({
  authorizationModes = ['Node', 'RBAC'],
  constrainedImpersonation,
  log = 'json',
  options = [],
}: ClusterOptions): readonly string[] {
  return [
    `--authorization-mode=${authorizationModes.join(',')}`,
    ...(constrainedImpersonation === undefined
      ? []
      : [`--feature-gates=ConstrainedImpersonation=${constrainedImpersonation}`]),
    `--logging-format=${log}`,
    ...options,
  ]
}

const AUDIT_POLICY = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
`

function kubeconfig(server: string, at: (name: string) => string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'loopback', cluster: { server, 'certificate-authority': at('ca.crt') } }],
    users: [{ name: 'administrator', user: { 'client-certificate': at('admin.crt'), 'client-key': at('admin.key') } }],
    contexts: [{ name: 'loopback', context: { cluster: 'loopback', user: 'administrator' } }],
    'current-context': 'loopback',
  })
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.on('error', reject)
          server.on('listening', () => {
            const address = server.address()
            if (address === null || typeof address === 'string') reject(new Error('no port'))
            else resolve(address.port)
          })
        }),
    ),
  )
  for (const server of servers) server.close()
  return ports
}

async function ready(
  asAdmin: (request: WireRequest) => Promise<WireResponse>,
  server: ChildProcess,
  log: string,
): Promise<void> {
  const until = Date.now() + PATIENCE
  let said = ''
  while (Date.now() < until) {
    if (server.exitCode !== null) break
    try {
      const { status, body } = await asAdmin({ method: 'GET', target: '/readyz', headers: [] })
      if (status === 200) return
      said = body
    } catch (error) {
      said = String(error)
    }
    await wait(200)
  }
  const lines = readFileSync(log, 'utf8').split('\n').slice(-15).join('\n')
  throw new Error(`kube-apiserver did not come up: ${said}\n${lines}`)
}

function runProgram(program: string, args: readonly string[], cwd: string, input?: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, maxBuffer: 2 ** 28, env: {} }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') resolve({ code, stdout, stderr })
      else reject(error)
    })
    child.stdin?.end(input ?? '')
  })
}
