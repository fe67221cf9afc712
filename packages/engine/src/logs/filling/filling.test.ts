import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decider, type Scenario, traceOf } from '../../decide/index.ts'
import { constrained } from '../../designs/index.ts'
import { allowingVerbs, answeringInTurn } from '../../designs/testing.ts'
import { attributesOf, type HTTPRequest, targetOf } from '../../http/index.ts'
import { type UserInfo, userInfo } from '../../kube/index.ts'
import { auditEvent, auditYAML } from '../../report/index.ts'
import { readRequest } from '../../request/index.ts'
import type { Expectation } from '../../scenario-file/index.ts'
import type { Trace } from '../../trace/index.ts'
import { plainText } from '../../words/index.ts'
import { parseClusterOutput } from '../line/cluster-output.ts'
import { describeObservedRequest } from '../line/request-summary.ts'
import { agreementWith } from './agreement.ts'
import { type Filling, filledScenario } from './filling.ts'

const PAGE: Scenario = {
  version: 2,
  policy: '# mine',
  request: { form: 'kubectl', text: 'kubectl get secrets' },
  requestor: { username: 'page' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}

const MESSAGE = 'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "prod"'

function filled(text: string, before = PAGE): Filling {
  const [observed] = parseClusterOutput(text).requests
  if (observed === undefined) throw new Error(`nothing in ${text}`)
  return filledScenario(observed, before)
}

const remarksOf = ({ remarks }: Filling) => remarks.map((words) => plainText(words))
const missingIn = ({ missing }: Filling) => missing.map(({ words, place }) => `${place}: ${plainText(words)}`)

/** Whether a filled request can be decided. */
const decidable = ({ scenario }: Filling) =>
  readRequest(scenario.request).diagnostics.every(({ severity }) => severity !== 'error')

describe('a message with masks', () => {
  const binding = (name: string, namespace: string) =>
    `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: ${name}, namespace: ${namespace}}\nroleRef: {kind: Role, name: r, apiGroup: rbac.authorization.k8s.io}\nsubjects: [{kind: ServiceAccount, name: ${name}, namespace: ${namespace}}]\n`
  const masked = (user: string, namespace: string) =>
    `pods is forbidden: User "${user}" cannot list resource "pods" in API group "" in the namespace "${namespace}"`
  const account = 'system:serviceaccount:shop:deployer'

  it.each([
    ['system:serviceaccount:***:deployer', '***'],
    ['system:serviceaccount:<namespace>:deployer', '<namespace>'],
    ['system:serviceaccount:{REDACTED}:deployer', '{REDACTED}'],
    ['system:serviceaccount:$NAMESPACE:deployer', '$NAMESPACE'],
  ])('takes the one account and namespace of the policy that fit %s', (user, namespace) => {
    const filling = filled(masked(user, namespace), { ...PAGE, policy: binding('deployer', 'shop') })
    expect(filling.scenario.requestor.username).toBe(account)
    expect(filling.scenario.request.text).toContain('/namespaces/shop/pods')
    expect(filling.expect).toEqual([{ code: 403 }])
    expect(filling.assumed.map(plainText)[0]).toBe(
      `The user is masked here, as ${user}: ${account} is filled in, the only one that fits the policy and the rest of the text.`,
    )
  })

  it('asks where the mask is the whole name, and names those of the policy', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const asked = (count: number) =>
      missingIn(
        filled(masked('[redacted]', 'shop'), {
          ...PAGE,
          policy: names
            .slice(0, count)
            .map((one) => binding(one, 'shop'))
            .join(''),
        }),
      )[0]
    expect(asked(1)).toBe(
      'requestor: The user is masked here, as [redacted]. The policy has system:serviceaccount:shop:a. Write its name.',
    )
    expect(asked(5)).toContain('system:serviceaccount:shop:c and 2 more. Write its name.')
  })

  it('takes nobody to whom the policy grants what the cluster refused', () => {
    const role = `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r, namespace: shop}\nrules: [{apiGroups: [""], resources: [pods], verbs: [list]}]\n`
    const filling = filled(masked('system:serviceaccount:<ns>:deployer', '<ns>'), {
      ...PAGE,
      policy: role + binding('deployer', 'shop'),
    })
    expect(filling.scenario.requestor.username).toBe('system:serviceaccount:<ns>:deployer')
    expect(missingIn(filling)[0]).toContain(`By the policy ${account} may do it, so another user is meant`)
  })

  it('asks where several fit, or none', () => {
    const policy = binding('deployer', 'shop') + binding('deployer', 'lab')
    const filling = filled(masked('system:serviceaccount:***:deployer', '***'), { ...PAGE, policy })
    expect(filling.scenario.requestor.username).toBe('system:serviceaccount:***:deployer')
    expect(missingIn(filling).slice(0, 2)).toEqual([
      'requestor: The user is masked here, as system:serviceaccount:***:deployer. The policy has system:serviceaccount:shop:deployer or system:serviceaccount:lab:deployer. Write its name.',
      'request: The namespace is masked here, as ***. The policy has shop or lab. Write its name.',
    ])
  })
})

describe('a message that names no user', () => {
  const nobody = { ...PAGE, requestor: { username: '' } }
  const action = 'cannot list resource "pods" in API group "" in the namespace "prod"'

  it.each([
    `Error from server (Forbidden): pods is forbidden: User ${action}`,
    `pods is forbidden: User "" ${action}`,
    `Error: ${action}`,
    `reconcile failed: forbidden: ${action}`,
    JSON.stringify({ kind: 'Status', code: 403, message: `pods is forbidden: User ${action}` }),
  ])('is decided for one in its place: %s', (text) => {
    const filling = filled(text, nobody)
    expect(filling.scenario.requestor.username).toBe('<user>')
    expect(filling.scenario.request.text).toBe('GET /api/v1/namespaces/prod/pods HTTP/1.1\n')
    expect(filling.expect).toEqual([{ code: 403 }])
    expect(missingIn(filling)[0]).toBe(
      'requestor: The text does not name the user, so <user> is in its place. Write its name.',
    )
  })

  it('is that of the user who was entered', () => {
    expect(filled(`Error: ${action}`).scenario.requestor.username).toBe('page')
  })

  it('is not read in the words of people', () => {
    expect(parseClusterOutput('I cannot list resource pods in my namespace').requests).toEqual([])
  })
})

describe('a message fills', () => {
  const filling = filled(MESSAGE)

  it('the request and the requestor, and leaves the policy', () => {
    expect(filling.scenario).toEqual({
      ...PAGE,
      request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1\n' },
      requestor: { username: 'jane', groups: ['system:authenticated'] },
    })
    expect(filling.expect).toEqual([{ code: 403, message: MESSAGE }])
  })

  it('no name of an object that it does not have', () => {
    const kubelet = filled('Forbidden (user=kim, verb=get, resource=nodes, subresource(s)=[proxy])')
    expect(missingIn(kubelet)).toContain(
      'request: The text does not name the object of get nodes. The check is decided without a name, as a SubjectAccessReview, so no rule with resourceNames matches it. To decide the request itself, write its line. Where kubectl logs, exec or port-forward was refused so, this user is kube-apiserver itself, by --kubelet-client-certificate.',
    )
    expect(kubelet.scenario.request.form).toBe('review')
    expect(decidable(kubelet)).toBe(true)
    expect(kubelet.missing.every(({ needed }) => !needed)).toBe(true)
  })

  it.each(['get pods', 'delete pods', 'update deployments/scale.apps', 'create pods/exec'])(
    'no name of an older message: the check of %s is decided',
    (asked) => {
      const older = filled(`User "kim" cannot ${asked} in the namespace "prod"`)
      expect(older.scenario.request.form).toBe('review')
      expect(older.scenario.request.text).not.toMatch(/^ *name:/m)
      expect(decidable(older)).toBe(true)
    },
  )

  it('the user as whom the command of the text asks, and says that its sender is not named', () => {
    const asJane = missingIn(filled(`$ kubectl get pods -n prod --as=jane\nError from server (Forbidden): ${MESSAGE}`))
    expect(asJane.join()).toContain(
      'The command in the text asks as jane, and the text does not name the user who sent it.',
    )
    expect(missingIn(filled(`$ kubectl get pods --as=kim\n${MESSAGE}`)).join()).toContain(
      'does not say whether jane sent',
    )
  })

  describe('a refused write of a role', () => {
    const HELD = 'is attempting to grant RBAC permissions not currently held:'
    const remarks = (rules: string) =>
      remarksOf(
        filled(`roles.rbac.authorization.k8s.io "r" is forbidden: user "ctl" (groups=["a"]) ${HELD}\n${rules}`),
      ).join()

    it('has a role that the cluster did not find', () => {
      const rule = '{APIGroups:[""], Resources:["pods"], Verbs:["list"]}'
      const lost = 'clusterrole.rbac.authorization.k8s.io "gone" not found'
      expect(remarks(`${rule}; resolution errors: [${lost}]`)).toMatch(
        /^RBAC of the cluster found a binding for this user to ClusterRole gone, which does not exist there\./,
      )
      expect(remarks(rule)).toBe('')
    })

    it('has a resource that another API group has', () => {
      const rule = '{APIGroups:["rbac.authorization.k8s.io"], Resources:["serviceaccounts"], Verbs:["create"]}'
      expect(remarks(rule)).toContain('serves “serviceaccounts” in the API group “rbac.authorization.k8s.io”.')
      expect(remarks(rule.replace('"rbac.authorization.k8s.io"', '"example.com"'))).toBe('')
    })
  })

  it('a list of all namespaces, and that work in one does not need it', () => {
    const about = (action: string) => remarksOf(filled(`User "jane" cannot ${action}`)).join()
    expect(about('list namespaces at the cluster scope')).toMatch(
      /^Work in one namespace does not need .* -n NAMESPACE/,
    )
    expect(about('get namespaces at the cluster scope')).toBe('')
    expect(about('list pods at the cluster scope')).toBe('')
  })

  it('that an account was not revoked, whatever fabric8 writes of it', () => {
    const by = (user: string) =>
      remarksOf(filled(`Forbidden!Service account may have been revoked. ${MESSAGE.replace('jane', user)}`)).join()
    expect(by('system:serviceaccount:prod:web')).toMatch(
      /The server knows the account, so it was not: the cluster has no rule/,
    )
    expect(by('system:anonymous')).not.toContain('revoked')
  })

  it('a project of OpenShift, and says what OpenShift has beside the rules', () => {
    const about = (action: string) => remarksOf(filled(`User "jane" cannot ${action}`)).join()
    expect(about('get projects in the namespace "shop"')).toMatch(
      /refuses a project that does not exist in the same words.* oc get projects .* names the group project\.openshift\.io/,
    )
    const one = filled('namespaces "shop" is forbidden: User "jane" cannot get project "shop"')
    expect(one.scenario.request.text).toBe('GET /api/v1/namespaces/shop/projects/shop HTTP/1.1\n')
    expect(about('list all projects in the cluster')).not.toContain('does not exist in the same words')
    expect(about('create projectrequests.project.openshift.io at the cluster scope')).toContain('self-provisioner')
  })

  it('a namespace that cannot exist, and says so', () => {
    const words = (namespace: string) =>
      remarksOf(filled(MESSAGE.replace('prod', namespace))).filter((one) => one.includes('No namespace'))
    expect(words('My Team')).toEqual([expect.stringContaining('No namespace can have the name My Team')])
    expect(words('prod')).toEqual([])
    expect(words('<namespace>')).toEqual([])
  })

  it('a masked name, and the answers agree', () => {
    const { scenario, expect: expected } = filled(MESSAGE.replace('prod', '<namespace>'))
    // A mask is not the name, so the words of the message are not compared.
    expect(expected).toEqual([{ code: 403 }])
    expect(scenario.request.text).toContain('/namespaces/%3Cnamespace%3E/pods')
  })

  it('and lists the assumptions and what is missing', () => {
    expect(filling.assumed.map(plainText)).toEqual([
      'The text does not report the groups of jane: system:authenticated is filled in, which every authenticated user has.',
      'The text does not name the API version: v1 is filled in, which clients use for pods. RBAC does not look at it.',
    ])
    expect(missingIn(filling)).toEqual([
      expect.stringMatching(/^requestor: The text does not report the groups of jane\./),
      expect.stringMatching(/^impersonation: The text does not say whether jane sent the request/),
      expect.stringMatching(/^request: The text does not report selectors/),
    ])
  })

  it('the one check of an action, as a review, where it does not name the target', () => {
    const action = filled(MESSAGE.replace('list', 'impersonate-on:user-info:list'))
    expect(decidable(action)).toBe(true)
    expect(action.missing.filter(({ needed }) => needed)).toEqual([])
    expect(missingIn(action)).toContainEqual(expect.stringContaining('write GET /api/v1/namespaces/prod/pods with'))
    expect(action.scenario.request.form).toBe('review')
    expect(readRequest(action.scenario.request).question).toMatchObject({
      attributes: { verb: 'impersonate-on:user-info:list', resource: 'pods', namespace: 'prod' },
      written: { user: { username: 'jane' } },
    })
    expect(action.scenario.request.text).not.toContain('status:')
  })

  it('what the client may have sent besides, where the old verb grants the name alone', () => {
    const legacy = (names: string) =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{apiGroups: [""], resources: [users], verbs: [impersonate]${names}}]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\nroleRef: {kind: ClusterRole, name: r, apiGroup: rbac.authorization.k8s.io}\nsubjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]\n`
    const message = MESSAGE.replace('list', 'impersonate-on:user-info:list')
    const said = (policy: string) => missingIn(filled(message, { ...PAGE, policy })).join()
    expect(said(legacy(''))).toContain('The name alone is granted here.')
    expect(said(legacy(', resourceNames: [bob]'))).not.toContain('The name alone')
    expect(said('')).not.toContain('The name alone')
  })

  it('the one check of an identity, as a review, where it does not name the request', () => {
    const refusal = (verb: string, group: string) =>
      `users${group && `.${group}`} "jane" is forbidden: User "ctl" cannot ${verb} resource "users" in API group "${group}" at the cluster scope`
    const identity = filled(refusal('impersonate:user-info', 'authentication.k8s.io'))
    expect(readRequest(identity.scenario.request).question).toMatchObject({
      attributes: { verb: 'impersonate:user-info', apiGroup: 'authentication.k8s.io', resource: 'users', name: 'jane' },
    })
    expect(identity.scenario.cluster).toEqual(PAGE.cluster)
    // With the gate on, the filter reports the check of a mode first.
    const legacy = filled(refusal('impersonate', ''))
    expect(legacy.scenario.cluster).toMatchObject({ constrainedImpersonation: false })
    expect(legacy.filled.map(({ words }) => plainText(words)).join()).toContain('ConstrainedImpersonation is off')
    const account = filled(
      'serviceaccounts "a" is forbidden: User "ctl" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "b"',
    )
    expect(account.scenario.cluster).toEqual(PAGE.cluster)
  })

  it('the groups of every service account', () => {
    const account = filled(MESSAGE.replace('jane', 'system:serviceaccount:dev:sa'))
    expect(account.scenario.requestor.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:dev',
      'system:authenticated',
    ])
    expect(missingIn(account).join()).not.toContain('groups')
  })
})

describe('the cluster', () => {
  const event = (more: object) =>
    JSON.stringify({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      stage: 'ResponseComplete',
      requestURI: '/api/v1/pods',
      verb: 'list',
      user: { username: 'ctl' },
      objectRef: { resource: 'pods' },
      responseStatus: { code: 200 },
      ...more,
    })
  const impersonated = {
    impersonatedUser: { username: 'jane', groups: ['system:authenticated'] },
    authenticationMetadata: { impersonationConstraint: 'impersonate:user-info' },
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': 'x' },
  }

  it('has the gate on where a mode of it was used', () => {
    const old = { ...PAGE, cluster: { ...PAGE.cluster, version: '1.34' as const }, design: 'legacy' }
    const { scenario, expect: expected } = filled(event(impersonated), old)
    expect(scenario).toMatchObject({
      design: 'constrained',
      cluster: { version: '1.37', constrainedImpersonation: true },
    })
    expect(expected).toEqual([{ code: 200, constraint: 'impersonate:user-info' }])
  })

  it('has the default roles where one of their bindings decided', () => {
    const reason =
      'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"'
    const annotations = { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': reason }
    expect(filled(event({ annotations })).scenario.cluster.defaultRoles).toBe(true)
  })

  it('keeps the settings that the text does not report', () => {
    expect(filled(event({})).scenario).toMatchObject({ cluster: PAGE.cluster, design: PAGE.design })
  })

  it('checks writes to roles after authorization, and that is compared; a quota is not', () => {
    const refused = (resource: string, apiGroup: string, message: string) =>
      filled(
        event({
          requestURI: `/${apiGroup === '' ? 'api' : `apis/${apiGroup}`}/v1/namespaces/prod/${resource}`,
          verb: 'create',
          objectRef: { resource, apiGroup },
          responseStatus: { code: 403, message },
          annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': 'x' },
        }),
      ).expect
    const grants =
      'roles.rbac.authorization.k8s.io "r" is forbidden: user "ctl" (groups=["a"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["list"]}'
    expect(refused('roles', 'rbac.authorization.k8s.io', grants)).toEqual([{ code: 403, message: grants }])
    expect(refused('pods', '', 'pods "web" is forbidden: exceeded quota: q')).toEqual([{ code: 200 }])
  })

  it('and its body comes along, where the event has one', () => {
    const { scenario } = filled(
      event({ verb: 'create', requestObject: { kind: 'Pod', metadata: { name: 'p' } }, level: 'Request' }),
    )
    expect(readRequest(scenario.request).request).toMatchObject({
      method: 'POST',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      body: JSON.stringify({ kind: 'Pod', metadata: { name: 'p' } }, undefined, 2),
    })
  })
})

/** Names that exercise quoting, escaping and splitting. */
const names = fc.oneof(
  fc.constantFrom('jane', 'system:node:n1', 'system:serviceaccount:dev:sa', 'a"b', 'a<b>&c', 'system:anonymous'),
  fc.string({ minLength: 1, maxLength: 12 }).filter((name) => /^[!-~]+$/.test(name)),
)
const words = fc.constantFrom('pods', 'deployments', 'web', 'prod', 'n1', 'nodes', 'log', 'namespaces', 'a b', 'ü')
const targets = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('/api/v1', '/apis/apps/v1', '/apis/x.io/v2'),
      fc.array(words, { minLength: 1, maxLength: 5 }),
    )
    .map(([root, parts]) => `${root}/${parts.map(encodeURIComponent).join('/')}`),
  fc.constantFrom('/metrics', '/healthz/a%20b', '/api/v1/pods?watch=1', '/api/v1/pods?fieldSelector=metadata.name%3Dx'),
)
const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')
const users = fc.record({
  username: names,
  uid: fc.constantFrom('', 'u-7'),
  groups: fc.array(names, { maxLength: 3 }),
})
const headers = fc.oneof(
  fc.constant([]),
  fc
    .tuple(names, fc.array(names, { maxLength: 2 }), fc.boolean())
    .map(([user, groups, extra]) => [
      { name: 'Impersonate-User', value: user },
      ...groups.map((value) => ({ name: 'Impersonate-Group', value })),
      ...(extra ? [{ name: 'Impersonate-Extra-example.com%2Fk', value: 'v' }] : []),
    ]),
)
const answers = fc.array(fc.constantFrom('Allow', 'NoOpinion'), { minLength: 1, maxLength: 6 })

interface Played {
  readonly request: HTTPRequest
  readonly requestor: UserInfo
  readonly trace: ReturnType<typeof traceOf>
}

const played = fc
  .record({ method: methods, target: targets, headers, user: users, answers })
  .map(({ user, answers, ...request }): Played => {
    const whole: HTTPRequest = { ...request, body: '' }
    const requestor = userInfo(user)
    return {
      request: whole,
      requestor,
      trace: traceOf(constrained, whole, requestor, PAGE.cluster, answeringInTurn(answers)),
    }
  })

const NOBODY = userInfo({ username: '' })
const asked = (request: HTTPRequest) => attributesOf(request, NOBODY)

describe('what the playground prints is read back', () => {
  it('from the audit event: requestor, request, target and answer', () => {
    fc.assert(
      fc.property(played, fc.boolean(), ({ request, requestor, trace }, asYAML) => {
        const attributes = attributesOf(request, requestor)
        const event = attributes.ok ? auditEvent(trace, constrained, request, attributes.attributes) : undefined
        if (event === undefined) return
        const filling = filled(asYAML ? auditYAML(event) : JSON.stringify(event))
        const { scenario, missing, expect: expected } = filling
        expect(userInfo(scenario.requestor)).toEqual(requestor)
        expect(decidable(filling)).toBe(!missing.some(({ needed }) => needed))
        const read = readRequest(scenario.request).request
        if (read === undefined) throw new Error(scenario.request.text)
        expect(asked(read)).toEqual(asked(request))
        if (trace.outcome.kind === 'internal-error') return
        expect(expected[0]?.code).toBe(trace.outcome.code)
        if (missing.length > 0) return
        // Only groups that the API server adds again are left out, so the run has the same user.
        const again = traceOf(
          constrained,
          read,
          userInfo(scenario.requestor),
          scenario.cluster,
          answeringInTurn(['Allow']),
        )
        const once = traceOf(constrained, request, requestor, PAGE.cluster, answeringInTurn(['Allow']))
        if (trace.impersonatedUser) expect(again.impersonatedUser?.groups).toEqual(once.impersonatedUser?.groups)
        if (trace.impersonatedUser) expect(targetOf(read.headers).kind).toBe('target')
      }),
      { numRuns: 500 },
    )
  })

  it('from the message: the refused user and request', () => {
    fc.assert(
      fc.property(played, ({ request, trace: { outcome } }) => {
        if (outcome.kind !== 'forbidden') return
        const { message, about } = outcome
        const text = `Error from server (Forbidden): ${message}`
        const filling = filled(text)
        const { requests } = parseClusterOutput(text)
        expect(requests[0]?.answer).toMatchObject({ code: 403, message })
        expect(filling.scenario.requestor.username).toBe(about.user.username)
        expect(decidable(filling)).toBe(!filling.missing.some(({ needed }) => needed))
        if (filling.scenario.request.form === 'review') {
          const { question } = readRequest(filling.scenario.request)
          const { verb, apiGroup, resource, subresource, namespace, name } = about
          expect(question).toMatchObject({ attributes: { verb, apiGroup, resource, subresource, namespace, name } })
          return
        }
        expect(filling.expect).toEqual([{ code: 403, message }])
        const line = requests[0]?.request.attributes
        if (line === undefined || filling.missing.some(({ needed, place }) => needed && place === 'request')) return
        const read = readRequest(filling.scenario.request).request
        const [was, is] = [asked(request), read && asked(read)]
        if (!was.ok || !is?.ok) throw new Error(filling.scenario.request.text)
        const { verb, apiGroup, resource, subresource, namespace, name } = was.attributes
        expect(is.attributes).toMatchObject({ verb, apiGroup, resource, subresource, namespace, name })
      }),
      { numRuns: 500 },
    )
  })

  it('from the Status as from its message', () => {
    fc.assert(
      fc.property(played, ({ trace: { outcome } }) => {
        if (outcome.kind !== 'forbidden') return
        const [fromStatus] = parseClusterOutput(JSON.stringify(outcome.status, undefined, 2)).requests
        const [fromMessage] = parseClusterOutput(outcome.message).requests
        expect(fromStatus).toEqual({ ...fromMessage, source: 'status' })
      }),
    )
  })
})

describe('the two answers', () => {
  const refused = filled(MESSAGE)
  const request: HTTPRequest = { method: 'GET', target: '/api/v1/namespaces/prod/pods', headers: [], body: '' }
  const jane = userInfo({ username: 'jane' })
  const trace = (...verbs: readonly string[]) =>
    traceOf(constrained, request, jane, PAGE.cluster, allowingVerbs(...verbs))
  const words = (expected: readonly Expectation[], reason: string, scenario: Scenario, after: Trace) => {
    const agreement = agreementWith({ scenario, expect: expected }, reason, scenario, after)
    return agreement && { ...agreement, words: plainText(agreement.words), why: agreement.why.map(plainText) }
  }

  it('agree where code and message are the same', () => {
    expect(words(refused.expect, '', PAGE, trace())).toMatchObject({ agrees: true, why: [] })
  })

  it('differ where the policy grants more, and that is said', () => {
    expect(words(refused.expect, '', PAGE, trace('list'))).toMatchObject({
      agrees: false,
      words: 'The cluster answered 403, the playground “allowed”.',
      why: [expect.stringContaining('grants something')],
    })
  })

  it('differ where the client may have sent more of the target than its name', () => {
    const message = MESSAGE.replace('list', 'impersonate-on:user-info:list')
    const as = (more: string) => {
      const sent = { ...request, headers: [{ name: 'Impersonate-User', value: 'rae' }] }
      const after = traceOf(constrained, sent, jane, PAGE.cluster, allowingVerbs('impersonate', 'list'))
      const scenario: Scenario = { ...PAGE, request: { form: 'http', text: `GET /\nImpersonate-User: rae\n${more}` } }
      return words([{ code: 403, message }], '', scenario, after)?.why
    }
    expect(as('')?.[0]).toContain('send the request without Impersonate-Group, Impersonate-Uid or Impersonate-Extra-*')
    expect(as('Impersonate-Group: devs\n')).toEqual([expect.stringContaining('grants something')])
  })

  it('differ where both refuse another check, or allow by another mode, and both are said', () => {
    const sent = { ...request, headers: [{ name: 'Impersonate-User', value: 'rae' }] }
    const scenario: Scenario = { ...PAGE, request: { form: 'http', text: 'GET /\nImpersonate-User: rae\n' } }
    const granted = (verb: string) => traceOf(constrained, sent, jane, PAGE.cluster, allowingVerbs(verb, 'list'))
    const action = MESSAGE.replace('list', 'impersonate-on:user-info:list')
    const refusal = words([{ code: 403, message: action }], '', scenario, granted('impersonate-on:user-info:list'))
    expect(refusal).toEqual({
      agrees: false,
      words: expect.stringMatching(
        /^Both answered 403, but not the same way\. The cluster: pods is forbidden: .* cannot impersonate-on:user-info:list .*\. The playground: users\.authentication\.k8s\.io "rae" is forbidden: .* cannot impersonate:user-info /,
      ),
      why: [expect.stringContaining('the server remembered a mode that had worked before')],
    })
    const allowed = words([{ code: 200, constraint: 'impersonate:user-info' }], '', scenario, granted('impersonate'))
    expect(allowed?.words).toBe(
      'Both answered “allowed”, but not the same way. The cluster (constraint): impersonate:user-info. The playground: nothing.',
    )
  })

  it('differ where a rule is missing here, and how to get it is said', () => {
    const reason = 'RBAC: allowed by RoleBinding "b/prod" of Role "r" to User "jane"'
    expect(words([{ code: 200 }], reason, PAGE, trace())?.why).toEqual([
      'The cluster allowed it by RoleBinding b of Role r. Add both to the policy: kubectl get rolebinding b -n prod -o yaml and kubectl get role r -n prod -o yaml.',
    ])
  })

  describe('for a reason behind the colon', () => {
    const compared = async (text: string, before = PAGE) => {
      const filling = filled(text, before)
      const { scenario, otherAuthorizer } = filling
      const reason = parseClusterOutput(text).requests[0]?.answer.reason ?? ''
      const { trace } = (await decider())(scenario)
      const found = trace && agreementWith(filling, reason, scenario, trace)
      const words = (found?.why ?? []).map(plainText).join(' ')
      return { agrees: found?.agrees, both: found && plainText(found.words), words, otherAuthorizer, scenario }
    }
    const LOST = 'RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found'
    const BOUND =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b, namespace: prod}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: gone}\nsubjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]\n'

    it.each([LOST, `rbac: ${LOST}`])('%s: name the lost role, and agree where the policy binds it', async (reason) => {
      const { agrees, words, otherAuthorizer } = await compared(`${MESSAGE}: ${reason}`)
      expect(agrees).toBe(false)
      expect(words).toMatch(/^RBAC of the cluster found a binding for this user to ClusterRole gone, which does not/)
      expect(otherAuthorizer).toBeUndefined()
      expect((await compared(`${MESSAGE}: ${reason}`, { ...PAGE, policy: BOUND })).agrees).toBe(true)
    })

    it.each([
      ['1.37', `rbac: ${LOST}`, '1.36', 'has the name of its authorizer first, as from 1.37 on'],
      ['1.36', LOST, '1.37', 'does not have the name of its authorizer first, which it has from 1.37 on'],
      ['1.36', LOST, '1.36', undefined],
      ['1.34', LOST, '1.34', undefined],
      ['1.37', 'Azure does not have opinion for this user.', '1.37', undefined],
    ] as const)('choose %s by the words of %j, where it was %s', (version, reason, was, words) => {
      const before = { ...PAGE, policy: BOUND, cluster: { ...PAGE.cluster, version: was } }
      const { scenario, filled: parts } = filled(`${MESSAGE}: ${reason}`, before)
      expect(scenario.cluster.version).toBe(version)
      const said = parts.map((part) => plainText(part.words)).join(' ')
      if (words === undefined) expect(said).not.toContain('The version is set')
      else expect(said).toContain(`The version is set to ${version}: the reason ${words}.`)
    })

    it('has a lost Role with the name of a ClusterRole of every cluster', async () => {
      const lost = (name: string) => compared(`${MESSAGE}: RBAC: role.rbac.authorization.k8s.io "${name}" not found`)
      expect((await lost('admin')).words).toContain('Every cluster has a ClusterRole of this name')
      expect((await lost('gone')).words).not.toContain('Every cluster')
    })

    it.each(['"', "'"])('of the Node authorizer (%s): ask it, and agree', async (mark) => {
      const secret =
        'secrets "s" is forbidden: User "system:node:n1" cannot get resource "secrets" in API group "" in the namespace "prod"'
      const { agrees, scenario } = await compared(
        `${secret}: no relationship found between node ${mark}n1${mark} and this object`,
      )
      expect(scenario.cluster.authorizationModes).toEqual(['Node', 'RBAC'])
      expect(agrees).toBe(true)
    })

    it.each([
      ['GKE Warden authz [denied by limits]: the namespace is managed', true, /^GKE Warden denied it there/],
      ['requires one of ["container.pods.list"] permission(s).', false, /^A rule of RBAC is one of two ways: .* IAM /],
      ['Required "container.pods.list" permission.', false, /^A rule of RBAC is one of two ways: .* IAM /],
      ['User does not have access to the resource in Azure. Update role.', false, /one of two ways: .* Azure RBAC/],
    ])('%s: name the other authorizer', async (reason, denies, sentence) => {
      const { words, otherAuthorizer } = await compared(`${MESSAGE}: ${reason}`)
      expect(words).toMatch(sentence)
      expect(words).not.toMatch(/remembered/)
      expect(otherAuthorizer?.denies).toBe(denies)
    })

    it.each([
      '[clusterrole.rbac.authorization.k8s.io "gone" not found, clusterrole.rbac.authorization.k8s.io "lost" not found]',
      'role.rbac.authorization.k8s.io "gone" not found',
    ])('%s: is that of RBAC of an older server', async (reason) => {
      const { words } = await compared(`${MESSAGE}: ${reason}`)
      expect(words).toMatch(
        /^RBAC of the cluster found a binding for this user to \w+ gone, which does not exist there\./,
      )
      expect(words).not.toContain('another authorizer')
    })

    it.each(['access denied', 'access denied.'])('that nobody knows (%s): quote it once', async (reason) => {
      const { both, words } = await compared(`${MESSAGE}: ${reason}`)
      expect(both).toBe('Both answered 403, and the cluster has a reason of its own: access denied.')
      expect(words).toBe(
        'RBAC writes a reason only about roles that it does not find, so another authorizer may have to do with it: --authorization-mode or --authorization-config of kube-apiserver names it. A rule of RBAC helps unless that one denied the request.',
      )
    })

    it('is said without a policy too, and nothing else is', async () => {
      const empty = { ...PAGE, policy: '' }
      expect((await compared(`${MESSAGE}: ${LOST}`, empty)).words).toContain('ClusterRole gone')
      expect((await compared(`${MESSAGE}: access denied`, empty)).both).toContain('access denied')
      expect((await compared(MESSAGE, empty)).both).toBeUndefined()
    })

    it('is read from an audit event that has no message', async () => {
      const event = {
        kind: 'Event',
        apiVersion: 'audit.k8s.io/v1',
        stage: 'ResponseComplete',
        requestURI: '/apis',
        verb: 'get',
        user: { username: 'jane', groups: ['system:authenticated'] },
        responseStatus: { code: 403 },
        annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': 'tenant is closed' },
      }
      expect((await compared(JSON.stringify(event), { ...PAGE, policy: '' })).both).toContain('tenant is closed.')
    })

    it.each([
      ['Azure does not have opinion for this user.', 'Azure RBAC of the cluster has no opinion'],
      ['No policy matched.', 'ABAC of the cluster has no opinion'],
      [
        'Unknown user "jane"',
        'An authorizer beside RBAC, such as IAM on older clusters of GKE, does not know the user and has no opinion',
      ],
    ])('%s: is no opinion of another authorizer, and leaves it to RBAC', async (reason, silent) => {
      const { agrees, both } = await compared(`${MESSAGE}: ${reason}`)
      expect(agrees).toBe(true)
      expect(both).toBe(
        `The cluster answered 403, and so does the playground. ${silent} about it, so the roles of Kubernetes decide.`,
      )
    })

    it('on the next line: read it', async () => {
      const { otherAuthorizer } = await compared(`${MESSAGE}: \nrequires one of ["container.pods.list"] permission(s).`)
      expect(otherAuthorizer?.denies).toBe(false)
    })

    it.each(['no RBAC policy matched', 'no RBAC policy matched.'])('“%s”: is what older RBAC says', async (reason) => {
      const { agrees, both } = await compared(`${MESSAGE}: ${reason}`)
      expect(agrees).toBe(true)
      expect(both).toBe(
        'The cluster answered 403, and so does the playground. RBAC of the cluster says in its own words that no rule grants it.',
      )
    })

    it.each(['You may not request a new project via this API.', 'Write to admin@example.com'])(
      '“%s” of OpenShift for a request of a project: is what it says to all who have no rule',
      async (reason) => {
        const refused = 'User "jane" cannot create resource "projectrequests" in API group "project.openshift.io"'
        const { agrees, both } = await compared(
          `projectrequests.project.openshift.io is forbidden: ${refused} at the cluster scope: ${reason}`,
        )
        expect(agrees).toBe(true)
        expect(both).toContain(
          `The reason is the project request message of OpenShift, which administrators write for all who may not request one: ${reason.replace(/\.$/, '')}.`,
        )
      },
    )

    it('of the scopes of a token: deny it, whatever the roles grant', () => {
      expect(filled(`${MESSAGE}: scopes [user:info] prevent this action`).otherAuthorizer).toMatchObject({
        denies: true,
        words: [
          expect.stringContaining('The scope authorizer of OpenShift denied it there, whatever the roles grant.'),
        ],
      })
    })

    it('of a check of the impersonation filter: compare the 403, because the text has no status', async () => {
      const check = MESSAGE.replace('list', 'impersonate-on:user-info:list')
      expect(await compared(check)).toMatchObject({
        agrees: true,
        both: 'The cluster answered 403, and so does the playground.',
      })
      expect((await compared(`${check}: access denied`)).both).toContain('a reason of its own: access denied.')
      expect((await compared(check, { ...PAGE, policy: '' })).both).toBeUndefined()
    })

    it.each(['"no path found to object"', 'disabled by feature gate NodeAuthorizer'])(
      '%s: is one of the Node authorizer',
      async (reason) => {
        const secret =
          'secrets "s" is forbidden: User "system:node:n1" cannot get resource "secrets" in API group "" in the namespace "prod"'
        expect((await compared(`${secret}: ${reason}`)).scenario.cluster.authorizationModes).toEqual(['Node', 'RBAC'])
      },
    )

    it.each([
      ['no path found to object', 'The cluster answered 403, and so does the playground.'],
      ['unknown node for user "system:node:"', 'the username has no name of a node after system:node:'],
      ['unknown node for user "system:node:n1"', 'The server identifies nodes otherwise than Kubernetes does.'],
      ['disabled by feature gate NodeAuthorizer', 'it grants nodes nothing like this, whatever pods they run'],
    ])('%s: is compared by its meaning, also in the words of an older Node authorizer', async (reason, said) => {
      const secret =
        'secrets "s" is forbidden: User "system:node:n1" cannot get resource "secrets" in API group "" in the namespace "prod"'
      const { agrees, both, words: why } = await compared(`${secret}: ${reason}`)
      expect(agrees).toBe(reason.startsWith('no path'))
      expect(`${both} ${why}`).toContain(said)
    })
  })

  it('are not compared where the cluster’s is not reported', () => {
    expect(words([], '', PAGE, trace('list'))).toBeUndefined()
  })
})

it('a request is described in a few words', () => {
  const summary = (text: string) =>
    parseClusterOutput(text).requests.map((one) => plainText(describeObservedRequest(one)))
  expect(summary(MESSAGE)).toEqual(['jane, list pods in namespace prod'])
  expect(summary(MESSAGE.replace('list', 'impersonate-on:user-info:list'))).toEqual([
    'jane, list pods in namespace prod, impersonating somebody',
  ])
})

describe('a whole kube-apiserver', () => {
  const requestsIn = (name: string) =>
    parseClusterOutput(readFileSync(new URL(`../testdata/${name}-1.36.3.log`, import.meta.url), 'utf8')).requests.map(
      (observed) => filledScenario(observed, PAGE),
    )
  const events = requestsIn('audit')
  const logged = requestsIn('kube-apiserver')

  it('reports the same in its log and in its audit events', () => {
    expect(logged).toHaveLength(events.length)
    expect(logged.map(({ scenario }) => scenario.requestor.username)).toEqual(
      events.map(({ scenario }) => scenario.requestor.username),
    )
    // The audit event of a request that the impersonation filter refuses does not name the target.
    expect(events.map(decidable)).toEqual([true, false, true, true])
    expect(logged.map(decidable)).toEqual([true, true, true, true])
    const needed = events.map(({ missing, ...filling }) =>
      missingIn({ ...filling, missing: missing.filter((one) => one.needed) }),
    )
    expect(needed).toEqual([
      [],
      [
        expect.stringMatching(
          /^impersonation: The text does not name the impersonated user\. Write the name after Impersonate-User/,
        ),
      ],
      [],
      [],
    ])
    for (const [index, { scenario }] of events.entries()) {
      if (index !== 1) expect(logged[index]?.scenario.request).toEqual(scenario.request)
    }
    expect(logged[1]?.scenario.request.text).toBe(
      'DELETE /api/v1/namespaces/default/pods/web?dryRun=All HTTP/1.1\nImpersonate-User: jane.doe@example.com\n',
    )
  })

  it('implies the node of the requestor by the mode', () => {
    expect(logged[3]?.scenario.requestor.extra).toEqual({ 'authentication.kubernetes.io/node-name': ['node-1'] })
    expect(events[3]?.scenario.requestor.extra).toMatchObject({
      'authentication.kubernetes.io/node-name': ['node-1'],
    })
  })
})
