import type { PlainUser, Scenario } from '@authz-playground/engine'
import { http, scenario, user } from '../example.ts'
import { binding, documents, role } from '../rbac.ts'
import { onServer } from './cells.ts'
import type { ExpectedCell } from './expectations.ts'
import { AS_RELEASED, AS_THE_TEST_COUNTS, type StageId } from './stages.ts'
import { type PlayedDesign, SPELLING } from './upgrade.ts'

/** KEP-5284, "Were upgrade and rollback tested? Was the upgrade->downgrade->upgrade path tested?" */
export const MANUAL_TEST_SECTION = 'Were upgrade and rollback tested?'

/**
 * Who bob and alice are: the test verifies “impersonation of user bob”, and then that “Alice would not be able to
 * impersonate while bob is able to.”
 */
export type BobAndAlice = 'impersonators' | 'impersonated'

/** A request of a step of the test, and its expected result. */
export interface Verified {
  readonly who: 'bob' | 'alice'
  readonly expected: ExpectedCell
}

/** One step of the manual test. */
export interface TestStep {
  /** As the list counts; 7 is the upgrade that the question’s path ends with, and that the list omits. */
  readonly number: number
  /** The step’s own words. */
  readonly words: string
  readonly stage: StageId
  /** The permissions that were created by now: bob’s old ones, later alice’s new ones too. */
  readonly rules: 'none' | 'old' | 'both'
  readonly verifies: readonly Verified[]
}

const quote = (words: string): ExpectedCell['quote'] => ({ section: MANUAL_TEST_SECTION, words })
const LAST = quote('Alice would not be able to impersonate while bob is able to.')
const AGAIN = {
  section: 'What happens if we reenable the feature if it was previously rolled back?',
  words: 'No additional configuration is needed.',
}

export const MANUAL_TEST: readonly TestStep[] = [
  { number: 1, words: 'Deploy k8s 1.33', stage: 'old', rules: 'none', verifies: [] },
  {
    number: 2,
    words: 'create impersonate permissions for user bob and verify impersonation',
    stage: 'old',
    rules: 'old',
    verifies: [{ who: 'bob', expected: { code: 200, quote: quote('verify impersonation') } }],
  },
  {
    number: 3,
    words: 'Upgrade to 1.34 and enable the `ConstrainedImpersonation` featuregate.',
    stage: 'on',
    rules: 'old',
    verifies: [],
  },
  {
    number: 4,
    words: 'Verify impersonation of user bob.',
    stage: 'on',
    rules: 'old',
    verifies: [{ who: 'bob', expected: { code: 200, quote: quote('Verify impersonation of user bob.') } }],
  },
  {
    number: 5,
    words: 'create permission for constrained impersonation for user alice and verify impersonation',
    stage: 'on',
    rules: 'both',
    verifies: [{ who: 'alice', expected: { code: 200, quote: quote('for user alice and verify impersonation') } }],
  },
  {
    number: 6,
    words: 'Downgrade to 1.33. Verify impersonation for user bob and alice.',
    stage: 'downgraded',
    rules: 'both',
    verifies: [
      { who: 'bob', expected: { code: 200, quote: LAST } },
      { who: 'alice', expected: { code: 403, quote: LAST } },
    ],
  },
  {
    number: 7,
    words: 'upgrade->downgrade->upgrade',
    stage: 'on-again',
    rules: 'both',
    verifies: [
      { who: 'bob', expected: { code: 200, quote: AGAIN } },
      { who: 'alice', expected: { code: 200, quote: AGAIN } },
    ],
  },
]

/** The request of a step, on the step’s server, under the permissions that were created by then. */
export function testScenario(
  { stage, rules }: Pick<TestStep, 'stage' | 'rules'>,
  who: Verified['who'],
  design: PlayedDesign,
  reading: BobAndAlice,
): Scenario {
  const stages = design === 'proposal' ? AS_THE_TEST_COUNTS : AS_RELEASED
  const server = stages.find(({ id }) => id === stage)
  if (server === undefined) throw new Error(`no server is called ${stage}`)
  const policy = policyOf(design, reading, rules)
  const { requestor, target } = people(who, reading)
  const request = http('GET /api/v1/namespaces/default/pods', { 'Impersonate-User': target })
  return onServer(scenario(policy, requestor, request, { design }), server.cluster)
}

interface People {
  readonly requestor: PlainUser
  readonly target: string
}

function people(who: Verified['who'], reading: BobAndAlice): People {
  return reading === 'impersonators'
    ? { requestor: user(who), target: 'someUser' }
    : { requestor: user('impersonator'), target: who }
}

/** The permissions created by then, and the impersonated users' own permissions. */
function policyOf(design: PlayedDesign, reading: BobAndAlice, rules: TestStep['rules']): string {
  const [bob, alice] = [people('bob', reading), people('alice', reading)]
  const targets = [...new Set([bob.target, alice.target])]
  return documents(
    ...(rules === 'none' ? [] : forBob(bob)),
    ...(rules === 'both' ? forAlice(alice, design) : []),
    `# What the impersonated may do.\n${role('reads-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list"]', 'default')}`,
    ...targets.map((target) =>
      binding(`${target.toLowerCase()}-reads-pods`, 'Role reads-pods', `User ${target}`, 'default'),
    ),
  )
}

function forBob({ requestor, target }: People): readonly string[] {
  return [
    `# For bob: the permission that there always was.\n${role('impersonate', `apiGroups: [""]\nresources: ["users"]\nresourceNames: ["${target}"]\nverbs: ["impersonate"]`)}`,
    binding('for-bob', 'ClusterRole impersonate', `User ${requestor.username}`),
  ]
}

function forAlice({ requestor, target }: People, design: PlayedDesign): readonly string[] {
  const { identity, action } = SPELLING[design]
  const subject = `User ${requestor.username}` as const
  return [
    `# For alice: the new permissions.\n${role('constrained', `apiGroups: ["authentication.k8s.io"]\nresources: ["users"]\nresourceNames: ["${target}"]\nverbs: ["${identity}"]`)}`,
    binding('for-alice', 'ClusterRole constrained', subject),
    role('list-pods', `apiGroups: [""]\nresources: ["pods"]\nverbs: ["${action('list')}"]`, 'default'),
    binding('for-alice', 'Role list-pods', subject, 'default'),
  ]
}
