import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decided, decider, type Scenario } from '../decide/index.ts'
import { constrained, loadDesigns } from '../designs/index.ts'
import type { PlainUser } from '../kube/index.ts'
import { checkViews, highlightsFor, markdown } from '../report/index.ts'
import { leavesGraph } from '../trace/index.ts'
import { plainText, sentences } from '../words/index.ts'

const DESIGNS = await loadDesigns()

const GROUP = 'rbac.authorization.k8s.io'
const API = `apiVersion: ${GROUP}/v1`
const RESOURCES = 'roles, clusterroles, rolebindings, clusterrolebindings'
const POLICY = `${API}
kind: ClusterRole
metadata: {name: writer}
rules:
- {apiGroups: [${GROUP}], resources: [${RESOURCES}], verbs: [create, update, patch]}
- {apiGroups: [""], resources: [pods], verbs: [get, list]}
- {apiGroups: [""], resources: ["*/log"], verbs: ["*"]}
- {apiGroups: [""], resources: [configmaps], resourceNames: [a], verbs: [get]}
- {nonResourceURLs: ["/healthz*"], verbs: [get]}
---
${API}
kind: ClusterRoleBinding
metadata: {name: writers}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: writer}
subjects: [{kind: User, name: bob}, {kind: User, name: eve}]
---
${API}
kind: ClusterRole
metadata: {name: may-bind}
rules:
- {apiGroups: [${GROUP}], resources: [roles, clusterroles], verbs: [bind, escalate], resourceNames: [secrets]}
---
${API}
kind: ClusterRoleBinding
metadata: {name: may-bind}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: may-bind}
subjects: [{kind: User, name: eve}]
---
${API}
kind: Role
metadata: {name: secrets, namespace: prod, labels: {app: web}}
rules:
- {apiGroups: [""], resources: [secrets], verbs: [get]}
---
${API}
kind: RoleBinding
metadata: {name: secrets, namespace: prod}
roleRef: {apiGroup: ${GROUP}, kind: Role, name: secrets}
subjects: [{kind: User, name: jane}]
`

const decide = await decider()

function scenario(line: string, body: string, requestor: PlainUser, headers: readonly string[] = []): Scenario {
  const type = headers.some((header) => /^content-type/i.test(header)) ? [] : ['Content-Type: application/yaml']
  return {
    version: 2,
    policy: POLICY,
    request: { form: 'http', text: [`${line} HTTP/1.1`, ...type, ...headers, '', body].join('\n') },
    requestor,
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
}

const BOB: PlainUser = { username: 'bob' }
const EVE: PlainUser = { username: 'eve' }
const ROLES = `/apis/${GROUP}/v1/namespaces/prod/roles`
const BINDINGS = `/apis/${GROUP}/v1/namespaces/prod/rolebindings`

function post(body: string, user = BOB, to = ROLES): Decided {
  return decide(scenario(`POST ${to}`, body, user))
}

function role(...rules: readonly string[]): string {
  return ['kind: Role', 'metadata: {name: new}', 'rules:', ...rules.map((rule) => `- {${rule}}`)].join('\n')
}

function answerOf({ trace }: Decided): string {
  const { outcome } = trace ?? {}
  return `${outcome?.code} ${outcome !== undefined && 'message' in outcome ? outcome.message : ''}`.trim()
}

const GET_PODS = 'apiGroups: [""], resources: [pods], verbs: [get]'
const GET_SECRETS = 'apiGroups: [""], resources: [secrets], verbs: [get]'

describe('a role that is written', () => {
  it('is stored where its writer holds every rule of it, and the line of each is reported', () => {
    const { trace } = post(role(GET_PODS, 'apiGroups: [""], resources: [pods/log], verbs: [get, watch]'))
    expect(trace?.outcome).toEqual({ kind: 'allowed', code: 201 })
    expect(trace?.grant?.rules.map(({ coveredBy, range }) => [coveredBy?.rule?.range.line, range?.line])).toEqual([
      [6, 7],
      [7, 8],
      [7, 8],
    ])
  })

  it('is refused where one rule is not held, in the words of the API server', () => {
    const decided = post(role(GET_PODS, GET_SECRETS))
    expect(answerOf(decided)).toBe(
      '403 roles.rbac.authorization.k8s.io "new" is forbidden: user "bob" (groups=[]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
    )
    expect(decided.trace?.grant?.rules.map(({ coveredBy }) => coveredBy !== undefined)).toEqual([true, false])
  })

  it('shares the bounds of its scenario with earlier requests, and with no other scenario', () => {
    const names = (prefix: string) => Array.from({ length: 30 }, (_, index) => `${prefix}${index}`)
    const wide = role(
      `verbs: ${JSON.stringify(names('verb'))}, apiGroups: ${JSON.stringify(names('group'))}, resources: ${JSON.stringify(names('resource'))}`,
    )
    const one = scenario(`POST ${ROLES}`, wide, BOB)
    const afterEarlier = (count: number) => decide({ ...one, earlier: Array.from({ length: count }, () => one) })
    expect(afterEarlier(10).sent.requests.map(({ outcome }) => outcome?.code)).toEqual(Array(11).fill(403))
    const refused = afterEarlier(11)
    expect(refused.state).toBe('not-decided')
    expect(refused.errors).toMatchObject([
      { code: 'beyond-limit', message: expect.stringContaining('no more than 300,000 in all refusals of a scenario') },
    ])
    expect(afterEarlier(12).errors).toMatchObject([
      {
        code: 'beyond-limit',
        message: expect.stringMatching(/^Request 12, .* was not decided: It grants 27,000 rules/),
      },
    ])
    expect(afterEarlier(10).state).toBe('decided')
  })

  it('is asked about with the verb escalate first, which is a check of its own', () => {
    const asked = (decided: Decided) =>
      decided.trace?.steps.flatMap(({ check }) => (check?.phase === 'handler' ? [check.attributes] : []))
    expect(asked(post(role(GET_PODS)))).toMatchObject([
      { verb: 'escalate', resource: 'roles', apiVersion: '*', namespace: 'prod', name: '' },
    ])
    const put = decide(scenario(`PUT ${ROLES}/secrets`, role(GET_SECRETS).replace('new', 'secrets'), EVE), {})
    expect(asked(put)).toMatchObject([{ verb: 'escalate', name: 'secrets' }])
    expect(put.trace?.outcome.code).toBe(200)
    expect(put.trace?.grant?.waived).toBe('escalate')
  })

  it('cannot be made by a name that escalate is held for: of a create no name is known', () => {
    expect(answerOf(post(role(GET_SECRETS).replace('new', 'secrets'), EVE))).toMatch(/^403 /)
  })

  it('is not looked at where its writer is in system:masters', () => {
    const { trace } = post(role(GET_SECRETS), { username: 'root', groups: ['system:masters'] })
    expect(trace).toMatchObject({ outcome: { code: 201 }, grant: { waived: 'system:masters' } })
  })

  it('counts for the impersonated user, not for the requestor', () => {
    const policy = `${POLICY}---
${API}
kind: ClusterRole
metadata: {name: impersonator}
rules: [{apiGroups: [""], resources: [users], verbs: [impersonate]}]
---
${API}
kind: ClusterRoleBinding
metadata: {name: impersonators}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: impersonator}
subjects: [{kind: User, name: ctl}]
`
    const asBob = scenario(`POST ${ROLES}`, role(GET_PODS), { username: 'ctl' }, ['Impersonate-User: bob'])
    expect(decide({ ...asBob, policy }).trace).toMatchObject({
      outcome: { code: 201 },
      grant: { user: { username: 'bob' } },
    })
  })

  it('is validated only once its rules are covered, and the field is pointed at', () => {
    const decided = post(role('verbs: [get]'))
    expect(answerOf(decided)).toMatch(/^422 Role.rbac.authorization.k8s.io "new" is invalid: \[rules\[0\].apiGroups/)
    expect(decided.write?.diagnostics.map(({ severity, range }) => [severity, range.source, range.line])).toEqual([
      ['warning', 'request', 7],
      ['warning', 'request', 7],
    ])
    expect(answerOf(post(role('verbs: [get]', GET_SECRETS)))).toMatch(/^403 /)
  })

  it('is refused where its body cannot be decoded, in the words of the API server and with the place of it', () => {
    const wrongType = post('kind: Role\nmetadata: {name: new}\nrules: text\n')
    expect(answerOf(wrongType)).toBe(
      '400 Role in version "v1" cannot be handled as a Role: json: cannot unmarshal string into Go struct field Role.rules of type []v1.PolicyRule',
    )
    expect(wrongType.write?.diagnostics).toMatchObject([
      { severity: 'warning', path: 'rules', range: { source: 'request', line: 6 } },
    ])
    const sent = (type: string, body: string) =>
      answerOf(decide(scenario(`POST ${ROLES}`, body, BOB, [`Content-Type: ${type}`]), {}))
    const unrecognized = '400 the object provided is unrecognized (must be of type Role): '
    const interpreting = `${unrecognized}couldn't get version/kind; json parse error: `
    expect(sent('application/json', '{"kind": Role}')).toBe(
      `${interpreting}invalid character 'R' looking for beginning of value ({"kind": Role})`,
    )
    expect(sent('application/json', '{"kind": "Role", "metadata": {"name": "éé')).toBe(
      `${interpreting}unexpected end of JSON input ({"kind": "Role", "metadata": { ...)`,
    )
    expect(sent('application/json', '{} x')).toBe(`${interpreting}invalid character 'x' after top-level value ({} x)`)
    expect(sent('application/json', '-')).toBe(`${interpreting}invalid character ' ' in numeric literal (2d)`)
    expect(sent('application/json', '{"kind": 3}')).toBe(
      `${interpreting}json: cannot unmarshal number into Go struct field .kind of type string ({"kind": 3})`,
    )
    expect(sent('application/yaml', 'rules: [\nkind: Role\n\n')).toBe(
      `${unrecognized}yaml: line 3: did not find expected ',' or ']' (72756c65733a205b0a6b696e643a20526f6c650a0a)`,
    )
    expect(sent('application/yaml', 'apiVersion: a/b/c\n')).toBe(
      `${unrecognized}unexpected GroupVersion string: a/b/c (61706956657273696f6e3a20612f622f630a)`,
    )
    expect(sent('application/vnd.kubernetes.protobuf', 'k8s')).toBe(
      `${unrecognized}provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] (6b3873)`,
    )
  })

  it('of JSON is refused for what is wrong first in its text, and of YAML for what is first by its keys', () => {
    const refusedFor = (type: string) =>
      answerOf(decide(scenario(`POST ${ROLES}`, '{"rules": 1, "metadata": 2}', BOB, [`Content-Type: ${type}`]), {}))
    expect(refusedFor('application/json')).toMatch(/number into Go struct field Role\.rules /)
    expect(refusedFor('application/yaml')).toMatch(/number into Go struct field Role\.metadata /)
  })

  it('is not decided where its words are not known, with the place of what is wrong', () => {
    const kind = post('kind: Rol\nmetadata: {name: new}\n')
    expect(kind).toMatchObject({ state: 'not-decided', errors: [{ code: 'another-kind', range: { line: 4 } }] })
    expect(post('apiVersion: v1\nkind: Pod\n')).toMatchObject({ errors: [{ code: 'another-kind' }] })
    // A real one begins with these bytes, and no text does.
    const protobuf = scenario(`POST ${ROLES}`, 'k8s\0', BOB, ['Content-Type: application/vnd.kubernetes.protobuf'])
    expect(decide(protobuf)).toMatchObject({ errors: [{ code: 'not-played' }] })
  })

  it('of nothing is an object without fields', () => {
    for (const body of ['null', '# nothing']) {
      expect(answerOf(post(body))).toBe(
        `422 Role.${GROUP} "" is invalid: metadata.name: Required value: name or generateName is required`,
      )
    }
  })

  it('lacks the values under a misspelt key: nothing is guessed', () => {
    const misspelt = post(role('apiGroups: [""], resources: [pods], verb: [get]'))
    expect(answerOf(misspelt)).toBe(
      `422 Role.${GROUP} "new" is invalid: rules[0].verbs: Required value: verbs must contain at least one value`,
    )
    expect(misspelt.write?.diagnostics.map(({ code }) => code)).toContain('unknown-field')
  })

  it('needs full authority for an aggregation rule', () => {
    const body = `kind: ClusterRole\nmetadata: {name: all}\naggregationRule:\n  clusterRoleSelectors: [{matchLabels: {a: b}}]\n`
    const decided = post(body, BOB, `/apis/${GROUP}/v1/clusterroles`)
    expect(answerOf(decided)).toBe(
      '403 clusterroles.rbac.authorization.k8s.io "all" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    )
    expect(decided.trace?.grant?.rules.map(({ forAggregation }) => forAggregation)).toEqual([true, true])
  })
})

describe('a binding that is written', () => {
  const binding = (kind: string, name: string) =>
    `kind: RoleBinding\nmetadata: {name: new}\nroleRef: {kind: ${kind}, name: ${name}}\nsubjects: [{kind: User, name: jane}]\n`

  it('asks for bind on the role that it names, and then for the rules of that role', () => {
    expect(answerOf(post(binding('Role', 'secrets'), EVE, BINDINGS))).toBe('201')
    const refused = post(binding('Role', 'secrets'), BOB, BINDINGS)
    expect(answerOf(refused)).toMatch(/^403 rolebindings\.rbac.* "new" is forbidden: /)
    expect(refused.trace?.grant).toMatchObject({ roleRef: { name: 'secrets' }, rules: [{ range: { line: 33 } }] })
    expect(answerOf(post(binding('ClusterRole', 'writer'), BOB, BINDINGS))).toBe('201')
  })

  it('is a 404 of its own resource where the role is not there', () => {
    expect(answerOf(post(binding('Role', 'gone'), BOB, BINDINGS))).toBe(
      '404 rolebindings.rbac.authorization.k8s.io "gone" not found',
    )
  })

  it('must name an existing role, and for a default role the fix is named', () => {
    const because = ({ trace, request: read }: Decided) =>
      trace && read?.request && plainText(sentences(trace, read.request).because)
    const gone = because(post(binding('Role', 'gone'), BOB, BINDINGS))
    expect(gone).toMatch(/The role that it binds does not exist, .*: create it first, or hold bind on it\.$/)
    const view = because(post(binding('ClusterRole', 'view'), BOB, BINDINGS))
    expect(view).toMatch(/: let the default roles count, as view is one of them\.$/)
    const patched = scenario(`PATCH ${BINDINGS}/gone`, '{}', BOB, ['Content-Type: application/merge-patch+json'])
    expect(because(decide(patched))).toMatch(/"gone" not found$/)
  })
})

describe('an update', () => {
  const patch = (body: string, to = `${ROLES}/secrets`) =>
    decide(scenario(`PATCH ${to}`, body, BOB, ['Content-Type: application/merge-patch+json']))

  it('must cover all rules of the resulting role, not only the added ones', () => {
    expect(answerOf(patch('{"metadata": {"labels": {"app": "db"}}}'))).toMatch(/^403 /)
  })

  it('is not looked at where only the garbage collector’s fields change', () => {
    const decided = patch('{"metadata": {"finalizers": ["example.com/x"]}}')
    expect(answerOf(decided)).toBe('200')
    expect(decided.trace?.grant?.waived).toBe('only-garbage-collection')
  })

  it('is refused where a patch is no JSON, which all but applies are', () => {
    const [body, words] = [
      '{"metadata": {labels: 1}}',
      "invalid character 'l' looking for beginning of object key string",
    ]
    expect(answerOf(patch(body))).toBe(`400 error decoding patch: ${words}`)
    expect(answerOf(patch(body, `${ROLES}/secrets?fieldValidation=Ignore`))).toBe('400 Invalid JSON Patch')
    const strategic = scenario(`PATCH ${ROLES}/secrets`, body, BOB, [
      'Content-Type: application/strategic-merge-patch+json',
    ])
    const decided = decide(strategic)
    expect(answerOf(decided)).toBe(`400 ${words}`)
    expect(decided.write?.diagnostics).toMatchObject([{ code: 'body-is-no-json', range: { line: 4 } }])
  })

  it('of what is not there is a 404 as a patch, and a create as a PUT', () => {
    expect(answerOf(patch('{}', `${ROLES}/none`))).toBe('404 roles.rbac.authorization.k8s.io "none" not found')
    const put = decide(scenario(`PUT ${ROLES}/new`, role(GET_PODS), BOB))
    expect(answerOf(put)).toBe('201')
    expect(put.trace?.steps.flatMap(({ check }) => (check ? [check.attributes.verb] : []))).toEqual([
      'update',
      'escalate',
      'create',
    ])
  })

  it('keeps the role of a binding', () => {
    const body = `kind: RoleBinding\nmetadata: {name: secrets}\nroleRef: {kind: ClusterRole, name: writer}\n`
    const put = decide(scenario(`PUT ${BINDINGS}/secrets`, body, BOB))
    expect(answerOf(put)).toBe(
      `422 RoleBinding.${GROUP} "secrets" is invalid: roleRef: Invalid value: {"APIGroup":"${GROUP}","Kind":"ClusterRole","Name":"writer"}: cannot change roleRef`,
    )
  })
})

describe('a request without a body', () => {
  it('is answered once it is authorized, whatever its handler would say', () => {
    expect(decide(scenario(`POST ${ROLES}`, '', BOB)).trace?.outcome.code).toBe(200)
  })
})

const lines = fc.constantFrom(
  `POST ${ROLES}`,
  `PUT ${ROLES}/new`,
  `PATCH ${ROLES}/secrets`,
  `POST ${BINDINGS}`,
  `PUT ${BINDINGS}/secrets`,
  `POST /apis/${GROUP}/v1/clusterroles`,
  `PATCH /apis/${GROUP}/v1/clusterroles/writer`,
)
const GONE = 'roleRef: {kind: Role, name: gone}\nmetadata: {name: new}\n'
const bodies = fc.constantFrom(
  role(GET_PODS),
  role(GET_SECRETS),
  role('verbs: []'),
  'kind: ClusterRole\nmetadata: {name: writer}\naggregationRule: {clusterRoleSelectors: [{}]}\n',
  'metadata: {name: secrets}\nroleRef: {kind: Role, name: secrets}\n',
  GONE,
  '[]',
  'rules: [',
  '{"rules": null}',
)
const users = fc.constantFrom(BOB, EVE, { username: 'root', groups: ['system:masters'] })
const types = fc.constantFrom('application/yaml', 'application/merge-patch+json', 'text/plain')

describe('every design', () => {
  it('walks over its graph when a role is written, and says in words what came of it', () => {
    const codes = new Set<number>()
    fc.assert(
      fc.property(fc.constantFrom(...DESIGNS), lines, bodies, users, types, (design, line, body, user, type) => {
        const asked = scenario(line, body, user, [`Content-Type: ${type}`])
        if (design.readsConditions !== undefined) return
        const { trace, request } = decide({ ...asked, design: design.id }, { evenPartly: true })
        if (trace === undefined || request.request === undefined) return
        expect(leavesGraph(trace.steps, design.graph)).toBeUndefined()
        expect(sentences(trace, request.request).answer[0]).toMatch(/^\d{3}: /)
        codes.add(trace.outcome.code)
      }),
      // Few of all runs bind a role that is not there.
      { numRuns: 400, examples: [[constrained, `POST ${BINDINGS}`, GONE, BOB, 'application/yaml']] },
    )
    expect([...codes].sort()).toEqual(expect.arrayContaining([200, 201, 403, 404, 415, 422]))
  })
})

/** A role that grants one thing that bob holds and one that he does not. */
const PODS_AND_SECRETS = (() => {
  const body = role('apiGroups: [""], resources: [pods, secrets], verbs: [get]')
  const written = scenario(`POST ${ROLES}`, body, BOB)
  return { ...decide(written), scenario: written }
})()

describe('a report of an answer', () => {
  const reported = ({ trace, design }: Pick<Decided, 'trace' | 'design'>) =>
    trace === undefined ? '' : markdown(trace, design.graph, { answer: [], because: [] })

  it('lists what would be granted: what is not held in front, and what covers the rest', () => {
    expect(reported(PODS_AND_SECRETS)).toContain(`
What it would grant, compared with what \`bob\` holds in namespace \`prod\`:

- \`get\` on \`secrets\`: not held
- \`get\` on \`pods\`: held by line 6, of ClusterRole \`writer\`
`)
  })

  it('counts what is too much to list', () => {
    const names = Array.from({ length: 30 }, (_, at) => `a${at}`).join(', ')
    const text = reported(
      post(role(`apiGroups: [""], resources: [configmaps], resourceNames: [${names}], verbs: [list]`)),
    )
    expect(text.match(/: not held$/gm)).toHaveLength(20)
    expect(text).toContain('- 10 more, 10 of them not held\n')
  })

  it('lists nothing where nothing was compared', () => {
    const masters = { username: 'root', groups: ['system:masters'] }
    expect(reported(post(role('apiGroups: [""], resources: [pods], verbs: [get]'), masters))).not.toContain(
      'would grant',
    )
    expect(reported(post('kind: Role\nmetadata: {name: new}'))).not.toContain('would grant')
  })
})

describe('what lights up with the check of a role', () => {
  const both = () => {
    const { trace, request, scenario } = PODS_AND_SECRETS
    if (trace === undefined || request.request === undefined) throw new Error('not decided')
    return { trace, checks: checkViews(trace, request.request, scenario.request) }
  }

  it('is the rule in the body, and what covers it in the policy', () => {
    const answer = both()
    const step = answer.trace.steps.findIndex(({ check }) => check?.purpose === 'escalate')
    const { texts, request } = highlightsFor({ kind: 'step', step }, answer)
    expect(texts.map(({ line }) => line)).toEqual([6, 11])
    expect(request.map(({ line }) => line)).toEqual([1, 7])
  })

  it('is of one rule that alone, and nothing of the policy where it is not held', () => {
    const answer = both()
    const lines = (rule: number) => {
      const { texts, request, steps } = highlightsFor({ kind: 'granted', rule }, answer)
      expect(steps.size).toBe(1)
      return { texts: texts.map(({ line }) => line), request: request.map(({ line }) => line) }
    }
    expect(lines(0)).toEqual({ texts: [6, 11], request: [7] })
    expect(lines(1)).toEqual({ texts: [], request: [7] })
    expect(lines(2)).toEqual({ texts: [], request: [] })
  })
})
