import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Random } from '@authz-playground/engine/internal/vectors'
import { type Cluster, startCluster } from '../cluster/start.ts'
import { wholeNumber } from '../fuzz/seeded-run.ts'
import { KUBERNETES_RELEASES, type KubernetesRelease } from '../oracle-program.ts'
import { runProgram } from '../program.ts'
import { makeCommand } from './generate.ts'
import { startRecorder } from './recorder.ts'
import { COMMANDS, RECORDINGS, type Recording, recordingDisagreement } from './recordings.ts'
import { recordCommand, type Surroundings } from './run.ts'
import { CUSTOM, SEED_NAMESPACES, seeds } from './seeds.ts'

const SEED = 1363
const COUNT = 500
/** The number of commands that run at the same time. */
const TOGETHER = 3

const USAGE = `pnpm conformance:kubectl [--seed N] [--count N] [--only TEXT]

Has the real kubectl run the commands of packages/conformance/kubectl/commands.txt, and N more (${COUNT}) that the
seed (${SEED}) makes, against a real kube-apiserver behind a recording server (needs Go and etcd), and writes the sent
requests of each. Requests that would change something are dry runs. Prints the number of commands and of those that
the engine reads differently; --only runs the commands that contain TEXT, and writes nothing.`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const { only } = values
  const seed = wholeNumber('seed', values.seed ?? String(SEED))
  const count = wholeNumber('count', values.count ?? String(COUNT))
  const commands = commandsOf(seed, count).filter((command) => only === undefined || command.includes(only))
  const cluster = await startCluster()
  try {
    await fill(cluster)
    const recorded = await recordAll(commands, cluster)
    if (only === undefined) writeRecorded(recorded, KUBERNETES_RELEASES[cluster.version], seed, count)
    else for (const one of recorded) process.stdout.write(`${JSON.stringify(one, undefined, 1)}\n`)
    report(recorded)
  } finally {
    await cluster.stop()
  }
}

function commandsOf(seed: number, count: number): readonly string[] {
  const typed = readFileSync(COMMANDS, 'utf8').trimEnd().split('\n')
  const all = new Set(typed)
  for (let index = 0; all.size < typed.length + count; index++) all.add(makeCommand(new Random(seed, index)))
  return [...all]
}

async function fill(cluster: Cluster): Promise<void> {
  const list = (items: readonly unknown[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
  const kubectl = async (args: readonly string[], input = ''): Promise<void> => {
    const { code, stderr } = await cluster.adminKubectl(args, input)
    if (code !== 0) throw new Error(`the cluster was not filled: kubectl ${args.join(' ')}: ${stderr}`)
  }
  await kubectl(['apply', '-f', '-'], list(CUSTOM))
  await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
  await kubectl(['apply', '-f', '-'], list(seeds()))
  for (const namespace of SEED_NAMESPACES) {
    const status = JSON.stringify({ status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } })
    for (const pod of ['web', 'a', 'b']) {
      await kubectl(['patch', 'pod', pod, '-n', namespace, '--subresource=status', '--type=merge', '-p', status])
    }
  }
}

async function recordAll(commands: readonly string[], cluster: Cluster): Promise<readonly Recording[]> {
  const results = new Map<string, Recording>()
  const waiting = [...commands]
  const lane = async (number: number): Promise<void> => {
    const recorder = await startRecorder(upstreamOf(cluster))
    try {
      const surroundings = surroundingsOf(cluster, recorder.port, number)
      // Fills kubectl's discovery cache, which is requested once.
      await recordCommand('kubectl get pods', recorder, surroundings)
      for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
        results.set(command, await recordCommand(command, recorder, surroundings))
        if (results.size % 50 === 0) process.stderr.write(`${results.size} of ${commands.length}\n`)
      }
    } finally {
      recorder.close()
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, (_, number) => lane(number)))
  return commands.flatMap((command) => results.get(command) ?? [])
}

function upstreamOf({ kubeconfig, port }: Cluster) {
  const at = (name: string): Buffer => readFileSync(join(dirname(kubeconfig), name))
  return { port, ca: at('ca.crt'), cert: at('admin.crt'), key: at('admin.key') }
}

function surroundingsOf(cluster: Cluster, port: number, number: number): Surroundings {
  const folder = join(cluster.folder, `lane-${number}`)
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, kubeconfigFor(`http://127.0.0.1:${port}`))
  writeFileSync(join(folder, 'patch.yaml'), 'metadata: {labels: {a: b}}\n')
  // An editor that changes a label.
  writeFileSync(
    join(bin, 'edit'),
    `#!/bin/sh\nsed -i 's/\\("\\{0,1\\}app"\\{0,1\\}: "\\{0,1\\}\\)web/\\1edited/' "$1"\n`,
    { mode: 0o755 },
  )
  return {
    folder,
    env: {
      PATH: `${dirname(cluster.kubectl)}:${bin}:/usr/bin:/bin`,
      HOME: folder,
      KUBECONFIG: kubeconfig,
      KUBE_EDITOR: join(bin, 'edit'),
    },
  }
}

function kubeconfigFor(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'recorder', cluster: { server } }],
    contexts: [{ name: 'recorder', context: { cluster: 'recorder' } }],
    'current-context': 'recorder',
  })
}

function writeRecorded(recorded: readonly Recording[], release: KubernetesRelease, seed: number, count: number): void {
  const made =
    `by pnpm conformance:kubectl --seed ${seed} --count ${count}: what kubectl ${release} sent for each command to ` +
    `kube-apiserver ${release}, in their order, discovery aside; where it failed, what it said. The cluster has the ` +
    'objects of packages/conformance/src/kubectl/seeds.ts. Bodies that are not JSON are left out; N, T and server stand for ' +
    'what chance decides.'
  const lines = [{ made }, ...recorded].map((one) => JSON.stringify(one))
  writeFileSync(RECORDINGS, `${lines.join('\n')}\n`)
}

function report(recorded: readonly Recording[]): void {
  const disagreeing = recorded.flatMap((one) => {
    const why = recordingDisagreement(one)
    return why === undefined ? [] : [`${one.command}\n    ${why}\n`]
  })
  process.stdout.write(`${disagreeing.join('')}${recorded.length} commands, ${disagreeing.length} disagree\n`)
  if (disagreeing.length > 0) process.exitCode = 1
}

await runProgram(main)
