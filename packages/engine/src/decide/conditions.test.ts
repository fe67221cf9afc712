import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AuthorizationMode } from '../authorizers/index.ts'
import { CEL } from '../cel/index.ts'
import type { PlainUser } from '../kube/index.ts'
import { auditEvent, increments, markdown, reviewYAML, subjectAccessReview } from '../report/index.ts'
import { conditionsLeft, conditionsReviews } from '../trace/index.ts'
import { plainText, questionInWords, sentences } from '../words/index.ts'
import { type Decided, decider, mostReviews, needsConditions, type Scenario } from './index.ts'

const decide = await decider()

describe('access rules and a webhook', () => {
  const rule = (condition: string) => `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: readers}
rule:
  entries:
  - effect: Allow
    condition: '${condition}'
`
  const asking = (condition: string, modes: readonly AuthorizationMode[]): Scenario => ({
    version: 2,
    policy: rule(condition),
    request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1' },
    requestor: { username: 'ctl' },
    cluster: { version: '1.36', authorizationModes: modes },
    design: 'constrained',
  })
  const withCEL = { cel: CEL }

  it('decide, each by its own mode', () => {
    const allowing = asking('principal.username == "ctl"', ['RBAC', 'AccessRules'])
    expect(needsConditions(allowing)).toBe(true)
    expect(decide(allowing, withCEL).trace?.outcome.code).toBe(200)
    expect(() => decide(allowing)).toThrow('the language of conditions was not given')
    const table = '- match: {user: ctl, resourceAttributes: {verb: list}}\n  answer: Deny\n  reason: not today\n'
    const denied = decide({ ...asking('true', ['Webhook']), webhook: table }).trace?.outcome
    expect(denied).toMatchObject({ code: 403, message: expect.stringMatching(/: not today$/) })
  })

  it('keep a scenario from being decided where they cannot be read', () => {
    const bad = decide(asking('principal.nam == "ctl"', ['AccessRules']), withCEL)
    expect([bad.state, bad.errors]).toMatchObject([
      'not-decided',
      [{ code: 'cel-unknown-field', range: { source: 'policy', line: 7, column: 17 } }],
    ])
    expect(bad.cluster.policy.diagnostics).toEqual(bad.errors)
    const table = decide({ ...asking('true', ['Webhook']), webhook: '- answer: Maybe\n' })
    expect([table.state, table.errors]).toMatchObject(['not-decided', [{ code: 'wrong-answer' }]])
  })

  it('are named where nobody asks them', () => {
    const { state, cluster } = decide(asking('nonsense', ['RBAC']))
    expect([state, cluster.policy.diagnostics]).toMatchObject([
      'decided',
      [{ severity: 'warning', code: 'unused-access-rule' }],
    ])
  })

  it('answer 500 where the webhook fails and nobody allows', () => {
    const failing = { ...asking('true', ['Webhook']), webhook: '- answer: Error\n  reason: dial tcp <nil>\n' }
    expect(decide(failing).trace?.outcome).toEqual({
      kind: 'internal-error',
      code: 500,
      message: 'Internal Server Error: "/api/v1/namespaces/prod/pods": dial tcp &lt;nil&gt;',
    })
  })
})

/** Access rules with one entry each. */
function rules(...entries: readonly (readonly [effect: string, condition: string])[]): string {
  return entries
    .map(
      ([effect, condition], index) => `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: rule-${index}}
rule:
  entries:
  - effect: ${effect}
    condition: >-
      ${condition}
`,
    )
    .join('---\n')
}

/** The deputy sends a request with headers of impersonation under a design. */
function impersonating(
  design: string,
  policy: string,
  headers: Readonly<Record<string, string>>,
  { target = '/api/v1/namespaces/prod/pods', requestor = { username: 'deputy' }, ...rest }: Asking = {},
): Decided {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return decide(
    {
      version: 2,
      policy,
      request: { form: 'http', text: [`GET ${target} HTTP/1.1`, ...lines].join('\n') },
      requestor,
      cluster: { version: '1.36', authorizationModes: ['RBAC', 'AccessRules'] },
      design,
      ...rest,
    },
    { cel: CEL },
  )
}

interface Asking extends Partial<Scenario> {
  readonly target?: string
  readonly requestor?: PlainUser
}

const code = ({ trace, errors }: Decided) => {
  expect(errors).toEqual([])
  return trace?.outcome.code
}
const asked = ({ trace }: Decided) =>
  trace?.steps.flatMap(({ check }) =>
    check ? [`${check.attributes.verb} ${check.attributes.resource} ${check.attributes.name}`.trim()] : [],
  )

/** Allows the impersonated user to make the request. */
const SERVED = ['Allow', 'action in ["get", "list"]'] as const

describe('conditional authorization', () => {
  const node = '"system:serviceaccounts" in principal.groups && action == "impersonate" && '
  const agent = {
    username: 'system:serviceaccount:foo:bar',
    groups: ['system:serviceaccounts'],
    extra: { 'authentication.k8s.io/nodeName': ['node-1'] },
  }

  it('lets an agent act as the node that it runs on, and no other', () => {
    const policy = rules(SERVED, [
      'Allow',
      `${node}"system:nodes" in resource.groups && resource.username == "system:node:" + principal.extra["authentication.k8s.io/nodeName"][0]`,
    ])
    const as = (name: string, rest: Asking = {}) =>
      impersonating('conditional', policy, { 'Impersonate-User': `system:node:${name}` }, { requestor: agent, ...rest })
    expect(code(as('node-1'))).toBe(200)
    expect(code(as('node-2'))).toBe(403)
    const reading = { assumptions: { conditional: { 'implied-groups': 'as-asked' } } }
    expect(code(as('node-1', reading))).toBe(403)
  })

  it('shows what was left to evaluate, and what came of it', () => {
    const policy = rules(SERVED, [
      'Allow',
      'action == "impersonate" && context.requestAttr.resource == "pods" && context.requestAttrs.verb in ["get", "list"]',
    ])
    const decided = impersonating('conditional', policy, { 'Impersonate-User': 'jane' })
    expect(code(decided)).toBe(200)
    const [first] = decided.trace?.steps.flatMap(({ check }) => (check ? [check] : [])) ?? []
    expect(first?.answer.parts?.find(({ name }) => name === 'AccessRules')?.conditions?.at(-1)?.condition).toBe(
      'impersonatedRequest.resource == "pods" && impersonatedRequest.verb in ["get", "list"]',
    )
    expect(first?.settled?.decision).toBe('Allow')
    expect(
      code(impersonating('conditional', policy, { 'Impersonate-User': 'jane' }, { target: '/api/v1/nodes' })),
    ).toBe(403)
  })

  it('is refused by a design whose server evaluates no conditions', () => {
    const policy = rules(SERVED, ['Allow', 'action == "impersonate" && resource.username == "jane"'])
    expect(code(impersonating('conditional', policy, { 'Impersonate-User': 'jane' }))).toBe(200)
    expect(code(impersonating('legacy', policy, { 'Impersonate-User': 'jane' }))).toBe(403)
  })
})

describe('compound authorization', () => {
  const own = 'action == "constrainedimpersonate" && '

  it('asks about each part of the target, and each condition sees all of it', () => {
    const policy = rules(
      SERVED,
      ['Allow', `${own}request.attributes.resource == "users" && request.attributes.name == "jane"`],
      [
        'Allow',
        `${own}request.attributes.resource == "groups" && request.attributes.name == "devs" && resource.username == "jane"`,
      ],
    )
    const headers = { 'Impersonate-User': 'jane', 'Impersonate-Group': 'devs' }
    const allowed = impersonating('compound', policy, headers)
    expect(code(allowed)).toBe(200)
    expect(asked(allowed)).toEqual([
      'constrainedimpersonate users jane',
      'constrainedimpersonate groups devs',
      'list pods',
    ])
    expect(code(impersonating('compound', policy, { ...headers, 'Impersonate-User': 'bob' }))).toBe(403)
    expect(code(impersonating('compound', policy, { ...headers, 'Impersonate-Uid': '1' }))).toBe(403)
  })

  it('asks about service accounts and nodes as such, and gives nodes their group', () => {
    const policy = rules(['Allow', 'true'])
    const as = (user: string) => impersonating('compound', policy, { 'Impersonate-User': user })
    expect(asked(as('system:serviceaccount:prod:sa'))?.[0]).toBe('constrainedimpersonate serviceaccounts sa')
    const node = as('system:node:n1')
    expect(asked(node)?.[0]).toBe('constrainedimpersonate nodes n1')
    expect(node.trace?.impersonatedUser?.groups).toEqual(['system:nodes', 'system:authenticated'])
  })
})

describe('condition sets that the authorizer evaluates itself', () => {
  const policy = rules(
    ['Allow', 'request.verb == "impersonate" && impersonatedRequest.verb == "list"'],
    ['Allow', 'request.verb == "list"'],
  )
  const headers = { 'Impersonate-User': 'jane', 'Impersonate-Group': 'dev' }
  const by = (evaluator: string, text = policy) =>
    impersonating('condition-sets', text, headers, { assumptions: { 'condition-sets': { evaluator } } })
  const reviews = ({ trace }: Decided) =>
    trace?.steps.flatMap(({ check }) => (check === undefined ? [] : [conditionsReviews(check)]))
  const evaluation = ({ trace }: Decided) =>
    trace?.steps.flatMap(({ edge, because }) => (edge?.startsWith('E') ? [plainText(because ?? [])] : []))

  it('cost a further review for each that it answers with conditions, and the answer is the same', () => {
    expect([code(by('builtin')), reviews(by('builtin'))]).toEqual([200, [0, 0, 0]])
    expect([code(by('authorizer')), reviews(by('authorizer'))]).toEqual([200, [1, 1, 0]])
    expect(evaluation(by('authorizer'))).toEqual([
      'the conditions of 2 reviews allow this request, by 2 AuthorizationConditionsReviews',
    ])
  })

  it('end with the first review whose conditions do not hold', () => {
    const refused = by('authorizer', policy.replace('== "list"', '== "delete"'))
    expect([code(refused), reviews(refused)]).toEqual([403, [1]])
    expect(evaluation(refused)).toEqual([
      'the conditions do not allow this request, by 1 AuthorizationConditionsReview',
    ])
  })

  it('count twice in the most reviews of the request', () => {
    const most = (evaluator: string) => mostReviews(by(evaluator), { evaluator })?.cold
    expect([most('builtin'), most('authorizer')]).toEqual([{ reviews: 3 }, { reviews: 5 }])
  })

  it('are said to be in Markdown', () => {
    const { trace, design } = by('authorizer')
    if (trace === undefined) throw new Error('nothing was decided')
    const text = markdown(trace, design.graph, { answer: [], because: [] })
    expect(text.match(/sends it an AuthorizationConditionsReview\./g)).toHaveLength(2)
  })
})

describe('unified authorization', () => {
  it('asks once, and lets through what its conditions do not mention', () => {
    const jane = 'action == "constrainedimpersonate" && resource.username == "jane"'
    const headers = { 'Impersonate-User': 'jane', 'Impersonate-Group': 'admins' }
    const careless = impersonating('unified', rules(SERVED, ['Allow', jane]), headers)
    expect(code(careless)).toBe(200)
    expect(asked(careless)).toEqual(['constrainedimpersonate users jane', 'list pods'])
    const mended = rules(SERVED, ['Allow', `${jane} && !has(context.impersonatedPrincipal.groups)`])
    expect(code(impersonating('unified', mended, headers))).toBe(403)
    expect(code(impersonating('unified', mended, { 'Impersonate-User': 'jane' }))).toBe(200)
  })

  it('agrees with compound where conditions mention only the username, and headers give only that', () => {
    const name = fc.constantFrom('jane', 'bob', 'system:node:n1', 'system:serviceaccount:prod:sa', 'system:node:')
    const condition = fc.oneof(
      name.map((one) => `resource.username == "${one}"`),
      name.map((one) => `resource.username.startsWith("${one}")`),
      name.map((one) => `!(resource.username in ["${one}", "jane"])`),
      fc.constant('resource.username[0] == "j"'),
    )
    const policy = fc
      .array(fc.tuple(fc.constantFrom('Allow', 'Allow', 'Deny', 'NoOpinion'), condition), {
        minLength: 1,
        maxLength: 4,
      })
      .map((entries) =>
        rules(
          SERVED,
          ...entries.map(([effect, one]) => [effect, `action == "constrainedimpersonate" && ${one}`] as const),
        ),
      )
    fc.assert(
      fc.property(policy, name, (text, username) => {
        const [compound, unified] = ['compound', 'unified'].map((design) => {
          const { trace } = impersonating(design, text, { 'Impersonate-User': username })
          return { outcome: trace?.outcome, user: trace?.impersonatedUser }
        })
        expect(unified).toEqual(compound)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a webhook that fails', () => {
  it('is named by the impersonation filter, and by the older one not', () => {
    const webhook = '- match: {resourceAttributes: {verb: impersonate}}\n  answer: Error\n  reason: timeout\n'
    const legacy = (constrainedImpersonation: boolean) =>
      impersonating(
        'constrained',
        '',
        { 'Impersonate-User': 'jane', 'Impersonate-Group': 'devs' },
        {
          webhook,
          cluster: { version: '1.36', authorizationModes: ['Webhook'], constrainedImpersonation },
        },
      ).trace?.outcome
    expect(legacy(false)).toMatchObject({ code: 403, message: expect.not.stringContaining('timeout') })
    expect(
      impersonating(
        'legacy',
        '',
        { 'Impersonate-User': 'jane' },
        {
          webhook,
          cluster: { version: '1.36', authorizationModes: ['Webhook'] },
        },
      ).trace?.outcome,
    ).toMatchObject({ code: 403 })
  })
})

describe('a request whose authorizer fails', () => {
  it('is counted and audited as an error, without a decision', () => {
    const { trace, request, design } = impersonating(
      'constrained',
      '',
      {},
      {
        webhook: '- answer: Error\n  reason: timeout\n',
        cluster: { version: '1.36', authorizationModes: ['Webhook'] },
      },
    )
    if (trace === undefined || request.request === undefined) throw new Error('nothing was decided')
    const asked = trace.steps.find(({ check }) => check?.phase === 'request')?.check?.attributes
    expect(increments(trace, '1.36')).toEqual([
      { name: 'authorization_attempts_total', labels: { result: 'error' }, by: 1 },
    ])
    expect(JSON.stringify(auditEvent(trace, design, request.request, asked))).toContain(
      '"authorization.k8s.io/reason":"internal error"',
    )
  })
})

describe('an answer with conditions, in words', () => {
  const said = ({ trace, request }: Decided) => {
    if (trace === undefined || request.request === undefined) throw new Error('nothing was decided')
    const { answer, because } = sentences(trace, request.request)
    return [plainText(answer), plainText(because)]
  }
  const jane = (policy: string, design = 'unified') => impersonating(design, policy, { 'Impersonate-User': 'jane' })
  const own = 'action == "constrainedimpersonate" && '

  it('says that conditions held, and by which verb', () => {
    expect(said(jane(rules(SERVED, ['Allow', `${own}resource.username == "jane"`])))[1]).toBe(
      'Impersonation was allowed by constrainedimpersonate after one check, whose conditions held. It is allowed by the entry in line 6 of ClusterAccessRule rule-0.',
    )
  })

  it('says which condition did not hold, and where it stands', () => {
    expect(said(jane(rules(SERVED, ['Allow', `${own}resource.username == "bob"`])))).toEqual([
      '403: deputy may not list pods in namespace prod as jane: no condition holds that grants constrainedimpersonate on users.authentication.k8s.io named jane cluster-wide.',
      'One condition was left to evaluate: impersonatedUser.username == "bob" of line 15, and it is false.',
    ])
  })

  it('says who denies, and what failed', () => {
    expect(said(jane(rules(SERVED, ['Deny', `${own}resource.username == "jane"`])))[0]).toContain(
      'as jane: an authorizer denies constrainedimpersonate on users',
    )
    expect(said(jane(rules(SERVED, ['Deny', `${own}resource.extra["x"][0] == "a"`])))[1]).toMatch(
      /^It is denied by the entry in line 15 of ClusterAccessRule rule-1, whose condition could not be evaluated: /,
    )
  })

  it('keeps what each condition came to, and leaves out those that another came before', () => {
    const policy = rules(
      SERVED,
      ['Deny', `${own}resource.username == "jane"`],
      ['Allow', `${own}has(resource.uid)`],
      ['Allow', 'action == "impersonate" && has(resource.uid)'],
    )
    const { trace, design } = jane(policy)
    const check = trace?.steps.find(({ check }) => check?.settled)?.check
    if (trace === undefined || check === undefined) throw new Error('nothing was evaluated')
    expect(conditionsLeft(check.answer).map(({ id, came }) => [id, came])).toEqual([
      ['rule-1/0', true],
      ['rule-2/0', undefined],
    ])
    expect(reviewYAML(check)).toContain(
      '# Allow, only if (rule-2/0):\n#   has(impersonatedUser.uid)\n# not evaluated\n',
    )
    const text = markdown(trace, design.graph, { answer: [], because: [] })
    expect(text).toContain('| Conditional, then Deny | condition "rule-1/0" denied the request | line 15 |')
    expect(text).toContain('- Deny, if (line 15)\n  ```cel\n  impersonatedUser.username == "jane"\n  ```\n  true\n')
  })

  it('tells a webhook’s Deny and its failure', () => {
    const asking = (webhook: string) =>
      said(
        impersonating(
          'constrained',
          '',
          {},
          { webhook, cluster: { version: '1.36', authorizationModes: ['Webhook'] } },
        ),
      )
    expect(asking('- answer: Deny\n  reason: not today\n')).toEqual([
      '403: deputy may not list pods in namespace prod: an authorizer denies it.',
      'It is denied by the webhook, by its entry in line 1 of the webhook’s table, which says: not today',
    ])
    expect(asking('- answer: Error\n  reason: timeout\n')).toEqual([
      '500: an authorizer fails, and none allows deputy to list pods in namespace prod.',
      'It fails with: timeout',
    ])
  })
})

describe('designs that rest on conditions', () => {
  const rule = (condition: string) => `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: readers}
rule:
  entries:
  - effect: Allow
    condition: '${condition}'
`
  const under = (design: string, policy: string): Scenario => ({
    version: 2,
    policy,
    request: {
      form: 'http',
      text: 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane\nImpersonate-Access-Rule: readers',
    },
    requestor: { username: 'ctl', groups: ['system:masters'] },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design,
  })

  it('need the language of conditions, whatever the authorizers are', () => {
    for (const design of ['compiled', 'access-rule']) {
      expect(needsConditions(under(design, ''))).toBe(true)
      expect(() => decide(under(design, ''))).toThrow('the language of conditions')
    }
    expect(needsConditions(under('constrained', ''))).toBe(false)
  })

  it('have access rules read where they may be declared, and named as unused elsewhere', () => {
    const bad = rule('principal.nam == "x"')
    const declared = decide(under('access-rule', bad), { cel: CEL })
    expect([declared.state, declared.errors]).toMatchObject(['not-decided', [{ code: 'cel-unknown-field' }]])
    const elsewhere = decide(under('compiled', bad), { cel: CEL })
    expect([elsewhere.state, elsewhere.cluster.policy.diagnostics]).toMatchObject([
      'decided',
      [{ code: 'unused-access-rule' }],
    ])
  })

  it('are decided anew for each design over one policy', () => {
    const checks = (design: string) =>
      decide(under(design, rule('"x" == ""')), { cel: CEL }).trace?.steps.filter(({ check }) => check).length
    expect(['constrained', 'compiled', 'access-rule', 'constrained'].map(checks)).toEqual([3, 2, 3, 3])
  })

  it('show a review that relies on a rule as KEP-5284 sketches it', () => {
    const { trace } = decide(under('access-rule', rule('"x" == ""')), {
      cel: CEL,
    })
    const check = trace?.steps.find(({ check }) => check?.attributes.accessRule !== undefined)?.check
    if (check === undefined) throw new Error('no review relies on a rule')
    expect(subjectAccessReview(check)).toMatchObject({
      spec: {
        resourceAttributes: { verb: 'list', resource: 'pods' },
        accessRule: { kind: 'ClusterAccessRule', groupVersion: 'authorization.k8s.io/v1alpha0', name: 'readers' },
        user: 'ctl',
      },
    })
    expect(plainText(questionInWords(check))).toBe('May ctl list pods cluster-wide by the access rule readers?')
  })
})
