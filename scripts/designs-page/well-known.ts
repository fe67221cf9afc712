import type { Scenario } from '@authz-playground/engine'
import { EXAMPLES } from '@authz-playground/examples'
import { DESIGNS, outcomeIfDecided } from './decided.ts'
import { listed, table } from './markdown.ts'

/** Requests that everybody knows from the documents, by the example that has their policy. */
const WELL_KNOWN: readonly { readonly short: string; readonly what: string; readonly example: string }[] = [
  { short: 'A', what: 'docs: list pods as jane', example: 'docs-user-list' },
  { short: 'B', what: 'docs: delete a pod as jane, which is not granted', example: 'docs-user-delete' },
  { short: 'C', what: 'docs: create a deployment as a service account', example: 'docs-serviceaccount-create' },
  { short: 'D', what: 'docs: the node agent lists the pods of its own node', example: 'docs-node-list' },
  { short: 'E', what: 'KEP-5284: list pods as someUser', example: 'kep-proposal-mended' },
  { short: 'F', what: 'KEP-5284, story 1: the node I am running on', example: 'kep-story-1-mended' },
  { short: 'G', what: 'KEP-5284, story 2: the console of a virtual machine', example: 'kep-story-2-console' },
  { short: 'H', what: 'list pods with the verb `impersonate` alone', example: 'legacy-fallback' },
  { short: 'I', what: 'two grants of one controller, combined in an unintended way', example: 'union-of-grants' },
]

const SCENARIOS = WELL_KNOWN.map(({ example }): Scenario => {
  const found = EXAMPLES.find(({ id }) => id === example)
  if (found === undefined) throw new Error(`no example is called ${example}`)
  return found.scenario
})

/** Code and checks of each well-known request, by design. */
const OUTCOMES = new Map(
  DESIGNS.map(({ id }) => [id, SCENARIOS.map((scenario) => outcomeIfDecided({ ...scenario, design: id }))] as const),
)

/** One policy and one request, under every design. */
export function wellKnownRequests(): string {
  const rows = [...OUTCOMES].map(([id, outcomes]) => [
    `\`${id}\``,
    ...outcomes.map((seen) => (seen === undefined ? '–' : `${seen.code} · ${seen.checks}`)),
  ])
  return [
    '## The documents’ own requests, under every design',
    'Each with the policy that its document prints, and the same for every design: the client’s code, and the number of checks. A design that has other words for the same permission is refused here; what each can say in its own words follows below. “–”: the design decides by the request’s body, and the document prints none.',
    WELL_KNOWN.map(({ short, what }) => `- **${short}** ${what}`).join('\n'),
    table(['', ...WELL_KNOWN.map(({ short }) => short)], rows),
  ].join('\n\n')
}

/** How a design answers them beside the released one: "Answers A to I as `constrained` does, but C (403) and D (403)." */
export function besideReleased(id: string): string {
  const released = OUTCOMES.get('constrained') ?? []
  const own = OUTCOMES.get(id) ?? []
  const differing = WELL_KNOWN.flatMap(({ short }, at) => {
    const code = own[at]?.code
    return code === undefined || code === released[at]?.code ? [] : [`${short} (${code})`]
  })
  if (id === 'constrained') {
    const allowed = WELL_KNOWN.flatMap(({ short }, at) => (released[at]?.code === 200 ? [short] : []))
    return `Of the documents’ own requests it allows ${listed(allowed)}.`
  }
  if (differing.length === 0) return 'Answers all of the documents’ own requests as `constrained` does.'
  return `Answers the documents’ own requests as \`constrained\` does, except ${listed(differing)}.`
}
