import { type Cluster, GATE_TABLE } from '../cluster/index.ts'
import { constrained } from '../designs/index.ts'
import { subjectInWords } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import type { ConstrainPlan, Impersonator, JudgedRequest } from './constrain.ts'
import { differentRequests } from './plan-words.ts'
import { isLost } from './proof.ts'
import type { FallenThrough } from './second-log.ts'

/** One step of the way to constrained impersonation. */
export interface WayStep {
  readonly title: string
  readonly words: readonly RichText[]
  /** Commands of a shell, each on a line of its own. */
  readonly commands: readonly string[]
}

/** Whether the legacy rights can be taken away now, and what would break. */
export interface Readiness {
  readonly breaks: readonly JudgedRequest[]
  /** Of the second log: what the new rules do not allow. */
  readonly fallen: readonly FallenThrough[]
  /** The second log was looked at, and nothing in either log needs the legacy verb. */
  readonly isSafe: boolean
}

/** What would break if the legacy rights were taken away now. `second`: of a log from after the new rules were added. */
export function readiness({ impersonators }: ConstrainPlan, second?: readonly FallenThrough[]): Readiness {
  const breaks = impersonators.flatMap(({ requests }) => requests.filter(isLost))
  const fallen = (second ?? []).filter(({ because }) => because === 'missing')
  return { breaks, fallen, isSafe: second !== undefined && breaks.length === 0 && fallen.length === 0 }
}

/** Whether somebody holds rights that can be taken away, and used none of them. */
export function isUnused({ requests, rights, left }: Impersonator): boolean {
  return requests.length === 0 && rights.length > left.length
}

/** The steps, for a cluster of a version. Legacy rules are taken away where there are some that can be. */
export function wayThere(plan: ConstrainPlan, cluster: Cluster, second?: readonly FallenThrough[]): readonly WayStep[] {
  const takes = plan.impersonators.some(({ rights, left }) => rights.length > left.length)
  return [
    gateStep(cluster),
    ...(plan.added === '' ? [] : [addStep()]),
    watchStep(second),
    ...(takes ? [takeStep(plan, second)] : []),
  ]
}

function gateStep(cluster: Cluster): WayStep {
  const { version } = cluster.settings
  const gate = constrained.gate?.name ?? ''
  const row = GATE_TABLE.find((one) => one.version === version)
  const title = 'The feature'
  if (cluster.hasFeature(constrained))
    return { title, words: [[`Kubernetes ${version} has `, { code: gate }, ' on.']], commands: [] }
  const first = GATE_TABLE.find(({ gate }) => gate === 'on')?.version ?? ''
  if (row?.gate === 'absent') {
    return {
      title,
      words: [[`Kubernetes ${version} does not have `, { code: gate }, `. Upgrade to ${first}, where it is on.`]],
      commands: [],
    }
  }
  return {
    title,
    words: [
      [
        `Kubernetes ${version} has `,
        { code: gate },
        ` off here. Turn it on at every kube-apiserver, or upgrade to ${first}.`,
      ],
    ],
    commands: [`kube-apiserver --feature-gates=${gate}=true …`],
  }
}

function addStep(): WayStep {
  return {
    title: 'Add the new rules',
    words: [
      [
        'The legacy rules stay for now, so nothing can break. An older API server takes the new rules and never asks for them.',
      ],
    ],
    commands: ['kubectl apply -f constrained.yaml'],
  }
}

function watchStep(second: readonly FallenThrough[] | undefined): WayStep {
  const remembers: RichText = [
    'kube-apiserver tries first what worked last for a username. While it remembers the legacy verb, it asks for nothing else; it forgets when it restarts.',
  ]
  const look: RichText = [
    'An audit event with ',
    { code: 'impersonatedUser' },
    ' and without ',
    { code: 'authenticationMetadata.impersonationConstraint' },
    ' fell through to the legacy verb.',
  ]
  const words: RichText[] = [look, remembers]
  if (second !== undefined) {
    const missing = second.filter(({ because }) => because === 'missing').length
    const remembered = second.length - missing
    words.unshift(
      second.length === 0
        ? ['In the second log, nothing fell through.']
        : [
            `In the second log, ${differentRequests(missing)} ${missing === 1 ? 'needs' : 'need'} the legacy verb, and ${remembered} only had it remembered.`,
          ],
    )
  }
  return {
    title: 'Watch who falls through',
    words,
    commands: [
      `jq -c 'select(.stage == "ResponseComplete" and .impersonatedUser and (.authenticationMetadata.impersonationConstraint // "") == "")' audit.log`,
    ],
  }
}

function takeStep(plan: ConstrainPlan, second: readonly FallenThrough[] | undefined): WayStep {
  const { breaks, fallen, isSafe } = readiness(plan, second)
  const used = plan.impersonators.filter(({ requests }) => requests.length > 0)
  const unused = plan.impersonators.filter(isUnused)
  const words: RichText[] = []
  if (breaks.length > 0)
    words.push([`Not yet: ${differentRequests(breaks.length)} of the log would fail, which no new rule can allow.`])
  if (fallen.length > 0)
    words.push([`Not yet: ${differentRequests(fallen.length)} of the second log would fail, which no new rule allows.`])
  if (isSafe) words.push(['Nothing in the logs needs the legacy verb any more.'])
  else if (second === undefined && breaks.length === 0 && used.length > 0)
    words.push([
      'Nothing in this log would fail. It is safe after a second log, of a whole cycle of what is done, has none that fall through.',
    ])
  if (unused.length > 0) {
    const names = unused
      .slice(0, 3)
      .flatMap(({ subject }, at): RichText => [...(at === 0 ? [] : [', ']), ...subjectInWords(subject)])
    const more = unused.length > 3 ? ` and ${unused.length - 3} more` : ''
    words.push([`Who holds the verb and did not use it in this log: `, ...names, `${more}. Ask them.`])
  }
  return { title: 'Take the legacy rules away', words, commands: ['kubectl apply -f policy-without-legacy.yaml'] }
}
