import type { Cell, CellOutcome } from './cells.ts'
import type { Quote } from './expectations.ts'
import type { RuleSet } from './rule-sets.ts'
import type { StageId } from './stages.ts'

/** The result of one claim of KEP-5284 in a table. */
export interface ClaimVerdict {
  readonly quote: Quote
  /** The relation between cells that makes it true. */
  readonly means: string
  /** `undefined` where a cell is not decided. */
  readonly holds: boolean | undefined
}

type Codes = (stage: StageId, rules: RuleSet) => number | undefined

interface Claim extends Omit<ClaimVerdict, 'holds'> {
  readonly holds: (code: Codes) => boolean
}

const WITHOUT: readonly StageId[] = ['old', 'off', 'rolled-back', 'downgraded']

/** The KEP's claims about every impersonated request, for any policy. */
const CLAIMS: readonly Claim[] = [
  {
    quote: { section: 'Goals', words: 'existing impersonation flows keep working as-is.' },
    means: 'With the old rules alone, the gate changes no answer.',
    holds: (code) => code('on', 'old') === code('old', 'old'),
  },
  {
    quote: {
      section: 'Upgrade / Downgrade Strategy',
      words: 'the permission with `impersonate-on:{verb}` and `impersonate:` verb will be ignored.',
    },
    means: 'Without the gate, or with it off, the new rules change no answer.',
    holds: (code) => WITHOUT.every((stage) => code(stage, 'both') === code(stage, 'old')),
  },
  {
    quote: {
      section: 'Old kube-apiserver, new impersonate-on: and impersonate: permission',
      words: 'The impersonator will be denied to impersonate.',
    },
    means: 'With the new rules alone, nothing is allowed without the gate, or with it off.',
    holds: (code) => WITHOUT.every((stage) => code(stage, 'new') !== 200),
  },
  {
    quote: {
      section: 'Risks and Mitigations',
      words: 'all these permission for constrained impersonation are strictly additive',
    },
    means: 'What the old rules allow with the gate on, the old and the new together allow.',
    holds: (code) => code('on', 'old') !== 200 || code('on', 'both') === 200,
  },
]

/** Whether the KEP’s claims hold in a table, from the results of its cells. */
export function verdicts(
  cells: readonly (Pick<Cell, 'stage' | 'rules'> & { readonly outcome: Pick<CellOutcome, 'code'> })[],
): readonly ClaimVerdict[] {
  const code: Codes = (stage, rules) => cells.find((cell) => cell.stage === stage && cell.rules === rules)?.outcome.code
  const decided = cells.every(({ outcome }) => outcome.code !== undefined)
  return CLAIMS.map(({ quote, means, holds }) => ({ quote, means, holds: decided ? holds(code) : undefined }))
}
