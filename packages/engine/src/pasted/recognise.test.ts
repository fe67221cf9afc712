import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PastedPart, recognise } from './recognise.ts'

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
  namespace: prod
rules:
  - apiGroups: [""]
    resources: ["pods"]
    verbs: ["get", "list"]
`
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: reader
  namespace: prod
subjects:
  - kind: User
    name: jane
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: reader
`
const REVIEW =
  'apiVersion: authorization.k8s.io/v1\nkind: SubjectAccessReview\nspec:\n  user: dana\n  groups: [devs]\n  resourceAttributes: {verb: get, resource: pods}\n'
const POD = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n'
const REFUSED =
  'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "prod"'
const EVENT = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  auditID: 'a1',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/prod/pods',
  verb: 'list',
  user: { username: 'jane', groups: ['system:authenticated'] },
  responseStatus: { code: 403 },
}
const EVENT_YAML = `apiVersion: audit.k8s.io/v1
kind: Event
level: Metadata
auditID: a1
stage: ResponseComplete
requestURI: /api/v1/namespaces/prod/pods
verb: list
user:
  username: jane
`
const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: prod
clusters:
  - name: c
    cluster: {server: https://example.com:6443}
contexts:
  - name: prod
    context: {cluster: c, user: jane-laptop, namespace: team-a}
users:
  - name: jane-laptop
    user:
      token: SECRET-TOKEN
      as: jane
      as-groups: [devs]
`
const SCENARIO = 'version: 1\nrequestor: {username: jane}\nrequest: {http: GET /api/v1/pods}\npolicy: ""\n'

/** The kinds of the parts of a text, in their order. */
function kinds(text: string): readonly string[] {
  return recognise(text).map((part) => ('form' in part ? part.form : part.is))
}

function only<Is extends PastedPart['is']>(is: Is, text: string): Extract<PastedPart, { is: Is }> {
  const part = recognise(text).find((one) => one.is === is)
  if (part === undefined) throw new Error(`no ${is} in ${JSON.stringify(recognise(text))}`)
  return part as Extract<PastedPart, { is: Is }>
}

describe('a pasted text is recognised:', () => {
  it.each([
    // Policies.
    ['a role', ROLE, ['policy']],
    ['two documents', `${ROLE}---\n${BINDING}`, ['policy']],
    ['documents after a comment', `# from prod\n---\n${ROLE}---\n${BINDING}`, ['policy']],
    ['a role with the line ends of Windows', ROLE.replaceAll('\n', '\r\n'), ['policy']],
    ['a role that is indented as a whole', ROLE.replace(/^/gm, '    '), ['policy']],
    ['a list as JSON', JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [] }, undefined, 2), ['policy']],
    ['a list as YAML', `apiVersion: v1\nkind: List\nitems:\n- ${ROLE.trim().replaceAll('\n', '\n  ')}\n`, ['policy']],
    ['a rule alone', '- apiGroups: [""]\n  resources: ["pods"]\n  verbs: ["get"]\n', ['policy']],
    ['a template of Helm', `{{- if .Values.rbac }}\n${ROLE}{{- end }}\n`, ['policy']],
    ['JSON that is not closed', '{"kind": "Role",\n "rules": [', ['policy']],
    ['a role with a mistake', ROLE.replace('rules:', 'rules'), ['policy']],
    ['a pod', POD, ['left']],
    ['an event of the core API', 'apiVersion: v1\nkind: Event\nmetadata:\n  name: e\n', ['left']],
    ['a role with a 403 in a comment', `# ${REFUSED}\n${ROLE}`, ['policy']],
    [
      'a role with a command in a text of several lines',
      `${ROLE}  - verbs: ["x"]\n    # kubectl get pods\n`,
      ['policy'],
    ],
    ['a block of Markdown', `\`\`\`yaml\n${ROLE}\`\`\`\n`, ['policy']],
    // The output of a cluster.
    ['a 403', REFUSED, ['observed']],
    [
      'a 403 in the log of a build',
      `##[group]Run\n2026-11-22T01:00:00Z ${REFUSED}\n##[error]Process exited\n`,
      ['observed'],
    ],
    ['a 403 that a mail wrapped', REFUSED.replace('User ', 'User\n'), ['observed']],
    ['a wrapped 403 after a role', `${ROLE}\n${REFUSED.replace('User ', 'User\n')}`, ['policy', 'observed']],
    ['a 403 with curly quotes', REFUSED.replace(/"([^"]*)"/g, '“$1”'), ['observed']],
    ['a 403 in the frame of Terraform', `╷\n│ Error: ${REFUSED.replace(' in ', '\n│ in ')}\n│\n╵\n`, ['observed']],
    ['a 403 with the name of its pod', `[pod/web-0/app] ${REFUSED}`, ['observed']],
    ['a 403 with a link', REFUSED.replace('pods', '[pods](http://pods)'), ['observed']],
    ['an audit event', JSON.stringify(EVENT), ['observed']],
    ['an audit event over several lines', JSON.stringify(EVENT, undefined, 2), ['observed']],
    ['an audit event as YAML', EVENT_YAML, ['observed']],
    [
      'an audit event of some fields, with a comment',
      JSON.stringify({ ...EVENT, stage: undefined }, undefined, 2).replace(',\n', ', // new\n'),
      ['observed'],
    ],
    ['an audit log', `${JSON.stringify(EVENT)}\n${JSON.stringify({ ...EVENT, auditID: 'a2' })}\n`, ['observed']],
    [
      'a list of audit events',
      JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items: [EVENT] }),
      ['observed'],
    ],
    ['a Status', JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: REFUSED, code: 403 }), ['observed']],
    [
      'a line of a controller in JSON',
      JSON.stringify({ level: 'error', msg: 'Reconciler error', error: REFUSED }),
      ['observed'],
    ],
    [
      'a line of kube-apiserver',
      'I1122 01:50:46.701622   23776 httplog.go:134] "HTTP" verb="LIST" URI="/api/v1/pods" latency="1ms" userAgent="x" audit-ID="a" srcIP="127.0.0.1:1" resp=403',
      ['observed'],
    ],
    // Requests.
    ['kubectl', 'kubectl get pods -n prod --as jane', ['kubectl']],
    ['kubectl after a prompt', '$ k get pods', ['kubectl']],
    ['kubectl over two lines', 'kubectl get pods \\\n  --as jane\n', ['kubectl']],
    ['curl', "curl -k https://localhost:6443/api/v1/pods \\\n  -H 'Impersonate-User: jane'", ['curl']],
    ['curl with a body over several lines', 'curl -X POST https://h/api/v1/pods -d \'{\n"kind": "Pod"\n}\'', ['curl']],
    ['HTTP', 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane\n', ['http']],
    ['HTTP with YAML as its body', `POST /api/v1/pods HTTP/1.1\nContent-Type: application/yaml\n\n${POD}`, ['http']],
    ['a review', REVIEW, ['review']],
    ['a review as JSON', JSON.stringify({ kind: 'SelfSubjectAccessReview', spec: {} }), ['review']],
    ['a policy and a review', `${ROLE}---\n${REVIEW}`, ['policy', 'review']],
    ['a review in a here-document', `kubectl create -f - -o yaml <<EOF\n${REVIEW}EOF\n`, ['left', 'review']],
    // Others.
    ['a scenario', SCENARIO, ['scenario']],
    [
      'a scenario as JSON',
      '{"version": 1, "request": {"http": "GET /"}, "requestor": {"username": "a"}}',
      ['scenario'],
    ],
    ['a link', 'https://example.com/playground/#z1/AAAA', ['link']],
    ['the hash of a link', '#example=x', ['link']],
    ['a kubeconfig', KUBECONFIG, ['kubeconfig']],
    ['a service account', 'system:serviceaccount:ci:deployer', ['requestor']],
    ['a node', ' system:node:n1\n', ['requestor']],
    // Several parts.
    ['a policy and a 403', `${ROLE}\n${REFUSED}\n`, ['policy', 'observed']],
    ['a 403 and a policy', `${REFUSED}\n\n${ROLE}`, ['observed', 'policy']],
    ['a policy and an audit event as documents', `${ROLE}---\n${EVENT_YAML}`, ['policy', 'observed']],
    [
      'a policy and an audit event in JSON',
      `${ROLE}\n${JSON.stringify(EVENT, undefined, 2)}\n`,
      ['policy', 'observed'],
    ],
    ['a policy and a command', `${ROLE}---\n${BINDING}\nkubectl get pods --as jane\n`, ['policy', 'kubectl']],
    ['a GET and a policy', `GET /api/v1/pods\n\n${ROLE}`, ['http', 'policy']],
    ['a command and its 403', `$ kubectl get pods\n${REFUSED}\n`, ['left', 'observed']],
    ['a command and what it printed', `$ kubectl get role reader -o yaml\n${ROLE}`, ['left', 'policy']],
    ['a here-document', `kubectl apply -f - <<EOF\n${ROLE}EOF\n`, ['left', 'policy']],
    ['two commands', 'kubectl get pods\nkubectl get nodes\n', ['kubectl', 'left']],
    ['words and a policy', `This is my role:\n\n${ROLE}`, ['left', 'policy']],
    ['a kubeconfig among other documents', `${ROLE}---\n${KUBECONFIG}`, ['policy', 'kubeconfig']],
    // Nothing.
    ['nothing', '', []],
    ['blanks', ' \n\t\n', []],
    ['prose', 'Why may jane not list pods?', ['left']],
    ['a table', 'NAME   READY   STATUS\nweb    1/1     Running\n', ['left']],
    ['a token', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln', ['left']],
    [
      'a 403 of a step that asks a check',
      'certificatesigningrequests.certificates.k8s.io "csr1" is forbidden: user not permitted to approve requests with signerName "a.io/s"',
      ['left', 'review'],
    ],
    ['a 403 of a quota', 'pods "web" is forbidden: exceeded quota: q', ['left']],
  ] as const)('%s', (_, text, expected) => expect(kinds(text)).toEqual(expected))
})

describe('a part', () => {
  it('of a review names the user whom it asks about', () => {
    expect(recognise(REVIEW)).toEqual([
      {
        is: 'request',
        form: 'review',
        line: 1,
        text: REVIEW.trimEnd(),
        requestor: { username: 'dana', groups: ['devs'] },
      },
    ])
  })

  it('of a policy counts its objects, and keeps the text as it is', () => {
    const text = `# mine\n${ROLE}---\n${BINDING}---\n${POD}`
    expect(only('policy', text)).toEqual({
      is: 'policy',
      line: 1,
      text,
      roles: 1,
      bindings: 1,
      accessRules: 0,
      others: 1,
    })
  })

  it('has its first error at the line of the whole text', () => {
    const text = `${REFUSED}\n\n${ROLE.replace('verbs:', 'verb:')}`
    expect(only('policy', text).error).toMatchObject({ line: 11, column: 5 })
    expect(only('request', 'kubectl get').error).toMatchObject({ line: 1 })
  })

  it('of a kubeconfig names users and contexts, and has no secret', () => {
    const { kubeconfig } = only('kubeconfig', KUBECONFIG)
    expect(kubeconfig).toEqual({
      current: 'prod',
      contexts: [
        {
          name: 'prod',
          cluster: 'c',
          user: 'jane-laptop',
          namespace: 'team-a',
          credential: 'token',
          impersonate: { username: 'jane', uid: '', groups: ['devs'], extra: [] },
        },
      ],
    })
    expect(JSON.stringify(recognise(KUBECONFIG))).not.toContain('SECRET')
    expect(JSON.stringify(recognise(`${ROLE}---\n${KUBECONFIG}`))).not.toContain('SECRET')
  })

  it('that was left out has a reason, and a table the command to run', () => {
    expect(only('left', 'NAME   AGE\nweb    1d\n').why).toContain('-o yaml')
    expect(only('left', `$ kubectl get pods\n${REFUSED}\n`).why).toBe(
      '"$ kubectl get pods" was left out: the cluster’s answer says more.',
    )
  })

  it('of a here-document is the policy without the command', () => {
    expect(only('policy', `cat <<EOF | kubectl apply -f -\n${ROLE}EOF\n`).roles).toBe(1)
    expect(only('policy', `kubectl apply -f - <<'EOF'\n${ROLE}EOF\n`)).toMatchObject({ line: 2, text: ROLE })
  })
})

describe('any text', () => {
  it('is recognised without throwing, and huge texts in time', () => {
    const piece = fc.constantFrom(
      ROLE,
      REFUSED,
      JSON.stringify(EVENT),
      'kubectl get pods',
      '---\n',
      '```',
      '{',
      '[0]',
      '[null]',
      '"a"',
      '\n',
      KUBECONFIG,
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 6 }), (all) => {
        const parts = recognise(all.join('\n'))
        const once = parts.map(({ is }) => is).filter((is) => is === 'policy' || is === 'observed' || is === 'request')
        expect(new Set(once).size).toBe(once.length)
      }),
    )
    expect(kinds(`${'x'.repeat(5_000_000)}\n${REFUSED}`)).toEqual(['observed'])
    expect(kinds(`${'[\n'.repeat(100_000)}\n${REFUSED}`)).toContain('observed')
    expect(kinds(`POST /api HTTP/1.1\n${'a: b\n'.repeat(100_000)}`)).toEqual(['http'])
    expect(kinds(`${`kubectl get "pods\n`.repeat(10_001)}\n${REFUSED}`)).toContain('observed')
  })
})

describe('the resources of a cluster', () => {
  const TABLE = `NAME          SHORTNAMES  APIVERSION       NAMESPACED  KIND
pods          po          v1               true        Pod
foos          fo          example.com/v1   false       Foo
`
  it('are taken from the table of kubectl api-resources, also after the command', () => {
    expect(recognise(TABLE)).toMatchObject([{ is: 'resources', of: 'table', line: 1, resources: 2, unknown: 1 }])
    expect(recognise(`$ kubectl api-resources\n${TABLE}`)).toMatchObject([
      { is: 'left', line: 1 },
      { is: 'resources', line: 2, text: TABLE, resources: 2 },
    ])
  })

  it('have an error with its place in the pasted text', () => {
    expect(recognise(`\n${TABLE}foos example.com true Foo\n`)).toMatchObject([
      { is: 'resources', error: { line: 5, column: 1 } },
    ])
  })

  it('are taken from discovery', () => {
    const json =
      '{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"example.com/v1","resources":[{"name":"foos","kind":"Foo","namespaced":true,"verbs":["get"]}]}'
    expect(recognise(json)).toMatchObject([{ is: 'resources', of: 'discovery', resources: 1, unknown: 1 }])
  })

  it('are not in a list of names, which says what to paste instead', () => {
    const [part] = recognise('pods\ndeployments.apps\nfoos.example.com\n')
    expect(part).toMatchObject({ is: 'left', why: expect.stringContaining('Paste the table without -o name') })
  })
})

describe('who asks', () => {
  const TABLE = `ATTRIBUTE                                           VALUE
Username                                            dana@example.com
Groups                                              [oncall devs system:authenticated]
Extra: authentication.kubernetes.io/credential-id   [X509SHA256=0000]
`
  const DANA = {
    username: 'dana@example.com',
    groups: ['oncall', 'devs', 'system:authenticated'],
    extra: { 'authentication.kubernetes.io/credential-id': ['X509SHA256=0000'] },
  }

  it('comes from the table of kubectl auth whoami, also after its command', () => {
    expect(recognise(TABLE)).toEqual([{ is: 'requestor', line: 1, of: 'whoami', user: DANA }])
    const prompted = recognise(`$ kubectl auth whoami\n${TABLE}$ `)
    expect(prompted.map(({ is }) => is)).toEqual(['left', 'requestor'])
    expect(prompted[1]).toMatchObject({ user: DANA })
  })

  it('comes from a SelfSubjectReview and a TokenReview, in YAML and JSON', () => {
    const { username, groups, extra } = DANA
    const self = {
      kind: 'SelfSubjectReview',
      apiVersion: 'authentication.k8s.io/v1',
      status: { userInfo: { username, groups, extra } },
    }
    expect(recognise(JSON.stringify(self, undefined, 2))).toMatchObject([{ is: 'requestor', user: DANA }])
    const token = `apiVersion: authentication.k8s.io/v1
kind: TokenReview
spec: {token: SECRET}
status: {authenticated: true, user: {username: jane, uid: "42", groups: [devs]}}
`
    expect(recognise(token)).toEqual([
      { is: 'requestor', line: 1, of: 'TokenReview', user: { username: 'jane', uid: '42', groups: ['devs'] } },
    ])
    expect(kinds(token.replace(/status:.*\n/, ''))).toEqual(['left'])
  })

  it('comes from the name of a service account, with the groups that authentication adds', () => {
    expect(only('requestor', 'system:serviceaccount:ci:deployer').user.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:ci',
      'system:authenticated',
    ])
  })

  it('is not named by a command with --as, which has the question of the impersonated user', () => {
    expect(only('request', 'kubectl get pods --as=dana').inner).toEqual({
      request: { form: 'kubectl', text: 'kubectl get pods' },
      requestor: { username: 'dana', groups: ['system:authenticated'] },
    })
    expect(only('request', 'kubectl get pods').inner).toBeUndefined()
  })
})

describe('a table that kubectl prints says what it is,', () => {
  const LIST =
    'Resources   Non-Resource URLs   Resource Names   Verbs\npods        []                  []               [get]\n'
  const ROLES = 'NAME     ROLE         AGE\nreader   Role/reader  1d\n'

  it.each([
    ['of kubectl auth can-i --list', LIST, 'which roles and bindings grant it'],
    ['of roles', ROLES, 'Add -o yaml to the command'],
  ])('%s', (_, table, why) => {
    expect(only('left', table).why).toContain(why)
    const parts = recognise(`$ kubectl auth can-i --list\n${table}`)
    expect(parts.map(({ is }) => is)).toEqual(['left', 'left'])
    expect(parts[1]).toMatchObject({ why: expect.stringContaining(why) })
  })
})

describe('YAML without roles and bindings is never a policy:', () => {
  it.each([
    [
      'a Deployment',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n',
      'Deployment “web” does not affect authorization, so the policy is unchanged. kubectl auth can-i create deployments.apps asks who may create one.',
    ],
    [
      'aws-auth',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: aws-auth, namespace: kube-system}\ndata: {mapRoles: ""}\n',
      'On EKS it gives identities of AWS their usernames and groups',
    ],
    [
      'an admission policy',
      'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {name: p}\n',
      'can refuse a write that is allowed here',
    ],
    [
      'several objects',
      `${POD}---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\n`,
      'None of the 2 objects is a role or a binding',
    ],
    ['another file', 'version: "3"\nusers: [a]\n', 'neither a role nor a binding'],
    ['Terraform', 'resource "kubernetes_role" "r" {\n  metadata {\n    name = "r"\n  }\n}\n', 'This is Terraform.'],
    ['Pulumi', 'new k8s.rbac.v1.Role("r", {metadata: {name: "r"}})\n', 'a program of Pulumi'],
    [
      'an access entry of EKS',
      '{"accessEntry": {"principalArn": "arn:x", "username": "dana"}}',
      'an access entry of EKS',
    ],
  ])('%s', (_, text, why) => {
    expect(kinds(text)).toEqual(['left'])
    expect(only('left', text).why).toContain(why)
  })

  it('but a role with a mistake is one, and definitions of resources go into it', () => {
    expect(kinds(ROLE.replace('verbs:', 'verb:'))).toEqual(['policy'])
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: foos, singular: foo, kind: Foo}
  versions: [{name: v1, served: true, storage: true}]
`
    expect(recognise(definition)).toMatchObject([{ is: 'resources', of: 'definitions', resources: 1 }])
  })
})

describe('an AuthorizationConfiguration', () => {
  const file = (authorizers: string) =>
    `apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\nauthorizers:\n${authorizers}`

  it('is kept, with the types in their order', () => {
    const webhook =
      '- type: Webhook\n  name: gate\n  webhook: {timeout: 3s, failurePolicy: Deny, matchConditions: []}\n'
    const text = file(`${webhook}- type: Node\n  name: n\n- type: RBAC\n  name: r\n`)
    const answers = 'The answers of its webhooks come from the table in the tab Webhook.'
    expect(recognise(text)).toEqual([
      { is: 'authorizers', line: 1, text, modes: ['Webhook', 'Node', 'RBAC'], remarks: [answers] },
    ])
    expect(only('authorizers', file(`${webhook}${webhook}- {type: ABAC, name: a}\n`)).remarks).toEqual([
      'Remove the type ABAC, which is not decided here.',
      answers,
    ])
  })

  it('without an authorizer that is decided here changes nothing', () => {
    expect(kinds(file('- {type: AlwaysAllow, name: a}\n'))).toEqual(['left'])
  })
})

describe('a review in the log of a client', () => {
  const review = JSON.stringify({
    kind: 'SubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    spec: { user: 'dana', resourceAttributes: { verb: 'get', resource: 'pods' } },
  })

  it.each([
    `I1128 10:11:12.123456   23776 request.go:1212] Response Body: ${review}`,
    `DEBUG sent ${review}`,
    JSON.stringify({ level: 'debug', msg: 'sent', body: review }),
    `DEBUG sent ${JSON.stringify(JSON.stringify(review))}`,
    'sar=&SubjectAccessReview{Spec:SubjectAccessReviewSpec{ResourceAttributes:&ResourceAttributes{Namespace:,Verb:get,Group:,Version:,Resource:pods,},User:dana,Groups:[],},}',
  ])('is the request, and its user asks: %s', (log) => {
    expect(recognise(log)).toMatchObject([{ is: 'request', form: 'review', requestor: { username: 'dana' } }])
  })
})

describe('a refusal after authorization', () => {
  const CSR =
    'certificatesigningrequests.certificates.k8s.io "c" is forbidden: user not permitted to approve requests with signerName "a.io/b"'
  const POD =
    'pods "w" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: , <nil>'
  const policy = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules: [{apiGroups: [cache.io], resources: [stores/finalizers], verbs: [update]}]
`

  it('of a signer is two checks, of which either allows', () => {
    expect(recognise(CSR)).toMatchObject([
      { is: 'left' },
      {
        is: 'request',
        form: 'review',
        text: expect.stringContaining('name: a.io/b'),
        orElse: [{ form: 'review', text: expect.stringContaining('name: a.io/*') }],
        filled: ['Either check allows: the one for a.io/b, or the one for a.io/*.'],
      },
    ])
  })

  it('takes the owner from the policy beside the text, or says what to ask', () => {
    expect(recognise(POD, policy)).toMatchObject([
      { is: 'left', why: expect.stringContaining('may update stores.cache.io/finalizers') },
      { text: expect.stringContaining('resource: stores') },
    ])
    expect(recognise(`${policy}---\n`.concat(POD)).at(-1)).toMatchObject({
      text: expect.stringContaining('resource: stores'),
    })
    expect(recognise(POD).map((one) => one.is === 'left' && one.why)).toEqual([
      expect.stringContaining('OwnerReferencesPermissionEnforcement refused this request'),
    ])
  })

  it('of which a client kept the beginning names the bindings of the policy on its resource', () => {
    const bound = `${policy}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: keepers}
roleRef: {kind: ClusterRole, name: r, apiGroup: rbac.authorization.k8s.io}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`
    expect(recognise('secrets "db" is forbidden', bound)).toMatchObject([
      { is: 'left', why: expect.stringContaining('This 403 is not whole: it names secrets named db') },
      { is: 'left', why: 'No binding of the policy grants anything on secrets.' },
    ])
  })

  it.each([
    ['error: You must be logged in to the server (Unauthorized)', 'A 401 is answered before authorization'],
    [
      'Authorization error (user=kim, verb=get, resource=nodes, subresource=proxy)',
      'nothing was decided about the user',
    ],
    ['Failed to watch *v1.Pod: unknown (get pods)', 'A client writes this of a refusal'],
    ['Error from server (Forbidden): You may not request a new project via this API.', 'self-provisioner'],
  ])('says what it is where it names no request: %s', (text, why) => {
    expect(recognise(text)).toContainEqual({ is: 'left', line: 1, why: expect.stringContaining(why) })
  })
})

describe('a design as a text', () => {
  const DESIGN = 'design: mine\nfrom: constrained\nbecome: {groups: asked}\n'

  it('is one part, as it was written, in YAML, in JSON and in a block of Markdown', () => {
    expect(recognise(DESIGN)).toEqual([{ is: 'design', line: 1, text: DESIGN }])
    const json = '{"design": "mine", "from": "legacy"}'
    expect(recognise(json)).toEqual([{ is: 'design', line: 1, text: json }])
    expect(recognise(`Try this:\n\`\`\`yaml\n${DESIGN}\`\`\`\n`).filter(({ is }) => is !== 'left')).toEqual([
      { is: 'design', line: 3, text: DESIGN },
    ])
  })

  it('is beside a policy and a request, and a second one is left out', () => {
    expect(kinds(`${ROLE}---\n${DESIGN}`)).toEqual(['policy', 'design'])
    expect(kinds(`${DESIGN}---\n${ROLE}`)).toEqual(['design', 'policy'])
    expect(kinds(`${ROLE}---\n${DESIGN}---\n${DESIGN}`)).toEqual(['policy', 'design', 'left'])
    expect(kinds(`kubectl get pods\n${DESIGN}`)).toEqual(['kubectl', 'design'])
  })
})
