import { attributesOf, decider, plainText, sentences } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { auditEvent, markdown } from '@authz-playground/engine/report'
import { EXAMPLES } from '@authz-playground/examples'
import { layOutPicture, stillSvg } from '@authz-playground/pictures'
import { staticHtml } from '@authz-playground/pictures/html'
import { expect, it } from 'vitest'

const decide = await decider()

/** Verbs that leave no constraint in the audit event: that of legacy, and that of the designs with one review. */
const WITHOUT_CONSTRAINT: ReadonlySet<string> = new Set(['impersonate', 'constrainedimpersonate'])

/** What a text says let the target in: the constraint of the audit event, or undefined where it says that legacy did. */
function letIn(text: string): string | undefined {
  const plain = text.replace(/<[^>]*>|`/g, '')
  const [, verb = 'nothing'] = /Impersonation was allowed by (?:the legacy verb )?([^\s,]+)/.exec(plain) ?? []
  return WITHOUT_CONSTRAINT.has(verb) ? undefined : verb
}

const impersonating = EXAMPLES.flatMap((example) => {
  const { trace, request, design } = decide(example.scenario, { cel: CEL })
  const impersonated = trace?.outcome.kind === 'allowed' && trace.impersonatedUser !== undefined
  return impersonated && request.request ? [{ example, trace, request: request.request, design }] : []
})

it('some examples impersonate by a mode, some by the legacy verb', () => {
  const constraints = new Set(impersonating.map(({ trace }) => trace.constraint))
  expect(constraints.size).toBeGreaterThan(4)
  expect(constraints).toContain(undefined)
})

it.each(impersonating.map((one) => [one.example.id, one] as const))(
  '%s: sentence, Markdown, page and picture say as the audit event what let the target in',
  (_, { example, trace, request, design }) => {
    const asked = attributesOf(request, trace.requestor)
    const event = auditEvent(trace, design, request, asked.ok ? asked.attributes : undefined)
    const audited = /"impersonationConstraint":"([^"]*)"/.exec(JSON.stringify(event))?.[1]
    const said = sentences(trace, request)
    const { title, scenario } = example
    const document = { title, explanation: '', scenario, expect: [] }
    const input = { document, trace, request, design, chart: layOutPicture(design.graph, trace.steps) }
    const svg = stillSvg(input)
    const texts = {
      sentence: plainText(said.because),
      markdown: markdown(trace, design.graph, said),
      page: staticHtml(input),
      picture: svg,
    }
    const found = Object.entries(texts).map(([where, text]) => [where, letIn(text)])
    expect(found).toEqual(Object.keys(texts).map((where) => [where, audited]))
    const [, held] = / the requestor holds (\S+) for the whole target/.exec(svg) ?? []
    if (held !== undefined) expect(held === 'impersonate' ? undefined : held).toBe(audited)
  },
)
