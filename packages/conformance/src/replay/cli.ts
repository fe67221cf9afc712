import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { decider, type PlainUser, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { type Replay, replayOf, replayScript } from '@authz-playground/engine/report'
import { EXAMPLES } from '@authz-playground/examples'
import { type Cluster, startCluster } from '../cluster/start.ts'
import { withUniqueUsernames } from '../judge/unique-usernames.ts'
import { runProgram } from '../program.ts'

const USAGE = `pnpm conformance:replay [--only TEXT]

Runs the script that replays each example of the gallery on a real kube-apiserver (needs Go and etcd): first with
--checks-only, where nothing was created yet, so that a check that should be allowed must differ, then in full, then
cleanup, which must delete everything. --only selects the examples whose ids begin with TEXT. Prints the number of
scripts and of those that disagree.`

/** An example and its replayable part. */
interface Played {
  readonly id: string
  readonly replay: Replay
  readonly gateOn: boolean
  /** The user of the kubeconfig who is the requestor, where the script needs one. */
  readonly requestor?: { readonly name: string; readonly user: PlainUser }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const { only } = values
  const decide = await decider()
  const all = EXAMPLES.filter(({ id }) => only === undefined || id.startsWith(only)).flatMap(
    ({ id, scenario: shown, title }, index) => {
      const scenario = onServer(shown, `r${index}`)
      const decided = decide(scenario, { cel: CEL })
      const replay = replayOf(decided, scenario, title)
      if (replay === undefined) return []
      const { design, trace } = decided
      const gateOn = design.origin !== 'released' || trace?.featureEnabled !== false
      return [{ id, replay, gateOn, ...requestorOf(id, replay, scenario.requestor) }]
    },
  )
  const counts = { checks: 0, requests: 0, disagreeing: 0, noticed: 0 }
  for (const gateOn of [true, false]) {
    const played = all.filter((one) => one.gateOn === gateOn)
    if (played.length > 0) await playOn(gateOn, played, counts)
  }
  process.stdout.write(
    `${counts.checks} checks asked and ${counts.requests} requests sent; without their policy ${counts.noticed} scripts differed\n` +
      `${all.length} scripts, ${counts.disagreeing} disagree\n`,
  )
  if (counts.disagreeing > 0) process.exitCode = 1
}

/**
 * The example adapted to a server: with the default roles and `system:authenticated`, which a server always has, and
 * with unique requestors, because a server caches them.
 */
function onServer(scenario: Scenario, mark: string): Scenario {
  const { policy, requestor, request, cluster } = scenario
  const renamed = withUniqueUsernames(
    { id: mark, policy, requestor, requests: [{ method: request.form, url: request.text }] },
    mark,
  )
  const { username = '', groups = [], ...user } = renamed.requestor ?? {}
  const [asked] = renamed.requests
  return {
    ...scenario,
    policy: renamed.policy,
    requestor: { username, ...user, groups: [...new Set([...groups, 'system:authenticated'])] },
    request: { ...request, text: asked?.url ?? '' },
    cluster: { ...cluster, defaultRoles: true },
  }
}

/** A token has name, UID and groups, but no extras. */
function requestorOf(id: string, { request }: Replay, user: PlainUser): Pick<Played, 'requestor'> {
  const needed = request.kind === 'as-given' && Object.keys(user.extra ?? {}).length === 0
  return needed ? { requestor: { name: id, user } } : {}
}

interface Counts {
  checks: number
  requests: number
  disagreeing: number
  /** Scripts that differed without their policy, as they had to. */
  noticed: number
}

async function playOn(gateOn: boolean, played: readonly Played[], counts: Counts): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'authz-playground-replay-'))
  try {
    const tokens = join(folder, 'tokens.csv')
    writeFileSync(tokens, played.flatMap(tokenLine).join(''))
    const cluster = await startCluster({ constrainedImpersonation: gateOn, options: [`--token-auth-file=${tokens}`] })
    try {
      const kubeconfig = join(cluster.folder, 'requestors')
      writeFileSync(kubeconfig, withRequestors(readFileSync(cluster.kubeconfig, 'utf8'), played))
      for (const one of played) await play(one, cluster, kubeconfig, counts)
    } finally {
      await cluster.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function tokenLine({ requestor }: Played): readonly string[] {
  if (requestor === undefined) return []
  const { username, uid = '', groups = [] } = requestor.user
  const fields = [requestor.name, username, uid, groups.join()]
  return [`${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join()}\n`]
}

function withRequestors(text: string, played: readonly Played[]): string {
  const kubeconfig = JSON.parse(text) as { readonly users: readonly unknown[] }
  const users = played.flatMap(({ requestor }) =>
    requestor === undefined ? [] : [{ name: requestor.name, user: { token: requestor.name } }],
  )
  return JSON.stringify({ ...kubeconfig, users: [...kubeconfig.users, ...users] })
}

async function play(played: Played, cluster: Cluster, kubeconfig: string, counts: Counts): Promise<void> {
  const { id, replay, requestor } = played
  const file = join(cluster.folder, `${id}.sh`)
  writeFileSync(file, replayScript(replay))
  const run = (...args: readonly string[]): Promise<Ran> => runBash([file, ...args], cluster, kubeconfig)
  const before = await run('--checks-only')
  const ran = await run(...(requestor === undefined ? [] : ['--requestor', requestor.name]))
  const cleaned = await run('cleanup')
  const left = await leftBehind(cluster, replay)
  const mustDiffer = replay.objects.length > 0 && replay.checks.some(isGranted)
  const wrong = [
    ...(ran.status === 0 ? [] : [`it ended with ${ran.status}`]),
    ...(cleaned.status === 0 && left === ''
      ? []
      : [`cleanup ended with ${cleaned.status} and left ${left || 'nothing'}`]),
    ...(mustDiffer && before.status !== 1 ? [`without its policy it ended with ${before.status}, not with 1`] : []),
  ]
  counts.checks += replay.checks.length
  counts.requests += /^(?:agrees|DIFFERS) {2,3}The request$/m.test(ran.output) ? 1 : 0
  counts.noticed += mustDiffer && before.status === 1 ? 1 : 0
  if (wrong.length === 0) return
  counts.disagreeing++
  process.stdout.write(`${id}: ${wrong.join('; ')}\n${ran.output.replaceAll(/^/gm, '    ')}\n`)
}

/** An Allow by a rule of the policy: members of system:masters need none, and default roles always exist. */
function isGranted({ answer, reason }: Replay['checks'][number]): boolean {
  return answer === 'allowed' && reason.startsWith('RBAC: allowed by') && !/"system:/.test(reason)
}

async function leftBehind(cluster: Cluster, { id, namespaces }: Replay): Promise<string> {
  // No controller finalizes deleted namespaces, so this program does.
  for (const name of namespaces) {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: { finalizers: [] } })
    const { stdout } = await cluster.adminKubectl(['get', 'namespace', name, '-o', 'jsonpath={.status.phase}'])
    if (stdout === 'Terminating')
      await cluster.adminKubectl(['replace', '--raw', `/api/v1/namespaces/${name}/finalize`, '-f', '-'], body)
  }
  const types = 'clusterroles,clusterrolebindings,roles,rolebindings,serviceaccounts,namespaces'
  const { stdout } = await cluster.adminKubectl([
    'get',
    types,
    '-A',
    '-l',
    `authz-playground/replay=${id}`,
    '-o',
    'name',
  ])
  return stdout.trim()
}

interface Ran {
  readonly status: number | null
  readonly output: string
}

function runBash(args: readonly string[], { kubectl, folder }: Cluster, kubeconfig: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env = { PATH: `${dirname(kubectl)}:/usr/bin:/bin`, HOME: folder, KUBECONFIG: kubeconfig }
    const child = spawn('bash', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (part: Buffer): void => {
      output += part.toString('utf8')
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

await runProgram(main)
