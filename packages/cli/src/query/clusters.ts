import type { AuthorizationMode } from '@authz-playground/engine'
import { type BoundRoles, boundRoles } from '@authz-playground/engine/query'
import { type DecidedScenario, type DecidingCluster, decideScenarios } from '../decision.ts'
import type { Files } from '../files.ts'
import type { CommandWords } from '../flags.ts'
import { inputsOf } from '../inputs.ts'
import { paint, printProblems } from '../paint.ts'
import { type CommandProblem, Refused } from '../problem.ts'
import type { World } from '../world.ts'

/** A scenario whose roles and bindings can be asked. */
export interface AskedScenario extends Omit<DecidedScenario, 'cluster'> {
  readonly cluster: DecidingCluster
  readonly bound: BoundRoles
}

/**
 * Asks something of every scenario of a command, and prints the answers. Problems go to standard error; a scenario with
 * errors is not asked. Returns 0 where all were asked, else 2. `alone`: there is one answer at most.
 */
export async function askScenarios(
  words: CommandWords,
  files: Files,
  world: World,
  ask: (asked: AskedScenario, alone: boolean) => { readonly out: string; readonly remarks: readonly CommandProblem[] },
): Promise<number> {
  const { inputs, settings } = inputsOf(words, files)
  const alone = inputs.length === 1 && inputs.every((one) => one.kind !== 'vectors' || one.vectors.length === 1)
  const said = new Set<string>()
  let unread = false
  const complain = (problems: readonly CommandProblem[]): void => {
    const fresh = problems.filter(({ severity, at, message }) => severity === 'error' || !said.has(`${at} ${message}`))
    for (const { at, message } of fresh) said.add(`${at} ${message}`)
    if (fresh.length > 0) world.err(printProblems(fresh, paint(world.color.err)))
    unread ||= problems.some(({ severity }) => severity === 'error')
  }
  for (const input of inputs) {
    if (input.kind === 'unread') {
      complain(input.problems)
      continue
    }
    for (const scenario of await decideScenarios(input, settings)) {
      complain(scenario.problems)
      const { cluster } = scenario
      if (cluster === undefined || scenario.problems.some(({ severity }) => severity === 'error')) continue
      try {
        const bound = boundRoles(withRBAC(cluster), cluster.defaultRoles)
        const { out, remarks } = ask({ ...scenario, cluster, bound }, alone && scenario.answers.length < 2)
        complain(remarks)
        world.out(out)
      } catch (error) {
        if (!(error instanceof Refused) || alone) throw error
        complain(error.problems)
      }
    }
  }
  return unread ? 2 : 0
}

/** The policy without its roles and bindings where no authorizer reads them. */
function withRBAC({ policy, authorizationModes }: DecidingCluster): DecidingCluster['policy'] {
  return authorizationModes.includes('RBAC') ? policy : { ...policy, roles: [], bindings: [] }
}

const OTHERS: Readonly<Record<Exclude<AuthorizationMode, 'RBAC'>, string>> = {
  Node: 'The Node authorizer may allow more to nodes; only RBAC is listed.',
  Webhook: 'The webhook may allow or deny more; only RBAC is listed.',
  AccessRules: 'Access rules may allow or deny more; only RBAC is listed.',
}

/** Notes about the authorizers that are not asked. */
export function otherAuthorizers({ authorizationModes }: DecidingCluster): readonly CommandProblem[] {
  const notes = authorizationModes.flatMap((mode) => (mode === 'RBAC' ? [] : [OTHERS[mode]]))
  const all = authorizationModes.includes('RBAC') ? notes : [...notes, 'RBAC is not among the authorizers.']
  return all.map((message) => ({ severity: 'note', at: '', message }))
}

/** The words with other values for some flags. */
export function withValues(words: CommandWords, values: Readonly<Record<string, readonly string[]>>): CommandWords {
  const valuesOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  return {
    ...words,
    one: (name) => valuesOf(name)?.[0] ?? words.one(name),
    all: (name) => valuesOf(name) ?? words.all(name),
  }
}

/** A user whose requests are all allowed, so that nothing is said about them. */
export const NOBODY_ASKS = { user: ['nobody'], group: ['system:masters'] } as const
