import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { decider, type Scenario } from '../decide/index.ts'
import { plainText, sentences } from '../words/index.ts'
import { explain, firstNearInWords } from './explain.ts'

const decide = await decider()

function said(
  request: string,
  cluster: Partial<Scenario['cluster']> = {},
  requestor: Scenario['requestor'] = { username: 'jane' },
  bound = '',
): readonly (string | undefined)[] {
  const scenario: Scenario = {
    version: 2,
    policy: `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: read, namespace: prod}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers, namespace: prod}
roleRef: {kind: Role, name: read, apiGroup: rbac.authorization.k8s.io}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
${bound}`,
    request: { form: 'http', text: request },
    requestor,
    cluster: { version: '1.36', authorizationModes: ['RBAC'], ...cluster },
    design: 'constrained',
  }
  const explanation = explain(decide(scenario))
  if (explanation === undefined) return []
  const { otherwise, meaning } = explanation
  return [firstNearInWords(explanation), otherwise, meaning].map((words) => words && plainText(words))
}

const meaningFor = (username: string, target = 'GET /api/v1/namespaces/prod/secrets') =>
  said(target, {}, { username })[2]

describe('the meaning of a masked user', () => {
  it('has the command that prints the name, and the grant with a placeholder', () => {
    expect(meaningFor('***')).toBe(
      '*** is a mask here, not a name. Write the real name to get an answer about it. kubectl auth whoami, with the credentials that were refused, prints the name of the user. With the real name in place of USER, these commands allow it: kubectl create role list-secrets --verb=list --resource=secrets -n prod and kubectl create rolebinding list-secrets --role=list-secrets --user=USER -n prod. Danger: The contents of Secrets can be read: get, list and watch all return them.',
    )
  })

  it('keeps the kind of the user, and has one placeholder for each name', () => {
    const target = (namespace: string) => `PATCH /apis/apps/v1/namespaces/${namespace}/deployments/web/scale`
    expect(meaningFor('system:serviceaccount:<ns>:<sa>', target('%3Cns%3E'))).toContain(
      'in place of NAMESPACE and ACCOUNT, these commands allow it: kubectl create role patch-deployments --verb=patch --resource=deployments.apps/scale --resource-name=web -n NAMESPACE and kubectl create rolebinding patch-deployments --role=patch-deployments --serviceaccount=NAMESPACE:ACCOUNT -n NAMESPACE.',
    )
    expect(meaningFor('system:serviceaccount:***:ci', target('***'))).toContain(
      '--serviceaccount=ACCOUNT_NAMESPACE:ci -n NAMESPACE',
    )
  })

  it('is cluster-wide where the check is', () => {
    expect(meaningFor('<user>', 'GET /metrics')).toContain(
      'kubectl create clusterrole get-path --verb=get --non-resource-url=/metrics and kubectl create clusterrolebinding get-path --clusterrole=get-path --user=USER.',
    )
  })

  it('grants nothing in a namespace that cannot exist', () => {
    expect(meaningFor('***', 'GET /api/v1/namespaces/My_Team/pods')).not.toContain('kubectl create')
  })

  it('binds no session', () => {
    const words = meaningFor('arn:aws:sts::****:assumed-role/****/****')
    expect(words).toContain('Map the role to a group, and bind the group.')
    expect(words).not.toContain('kubectl create')
  })
})

describe('the meaning of a username', () => {
  it('that is the name of a group is said', () => {
    expect(meaningFor('system:serviceaccounts:prod')).toMatch(
      /^system:serviceaccounts:prod is the name of a group, .* Its members have usernames of the form system:serviceaccount:prod:NAME\./,
    )
  })

  it('that is the credential of a component is how the component is meant to be known', () => {
    expect(meaningFor('kubelet')).toContain('by a username of the form system:node:NAME in the group system:nodes')
    expect(meaningFor('aggregator')).toContain('--requestheader-allowed-names')
    expect(meaningFor('system:bootstrap:07401b')).toContain('Bind a group of the tokens: system:bootstrappers')
  })

  it('that an installer gives to a token or a user is who that is', () => {
    expect(meaningFor('clusterUser')).toContain(
      'is the user of the token in kubeconfigs that az aks get-credentials wrote',
    )
    expect(meaningFor('masterclient')).toContain('az aks get-credentials --admin')
    expect(meaningFor('client')).toContain(
      'Where a kubelet refused it, kube-apiserver asked: Charmed Kubernetes gave it this name, and a binding to ClusterRole system:kubelet-api-admin grants what it needs.',
    )
    expect(meaningFor('system:cattle:error')).toContain('whose credentials it does not accept')
    for (const user of ['u-azaao5kt53', 'u-b4qkhsnliz', 'u-2b4vx', 'user-f9mr4'])
      expect(meaningFor(user)).toContain(`kubectl get users.management.cattle.io ${user}`)
    expect(meaningFor('system:serviceaccount:cattle-impersonation-system:cattle-impersonation-user-f9mr4')).toContain(
      'may impersonate what ClusterRole cattle-impersonation-user-f9mr4 lists',
    )
    expect(meaningFor('system:serviceaccount:cattle-impersonation-system:cattle-impersonation-u-2b4vx')).toContain(
      'Where an object is missing, kubectl delete clusterrole cattle-impersonation-u-2b4vx: Rancher writes both again',
    )
    for (const user of ['user-admin', 'u-1', 'user-jane', 'clusterUser2']) expect(meaningFor(user)).toBe(undefined)
  })

  it('that is the account of a program or of no program in particular is who asks with it', () => {
    expect(meaningFor('system:serviceaccount:kube-system:kubernetes-dashboard')).toContain(
      'Log in with the token of an account that has the right',
    )
    expect(meaningFor('system:serviceaccount:prod:kubernetes-dashboard')).toBe(undefined)
    expect(meaningFor('system:serviceaccount:prod:default')).toContain(
      'A client in a pod also takes this account where it does not find the credentials that it was meant to use.',
    )
    const node = { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] }
    expect(said('GET /api/v1/nodes/n1', {}, node)[2]).toContain('look which kubeconfig it read')
  })

  it('that is a node’s without the group of nodes is a certificate without it', () => {
    const groups = ['kube', 'system:authenticated']
    for (const authorizationModes of [['RBAC'], ['Node', 'RBAC']] as const) {
      const [, , words] = said('GET /api/v1/nodes/n1', { authorizationModes }, { username: 'system:node:n1', groups })
      expect(words).toMatch(/^system:node:n1 is not in the group system:nodes here, .* the client certificate/)
    }
  })

  it('that is a slip for that of a service account is what to write instead', () => {
    expect(meaningFor('system:service-account:prod:ci')).toContain(
      'The one that is meant has the username system:serviceaccount:prod:ci: correct it where it is written, such as after --as, and ask again.',
    )
  })
})

describe('a refusal in words', () => {
  it('is the rule that comes closest', () => {
    expect(said('DELETE /api/v1/namespaces/prod/pods/web HTTP/1.1')).toEqual([
      'Line 5 comes closest: all but the verb. It grants get; the check asks for delete. It is bound in namespace prod, to jane.',
      undefined,
      undefined,
    ])
  })

  it('says where no rule comes close', () => {
    expect(said('DELETE /apis/example.com/v1/namespaces/ci/gadgets/web HTTP/1.1')).toEqual([
      'No RBAC rule comes close.',
      undefined,
      undefined,
    ])
  })

  it('says nothing of rules that are not asked', () => {
    const [unmet, otherwise] = said('DELETE /api/v1/namespaces/prod/pods/web HTTP/1.1', {
      authorizationModes: ['Node'],
    })
    expect(unmet).toBeUndefined()
    expect(otherwise).toMatch(/^No rule changes this: the cluster has Node, and RBAC is not among/)
  })

  it('does not send anybody to system:masters', () => {
    expect(said('GET /api/v1/namespaces/prod/secrets HTTP/1.1', { defaultRoles: true })[0]).toMatch(
      /^Line \d+ of the default roles would do, but no binding names its role, ClusterRole admin\.$/,
    )
  })

  it('sends a node to its pods only for one object that they may use', () => {
    const node = { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] }
    const asNode = (request: string) => said(request, { authorizationModes: ['Node', 'RBAC'] }, node)[1]
    expect(asNode('GET /api/v1/namespaces/prod/secrets/db')).toMatch(/a pod that is bound to node n1 .* would do/)
    expect(asNode('GET /api/v1/secrets')).toMatch(/^The Node authorizer does not let node n1 do this\./)
  })

  it('names no rule of constrained impersonation where that refuses without a check', () => {
    const bound = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-anybody}
rules:
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users, groups]}
- {verbs: ["impersonate-on:user-info:list"], apiGroups: [""], resources: [pods]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: deputies}
roleRef: {kind: ClusterRole, name: as-anybody, apiGroup: rbac.authorization.k8s.io}
subjects: [{kind: User, name: deputy, apiGroup: rbac.authorization.k8s.io}]
`
    const text = 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: dana\nImpersonate-Group: system:masters'
    const [unmet, otherwise] = said(text, {}, { username: 'deputy' }, bound)
    expect(unmet).toBeUndefined()
    expect(otherwise).toContain('it refuses the group system:masters for everybody, without a check.')
  })

  it('is not there for a request that is authorized', () => {
    expect(said('GET /api/v1/namespaces/prod/pods/web HTTP/1.1')).toEqual([])
  })
})

describe('a webhook of an AuthorizationConfiguration that denies because it fails', () => {
  const config = (webhook: string) => `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: agent
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    connectionInfo: {type: KubeConfigFile, kubeConfigFile: /etc/agent}
    failurePolicy: Deny${webhook}
- {type: RBAC, name: rbac}
`
  const said = (authorizationConfig: string, webhook: string) => {
    const decided = decide(
      {
        version: 2,
        policy: '',
        design: 'constrained',
        request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods\nImpersonate-User: jane' },
        requestor: { username: 'deputy' },
        cluster: { version: '1.36', authorizationModes: ['RBAC'] },
        authorizationConfig,
        webhook,
      },
      { cel: CEL },
    )
    const { trace, request } = decided
    if (trace === undefined || request.request === undefined) throw new Error('not decided')
    return [plainText(sentences(trace, request.request).because), plainText(explain(decided)?.otherwise ?? [])]
  }

  it('is said to fail, not to have a condition, and its failurePolicy is the way out', () => {
    const [because, help] = said(config(''), '- answer: Error\n  reason: connection refused\n')
    expect(because).toContain('The webhook agent fails, and its failurePolicy denies it: connection refused')
    expect(help).toContain(
      'With the failurePolicy NoOpinion, or with RBAC before the webhook in the AuthorizationConfiguration',
    )
  })

  it('names the match condition that fails, and its line', () => {
    const condition = '\n    matchConditions: [{expression: \'request.nonResourceAttributes.path == "/"\'}]'
    expect(said(config(condition), '')[0]).toContain(
      'Match condition 1 of the webhook agent, in line 12 of the AuthorizationConfiguration, fails, and its failurePolicy denies it',
    )
  })
})
