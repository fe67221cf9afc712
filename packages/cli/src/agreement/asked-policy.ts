import {
  type Cluster,
  type ClusterSettings,
  type Decided,
  defaultRoles,
  readPolicy,
  type Scenario,
} from '@authz-playground/engine'
import { type DiffAnswer, diffAnswer, finished } from '@authz-playground/engine/internal/answers'
import { GoalJudgeWithAllParts } from '@authz-playground/engine/internal/goals'
import { NEWEST_VERSION } from '@authz-playground/engine/internal/kube'
import { edited, editsOfAll } from '@authz-playground/engine/internal/lint'
import { type Finding, lintPolicies, lintPolicy } from '@authz-playground/engine/policy'
import type { Decide } from '../decision.ts'
import { policyCluster } from '../policy-input.ts'
import { type Fact, type PolicyCase, requestOf, type Sender, userOfSender } from './fact.ts'

/** A policy as commands read it. What takes long is made once. */
export class AskedPolicy {
  readonly settings: ClusterSettings
  readonly cluster: Cluster
  #diff: DiffAnswer | undefined
  #findings: readonly Finding[] | undefined
  #mended: AskedPolicy | undefined
  readonly #decided = new Map<string, Decided>()

  /** Throws `Refused` where the policy has errors. */
  constructor(
    readonly of: PolicyCase,
    readonly decide: Decide,
    cluster: Partial<ClusterSettings> = {},
  ) {
    const { policy, defaultRoles: counting } = of
    this.settings = {
      version: NEWEST_VERSION,
      authorizationModes: ['RBAC'],
      ...cluster,
      ...(counting !== undefined && { defaultRoles: counting }),
    }
    this.cluster = policyCluster(policy, this.settings, () => '')
  }

  /** A scenario in which somebody sends a request. */
  scenario(sender: Sender, request: Scenario['request']): Scenario {
    const { username, groups } = userOfSender(sender)
    return {
      version: 2,
      policy: this.of.policy,
      request,
      requestor: { username, groups },
      cluster: this.settings,
      design: 'constrained',
    }
  }

  /** The decision about the request that shows a fact. */
  decided(fact: Fact): Decided {
    const key = JSON.stringify(fact)
    const known = this.#decided.get(key) ?? this.decide(this.scenario(fact.sender, requestOf(fact)))
    this.#decided.set(key, known)
    return known
  }

  /** The difference from a cluster without any policy. */
  get diff(): DiffAnswer {
    this.#diff ??= finished(
      diffAnswer(
        policyCluster('', this.settings, () => ''),
        this.cluster,
      ),
    )
    return this.#diff
  }

  /** What the lint finds in the policy: as a file, or in a scenario that says which default roles count. */
  get findings(): readonly Finding[] {
    const { policy, defaultRoles: counting } = this.of
    const read = readPolicy(policy, counting === true ? { defaults: defaultRoles() } : {})
    const context = { cluster: this.settings, ...(counting !== false && { defaults: defaultRoles() }) }
    this.#findings ??= counting === undefined ? (lintPolicies([read], context)[0] ?? []) : lintPolicy(read, context)
    return this.#findings
  }

  /** The policy without what the lint says to be there twice. */
  get mended(): AskedPolicy {
    if (this.#mended === undefined) {
      const { policy } = this.of
      const twice = this.findings.filter(({ code }) => TWICE.has(code))
      const text = edited(policy, editsOfAll(readPolicy(policy), twice))
      this.#mended = text === policy ? this : new AskedPolicy({ ...this.of, policy: text }, this.decide)
    }
    return this.#mended
  }

  /** The state of a goal: “holds”, “fails” or “not-decided”. Throws where the sentence is not understood. */
  goal(sentence: string): string {
    const scenario = this.scenario(SOMEBODY, { form: 'http', text: 'GET /version' })
    const [result] = [...new GoalJudgeWithAllParts({ scenario, goals: [sentence] }, this.decide).results()]
    if (result?.problem !== undefined) throw new Error(`“${sentence}”: ${result.problem.message}`)
    return result?.state ?? ''
  }
}

/** Rules of the lint that say that a value changes nothing, because it is there twice. */
const TWICE: ReadonlySet<string> = new Set(['repeated-value', 'duplicate-subject'])

const SOMEBODY: Sender = { spelled: 'somebody', username: 'somebody', groups: [] }
