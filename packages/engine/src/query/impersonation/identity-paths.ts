import type { ClusterSettings } from '../../cluster/index.ts'
import type { ImpersonationMode } from '../../designs/index.ts'
import {
  type Evidence,
  NODES_GROUP,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
  type UserInfo,
  userInfo,
} from '../../kube/index.ts'
import { type Rights, userOf } from '../../rights/index.ts'
import { type Escalation, isCertain } from './escalations.ts'
import {
  type AddedRole,
  type Edge,
  type EdgeKind,
  type Goal,
  type GraphNode,
  groupGrant,
  IdentityGraph,
  type RoleName,
  roleName,
  SOME_NODE,
} from './identity-graph.ts'
import type { ActionGrant } from './mode-grants.ts'
import { RelevantSubjects } from './relevant-subjects.ts'

/** A user on a path. */
export interface Reached {
  /** Empty where it may be any that the step allows, because only the groups count. */
  readonly username: string
  /** The groups that count on the path. */
  readonly groups: readonly string[]
}

/** One step of a path. */
export type PathStep =
  | {
      readonly kind: 'impersonation'
      readonly mode: ImpersonationMode
      readonly as: Reached
      /** The groups are allowed only where four or more are asked for. */
      readonly fromFour?: true
      /** A rule for each part of the identity. */
      readonly evidence: readonly Evidence[]
      /** What it may do then. Empty for legacy: whatever the target may. */
      readonly actions: readonly ActionGrant[]
    }
  | {
      readonly kind: 'way'
      readonly way: Escalation
      /**
       * The user whose rights it leads to. For `bind` and `escalate`, the user who takes the step and now has more rights;
       * its name is empty where it is impersonated and binds a role to the user who impersonates it.
       */
      readonly as: Reached
      /** The roles that `bind` and `escalate` add to its rights. An aggregated role gets its rules by one that it aggregates. */
      readonly roles?: readonly RoleName[]
    }

/** The shortest path of a user to a goal. */
export interface Path {
  /** Empty where the user is at the goal already. */
  readonly steps: readonly PathStep[]
  /** Whether rules alone decide every step. Others depend on pods or Secrets that no policy describes. */
  readonly certain: boolean
  /** The last step is an impersonation in a constrained mode with only some actions. */
  readonly limited: boolean
  /** The rule that makes the last user one who may do everything. Absent where the goal is a subject. */
  readonly goal?: Evidence
}

/** A path of a subject of the policy. */
export interface SubjectPath extends Path {
  readonly subject: SubjectName
}

/**
 * The shortest path of each subject of a policy to a goal, for the subjects that have one: “who can become cluster-admin,
 * and how”. Paths that rules alone decide come before others, and whole ones before those that end in a constrained mode.
 *
 * The steps are those of `canBecome` and `equivalents`. An impersonated user makes requests, but cannot impersonate somebody
 * else in turn, because a request names one target. Rights that were gained by a token, a certificate or a binding can be
 * used for further impersonation. Each step is made by one user: two who need each other, such as one who requests a
 * certificate and another who approves it, are not a path.
 *
 * Every cluster has the ClusterRole `cluster-admin` and, in each namespace, the service account `default`: they count where
 * the policy does not contain them. Other accounts count where a binding or a rule names them.
 */
export function pathsTo(goal: Goal, bound: Rights, cluster: ClusterSettings): readonly SubjectPath[] {
  const { all } = RelevantSubjects.of(bound)
  const paths = pathsFrom(all.map(userOf), goal, bound, cluster)
  return all.flatMap((subject, at) => {
    const path = paths[at]
    return path === undefined ? [] : [{ subject, ...path }]
  })
}

/** The shortest path of one user to a goal; undefined where there is none. */
export function pathTo(goal: Goal, user: UserInfo, bound: Rights, cluster: ClusterSettings): Path | undefined {
  return pathsFrom([user], goal, bound, cluster)[0]
}

function pathsFrom(
  users: readonly UserInfo[],
  goal: Goal,
  bound: Rights,
  cluster: ClusterSettings,
): readonly (Path | undefined)[] {
  const graph = new IdentityGraph(goal, bound, cluster)
  const starts = users.map((user) => graph.of(user))
  const nodes = reachable(starts)
  const kinds = KINDS.map((kind) => new Paths(new Distances(nodes, kind), goal, graph))
  return starts.map((start) => kinds.find(({ search }) => search.of(start) !== undefined)?.from(start))
}

/** A kind of path. `certain`: rules alone decide it. `limited`: it ends in a constrained mode with only some actions. */
interface Kind {
  readonly certain: boolean
  readonly limited: boolean
}

/** The kinds, the best first. */
const KINDS: readonly Kind[] = [
  { certain: true, limited: false },
  { certain: false, limited: false },
  { certain: true, limited: true },
  { certain: false, limited: true },
]

/** All nodes that can be reached. Nothing is looked for beyond the goal. */
function reachable(starts: readonly GraphNode[]): ReadonlySet<GraphNode> {
  const nodes = new Set(starts)
  for (const node of nodes) if (!isEnd(node)) for (const { to } of node.edges()) nodes.add(to)
  return nodes
}

function isEnd({ goal, isLimited }: GraphNode): boolean {
  return goal !== undefined && !isLimited
}

/** The distances of nodes to the goal by paths of a kind, in steps. */
class Distances {
  readonly #distances = new Map<GraphNode, number>()

  /** Backwards from the goal, so that one search serves all starts. */
  constructor(
    nodes: ReadonlySet<GraphNode>,
    readonly kind: Kind,
  ) {
    const before = new Map<GraphNode, { readonly from: GraphNode; readonly steps: number }[]>()
    for (const from of nodes) {
      if (isEnd(from)) continue
      for (const edge of from.edges()) {
        if (kind.certain && !edge.certain) continue
        const list = before.get(edge.to)
        const entry = { from, steps: stepsOf(edge) }
        if (list === undefined) before.set(edge.to, [entry])
        else list.push(entry)
      }
    }
    // One layer for each distance. Edges from hubs stay in their layer.
    let layer = [...nodes].filter(({ goal, isLimited = false }) => goal !== undefined && isLimited === kind.limited)
    for (let distance = 0; layer.length > 0; distance++) {
      const next: GraphNode[] = []
      const here = new Set(layer.filter((node) => !this.#distances.has(node)))
      for (const node of here) {
        this.#distances.set(node, distance)
        for (const { from, steps } of before.get(node) ?? []) {
          if (this.#distances.has(from)) continue
          if (steps === 0) here.add(from)
          else next.push(from)
        }
      }
      layer = next
    }
  }

  of(node: GraphNode): number | undefined {
    return this.#distances.get(node)
  }

  /** The first edge of a node that leads to the goal by a shortest path. Undefined at the goal. */
  next(node: GraphNode): Edge | undefined {
    const distance = this.of(node)
    if (distance === undefined || (distance === 0 && node.user !== undefined)) return undefined
    return node.edges().find((edge) => {
      const there = this.of(edge.to)
      return (edge.certain || !this.kind.certain) && there !== undefined && there + stepsOf(edge) === distance
    })
  }
}

function stepsOf({ how }: Edge): number {
  return how === undefined ? 0 : 1
}

/** An edge of a path, from user to user. */
interface Leg {
  readonly how: EdgeKind
  readonly to: GraphNode
}

/** The next user on a path, by way of a hub or not. Undefined at the goal. */
function legFrom(node: GraphNode, search: Distances): Leg | undefined {
  const edge = search.next(node)
  if (edge?.how === undefined) return undefined
  const to = edge.to.user === undefined ? search.next(edge.to)?.to : edge.to
  return to && { how: edge.how, to }
}

/** The rest of a path from a user on. */
interface Rest {
  readonly steps: readonly PathStep[]
  /** The rules on which it rests next: those of its first step, or that of the goal. */
  readonly evidence: readonly Evidence[]
  readonly end: GraphNode
}

/** Makes paths of one kind. Paths that meet share the rest. */
class Paths {
  readonly #rests = new Map<GraphNode, Rest>()

  constructor(
    readonly search: Distances,
    readonly goal: Goal,
    readonly graph: IdentityGraph,
  ) {}

  from(start: GraphNode): Path {
    const { steps, end } = this.#restFrom(start)
    return {
      steps,
      certain: steps.every((step) => step.kind === 'impersonation' || isCertain(step.way)),
      limited: end.isLimited === true,
      ...(end.goal !== undefined && end.goal !== 'subject' && { goal: end.goal }),
    }
  }

  /** A path may be long, so this does not recurse. */
  #restFrom(start: GraphNode): Rest {
    const before: { readonly from: GraphNode; readonly leg: Leg }[] = []
    let node = start
    for (let leg = legFrom(node, this.search); leg && !this.#rests.has(node); leg = legFrom(node, this.search)) {
      before.push({ from: node, leg })
      node = leg.to
    }
    const { goal } = node
    const evidence = goal === undefined || goal === 'subject' ? [] : [goal]
    let rest: Rest = this.#rests.get(node) ?? { steps: [], evidence, end: node }
    this.#rests.set(node, rest)
    for (const { from, leg } of before.toReversed()) {
      const made = this.#stepsBy(leg, rest)
      const first = made[0]
      rest = { steps: [...made, ...rest.steps], evidence: first ? evidenceIn(first) : rest.evidence, end: rest.end }
      this.#rests.set(from, rest)
    }
    return rest
  }

  #stepsBy({ how, to }: Leg, { steps, evidence }: Rest): readonly PathStep[] {
    const wanted = steps.length === 0 && this.goal.kind === 'subject' ? this.goal.subject : undefined
    const own = wanted?.kind === 'Group' ? [wanted.name] : []
    const groups = wanted === undefined ? groupsIn(evidence) : own
    const roles = evidence.flatMap((one) => this.graph.originOf(one) ?? [])
    return stepsBy(how, to.user ?? userInfo({ username: '' }), groups, roles)
  }
}

function evidenceIn(step: PathStep): readonly Evidence[] {
  return step.kind === 'way' ? step.way.evidence : [...step.evidence, ...step.actions.map(({ evidence }) => evidence)]
}

/** The groups on which the next step rests: those of its rules. */
function groupsIn(evidence: readonly Evidence[]): readonly string[] {
  const masters = evidence.some(({ authorizer }) => authorizer === 'system:masters') ? [SYSTEM_PRIVILEGED_GROUP] : []
  const subjects = evidence.flatMap(({ subject }) => subject ?? [])
  return [...masters, ...subjects.filter(({ kind }) => kind === 'Group').map(({ name }) => name)]
}

/** The steps of an edge: one, or one for each role that the next step needs. */
function stepsBy(
  how: EdgeKind,
  user: UserInfo,
  needed: readonly string[],
  roles: readonly AddedRole[],
): readonly PathStep[] {
  const { username } = user
  switch (how.kind) {
    case 'impersonation': {
      const counting = user.groups.filter(
        (group) => needed.includes(group) && groupGrant(how.mode, group) !== undefined,
      )
      const grants = counting.flatMap((group) => groupGrant(how.mode, group) ?? [])
      const anyNode = username === SOME_NODE
      return [
        {
          kind: 'impersonation',
          mode: how.mode.mode,
          as: { username: anyNode ? '' : username, groups: anyNode ? [NODES_GROUP] : counting },
          ...(grants.some(({ fromFour }) => fromFour) && { fromFour: true as const }),
          evidence: [...new Set([how.username.evidence, ...grants.map(({ evidence }) => evidence)])],
          actions: how.mode.actions,
        },
      ]
    }
    case 'escalation':
      // A certificate has the name and the groups that its request asks for.
      return how.escalation.kind === 'certificate'
        ? [
            {
              kind: 'way',
              way: how.escalation,
              as: { username, groups: user.groups.filter((one) => needed.includes(one)) },
            },
          ]
        : [{ kind: 'way', way: how.escalation, as: { username, groups: [] } }]
    case 'gains': {
      const keys = new Set(roles.map((one) => JSON.stringify(one)))
      const gained = how.gains.flatMap(({ escalation: way, roles: all }) => {
        const these = all.filter((one) => keys.has(JSON.stringify(one)))
        these.forEach((one) => keys.delete(JSON.stringify(one)))
        return these.length === 0 ? [] : [{ way, roles: these.map(roleName) }]
      })
      return gained.map((one) => ({ kind: 'way', ...one, as: { username, groups: [] } }))
    }
  }
}
