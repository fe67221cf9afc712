import { describe, expect, it } from 'vitest'
import { plainText } from '../../words/index.ts'
import { admissionReviews } from '../filling/filled-review.ts'
import { parseClusterOutput } from './cluster-output.ts'

const CERTIFICATES = 'certificates.k8s.io'

describe('a refusal after authorization', () => {
  it.each([
    [
      `certificatesigningrequests.${CERTIFICATES} "c" is forbidden: user not permitted to approve requests with signerName "kubernetes.io/kubelet-serving"`,
      { verb: 'approve', apiGroup: CERTIFICATES, resource: 'signers', name: 'kubernetes.io/kubelet-serving' },
      'kubectl auth can-i approve signers.certificates.k8s.io/kubernetes.io/kubelet-serving',
    ],
    [
      `certificatesigningrequests.${CERTIFICATES} "c" is forbidden: user not permitted to sign requests with signerName "a.io/b"`,
      { verb: 'sign', apiGroup: CERTIFICATES, resource: 'signers', name: 'a.io/b' },
      'kubectl auth can-i sign signers.certificates.k8s.io/a.io/b',
    ],
    [
      `clustertrustbundles.${CERTIFICATES} "x" is forbidden: user not permitted to attest for signerName "a.io/b"`,
      { verb: 'attest', apiGroup: CERTIFICATES, resource: 'signers', name: 'a.io/b' },
      'kubectl auth can-i attest signers.certificates.k8s.io/a.io/b',
    ],
    [
      'pods "w" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: , <nil>',
      { verb: 'update', subresource: 'finalizers' },
      'kubectl auth can-i update OWNER --subresource=finalizers',
    ],
    [
      'You may not request a new project via this API.',
      { verb: 'create', apiGroup: 'project.openshift.io', resource: 'projectrequests' },
      'kubectl auth can-i create projectrequests.project.openshift.io',
    ],
    [
      'deployments.apps "web" is forbidden: cannot set an ownerRef on a resource you can\'t delete: , <nil>',
      { verb: 'delete', apiGroup: 'apps', resource: 'deployments', name: 'web' },
      'kubectl auth can-i delete deployments.apps/web',
    ],
    [
      'pods "w" is forbidden: unable to validate against any security context constraint: [provider "anyuid": Forbidden]',
      { verb: 'use', apiGroup: 'security.openshift.io', resource: 'securitycontextconstraints' },
      'kubectl auth can-i use securitycontextconstraints.security.openshift.io',
    ],
    [
      'pods "w-" is forbidden: unable to validate against any pod security policy: []',
      { verb: 'use', apiGroup: 'policy', resource: 'podsecuritypolicies' },
      'kubectl auth can-i use podsecuritypolicies.policy',
    ],
    [
      'networkpolicies.projectcalico.org is forbidden: User "kim" cannot list networkpolicies.projectcalico.org in tier "edge" and namespace "web" (user cannot get tier)',
      { verb: 'get', apiGroup: 'projectcalico.org', resource: 'tiers', name: 'edge' },
      'kubectl auth can-i get tiers.projectcalico.org/edge',
    ],
  ])('%s: names the check and how to ask it', (text, check, command) => {
    const { requests, admission, problems } = parseClusterOutput(text)
    expect(requests).toEqual([])
    expect(admission.map((one) => one.check)).toEqual([check])
    expect(problems.join()).toContain(`Ask as that user: ${command}`)
    expect(parseClusterOutput(text.replace(/ (?=\S+ \S+$)/, '\n')).admission).toEqual(admission)
  })

  it.each([
    ['pods "w" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1', 'ResourceQuota'],
    [
      'secrets "s" is forbidden: unable to create new content in namespace old because it is being terminated',
      'NamespaceLifecycle',
    ],
    [
      'pods "w" is forbidden: unexpected operation "UPDATE", node "n1" can only create and delete mirror pods',
      'NodeRestriction',
    ],
    ['nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"', 'NodeRestriction'],
    ['pods "w" is forbidden: violates PodSecurity "restricted:latest": hostPort', 'PodSecurity'],
    ['pods "w-" is forbidden: no providers available to validate pod request', 'PodSecurityPolicy'],
    ['pods "w" is forbidden: maximum cpu usage per Container is 1, but limit is 2', 'LimitRanger'],
    ['Error from server: admission webhook "a.b.c" denied the request: no', 'An admission webhook'],
    [
      "pods \"w\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no",
      'ValidatingAdmissionPolicy',
    ],
    [
      'Error from server (Forbidden): admission webhook "validation.gatekeeper.sh" denied the request: [need-owner] no owner',
      'Gatekeeper',
    ],
    ['admission webhook "validate.kyverno.svc-fail" denied the request:\n\nresource Pod/a/w was blocked', 'Kyverno'],
    ['admission webhook "vpol.validate.kyverno.svc-fail" denied the request: Policy p failed: no', 'Kyverno'],
    ['workspaces.tenancy.kcp.io "w" is forbidden: "root:a" workspace access not permitted', 'kcp'],
  ])('%s: names the step', (text, by) => {
    const { admission, problems } = parseClusterOutput(text)
    expect(admission.map((one) => [one.by, one.check])).toEqual([[by, undefined]])
    expect(problems.join()).toContain(`${by} refused this request, after authorization allowed it.`)
  })

  it.each([
    [
      'user "kim" (groups=["devs"]) is attempting to grant RBAC permissions not currently held: {Verbs:["*"]}',
      'rancherauth.cattle.io',
      /more than they hold by roles and bindings of Rancher/,
    ],
    [
      'errors due to escalation: no',
      'rancher.cattle.io.projectroletemplatebindings.management.cattle.io',
      /more than they hold/,
    ],
    ['Unauthorized', 'rancher.cattle.io.namespaces', /the verb updatepsa on projects\.management\.cattle\.io/],
    [
      'spec: Forbidden: no',
      'rancher.cattle.io.settings.management.cattle.io',
      /The text after the colon is its reason/,
    ],
  ])('%s: is of Rancher where its webhook %s says it', (words, webhook, why) => {
    const { requests, problems } = parseClusterOutput(`Admission webhook "${webhook}" denied the request: ${words}`)
    expect(requests).toEqual([])
    expect(problems).toEqual([
      expect.stringMatching(
        /^A webhook of Rancher refused this request, after authorization allowed it\. It is not a part/,
      ),
    ])
    expect(problems[0]).toMatch(why)
    expect(problems[0]).toContain('kubectl logs -n cattle-system deployment/rancher-webhook')
  })

  it.each(['user header "kim" is', 'group header "system:masters" value is'])(
    'of Teleport is before authorization: %s',
    (words) => {
      const text = `impersonation request has been denied, ${words} not allowed in roles`
      for (const one of [`Error from server: ${text}`, JSON.stringify({ message: text })]) {
        expect(parseClusterOutput(one).problems.join()).toMatch(
          /^Teleport refused this request, before the API server had it\./,
        )
      }
    },
  )

  it.each([
    ['User: arn:aws:iam::1:user/kim is not authorized to perform: eks:DescribeCluster on resource: x', 'IAM of AWS'],
    ['googleapi: Error 403: Required "container.clusters.get" permission(s), forbidden', 'An API of Google Cloud'],
    [
      "The client 'kim' with object id '1' does not have authorization to perform action 'Microsoft.ContainerService/managedClusters/read' over scope '/x'",
      'An API of Azure',
    ],
  ])('of a cloud is not of Kubernetes: %s', (text, by) => {
    const { requests, problems } = parseClusterOutput(text)
    expect(requests).toEqual([])
    expect(problems.join()).toContain(
      `${by} refused this request, outside of Kubernetes. No role of Kubernetes allows it.`,
    )
  })

  it.each(['physical', 'host'])('of vcluster is one of the %s cluster', (cluster) => {
    const { problems } = parseClusterOutput(
      `Error syncing to ${cluster} cluster: pods "w-x-a-x-v" is forbidden: exceeded quota: q, requested: pods=1`,
    )
    expect(problems.join()).toContain('ResourceQuota refused this request, at the host cluster.')
    expect(problems.join()).toContain('the roles of the virtual cluster do not matter')
  })

  it('of a tier that the user may get asks for the policies of the tier, or for the one', () => {
    const [step] = parseClusterOutput(
      'networkpolicies.projectcalico.org "edge.web" is forbidden: User "kim" cannot update networkpolicies.projectcalico.org in tier "edge" and namespace "shop"',
    ).admission
    const asked = {
      verb: 'update',
      apiGroup: 'projectcalico.org',
      resource: 'tier.networkpolicies',
      namespace: 'shop',
    }
    expect(step).toMatchObject({
      username: 'kim',
      check: { ...asked, name: 'edge.*' },
      orElse: [{ ...asked, name: 'edge.web' }],
    })
  })

  it('of a new owner asks for delete in the namespace of the object', () => {
    const text = 'deployments.apps "web" is forbidden: cannot set an ownerRef on a resource you can\'t delete: , <nil>'
    const [there] = parseClusterOutput(`{"namespace":"shop"} ${text}`).admission
    expect(there?.check).toEqual({
      verb: 'delete',
      apiGroup: 'apps',
      resource: 'deployments',
      namespace: 'shop',
      name: 'web',
    })
    const [unknown] = parseClusterOutput(text).admission
    if (unknown === undefined) throw new Error('no step')
    expect(admissionReviews(unknown).notes.map(plainText).join()).toContain('which the text does not name')
  })

  it('of the signer of a PodCertificateRequest names the user and both checks', () => {
    const [step] = parseClusterOutput(
      'PodCertificateRequest.certificates.k8s.io "p" is invalid: spec.signerName: Forbidden: User "kim" is not permitted to "sign" for signer "a.io/b"',
    ).admission
    if (step === undefined) throw new Error('no step')
    expect([step.check?.name, step.orElse?.[0]?.name]).toEqual(['a.io/b', 'a.io/*'])
    expect(admissionReviews(step).requestor).toEqual({ username: 'kim', groups: ['system:authenticated'] })
  })

  it('of OpenShift asks for the constraints that nobody concerned may use, and names those that do not fit', () => {
    const text =
      '{"namespace":"shop"} pods "w" is forbidden: unable to validate against any security context constraint: [provider "anyuid": Forbidden: not usable by user or serviceaccount, provider restricted-v2: .containers[0].runAsUser: Invalid value: 7: must be in the ranges: [1, 2], provider "privileged": Forbidden: not usable by user or serviceaccount]'
    const { admission, problems } = parseClusterOutput(text)
    const asked = {
      verb: 'use',
      apiGroup: 'security.openshift.io',
      resource: 'securitycontextconstraints',
      namespace: 'shop',
    }
    expect(admission).toMatchObject([
      { check: { ...asked, name: 'anyuid' }, orElse: [{ ...asked, name: 'privileged' }] },
    ])
    expect(problems.join()).toContain('The pod does not fit restricted-v2, which may be used.')
    expect(problems.join()).toContain('The text does not say whether it would fit anyuid or privileged')
    expect(problems.join()).toContain('-n shop')
  })

  it.each(['user', 'group'])('of capsule-proxy names the check of the %s', (kind) => {
    const text = `Error from server (Forbidden): cannot retrieve user and group: the current user kim cannot impersonate the ${kind} ops`
    const { admission, problems } = parseClusterOutput(text)
    const check = { verb: 'impersonate', apiGroup: '', resource: `${kind}s`, name: 'ops' }
    expect(admission[0]).toMatchObject({ username: 'kim', check })
    expect(problems.join()).toContain(`Ask as that user: kubectl auth can-i impersonate ${kind}s/ops`)
  })

  it.each(['', ' '])('asks for create where the handler of a connection refused (end “%s”)', (end) => {
    const { requests, problems } = parseClusterOutput(`Error from server (Forbidden): pods "web" is forbidden:${end}`)
    expect(requests).toEqual([])
    expect(problems.join()).toMatch(
      /kubectl exec, attach and port-forward, from Kubernetes 1\.35 on: .* create is missing/,
    )
  })

  it('keeps the requests of the same text', () => {
    const refused = 'pods is forbidden: User "kim" cannot list resource "pods" in API group "" in the namespace "a"'
    const { requests, admission } = parseClusterOutput(`${refused}\npods "w" is forbidden: exceeded quota: q`)
    expect([requests.length, admission.length]).toEqual([1, 1])
  })
})

describe('a 403 that is not understood', () => {
  it.each([
    [
      'Cannot list resource "metrics" in API group "m.io": RBAC: clusterrole.rbac.authorization.k8s.io "reader" not found',
      /does not say who was refused.* ClusterRole reader, which does not exist there/,
    ],
    [
      '… is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Verbs:["get"]}',
      /^This is the end of/,
    ],
    ['Expected HTTP 101 response but was “403 Forbidden”', /without the message of the server/],
    [
      'Failure executing: POST at: https://k8s.local/api/v1/namespaces/lab/pods. Message: Forbidden!The account was refused.',
      /The request is in the text: POST \/api\/v1\/namespaces\/lab\/pods\. /,
    ],
  ])('says what %j has all the same', (text, words) => {
    expect(parseClusterOutput(text).problems).toEqual([expect.stringMatching(words)])
  })

  it.each([
    'pods is forbidden: User "kim" cannot frobnicate the pods',
    'pods is forbidden: User “kim” may not',
    'pods is forbidden: User=kim',
  ])('%s: is said to name a user in another form', (text) => {
    expect(parseClusterOutput(text).problems.join()).toMatch(/names a user, but not in a form that is read here/)
  })

  it('that names no user may come from elsewhere', () => {
    expect(parseClusterOutput('pods is forbidden: not today').problems.join()).toMatch(
      /names no user\. It may come from/,
    )
  })
})

describe('the reviews of a step after authorization', () => {
  const reviewsOf = (text: string, policy = '') => {
    const [step] = parseClusterOutput(text).admission
    if (step === undefined) throw new Error(`no step in ${text}`)
    const { reviews, notes } = admissionReviews(step, policy)
    return { names: reviews.map((one) => one.text), notes: notes.map(plainText).join(' ') }
  }
  const SIGNER = (name: string) =>
    `certificatesigningrequests.${CERTIFICATES} "c" is forbidden: user not permitted to sign requests with signerName "${name}"`
  const FINALIZERS =
    'pods "w" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: , <nil>'
  const role = (...resources: readonly string[]) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{apiGroups: [cache.io], resources: [${resources.map((one) => JSON.stringify(one)).join()}], verbs: [update]}]\n`

  it('are two of a signer: for its name, and for all signers of its domain', () => {
    const { names, notes } = reviewsOf(SIGNER('a.io/b'))
    expect(names.map((text) => /name: (.*)/.exec(text)?.[1])).toEqual(['a.io/b', 'a.io/*'])
    expect(notes).toBe('Either check allows: the one for a.io/b, or the one for a.io/*.')
    expect(reviewsOf(SIGNER('a.io/*')).names).toHaveLength(1)
  })

  it('of finalizers have the owner that the text or the policy names, or ask for it', () => {
    expect(reviewsOf(FINALIZERS, role('stores', 'stores/finalizers')).names[0]).toContain('resource: stores')
    expect(reviewsOf(FINALIZERS, role('stores/finalizers', 'shelves/finalizers')).names).toEqual([])
    expect(reviewsOf(FINALIZERS).notes).toBe('')
    expect(parseClusterOutput(FINALIZERS).problems.join()).toContain('OWNER is the resource of the owner')
    const all = role('stores/finalizers').replace(
      'rules: [',
      'rules: [{apiGroups: ["*"], resources: [racks/finalizers], verbs: [update]}, ',
    )
    expect(reviewsOf(FINALIZERS, all).notes).toContain('The policy names the finalizers of racks, stores.cache.io')
  })

  const logged = (kind: string, ...more: readonly string[]) =>
    `ERROR Reconciler error {"controllerGroup": "cache.io", "controllerKind": "${kind}", ${more.join('')}"error": ${JSON.stringify(FINALIZERS)}}`

  it.each([
    ['', role('stores', 'shelves'), 'stores', 'the owner is a Store, and plurals are usually formed so'],
    ['', '', 'stores', 'the owner is a Store, and plurals are usually formed so'],
    ['"namespace": "shop", "name": "s1", ', '', 'stores', 'the owner is a Store'],
  ])('take the resource of the owner from the kind that a controller logs: %s', (more, policy, resource, why) => {
    const { names, notes } = reviewsOf(logged('Store', more), policy)
    expect(parseClusterOutput(logged('Store', more)).problems.join()).toMatch(
      /may update stores\.cache\.io\/finalizers/,
    )
    expect(names[0]).toContain(`resource: ${resource}`)
    expect(notes).toContain(why)
    expect(/namespace: (.*)/.exec(names[0] ?? '')?.[1]).toBe(more === '' ? undefined : 'shop')
    expect(notes.includes('does not name')).toBe(more === '')
  })

  it.each([
    ['PATCH https://10.0.0.1/api/v1/namespaces/shop/pods/w', 'shop'],
    ['$ kubectl apply -f pod.yaml -n shop', 'shop'],
    ['{"namespace": "***"}', undefined],
  ])('are asked in the namespace of the refused object: %s', (line, namespace) => {
    const { names } = reviewsOf(`${line}\n${FINALIZERS}\n`, role('stores/finalizers'))
    expect(/namespace: (.*)/.exec(names[0] ?? '')?.[1]).toBe(namespace)
  })

  it('name no namespace for an owner that is in none', () => {
    const yaml = `metadata:\n  namespace: shop\n  ownerReferences:\n  - apiVersion: v1\n    kind: Node\n    name: n1\n    blockOwnerDeletion: true\n`
    const { names, notes } = reviewsOf(`PATCH /api/v1/namespaces/shop/pods/w\n${yaml}\n${FINALIZERS}\n`)
    expect(names[0]).toMatch(/name: n1\n/)
    expect(names[0]).not.toContain('namespace')
    expect(notes).toBe('The resource of the owner is taken for nodes: the owner is a Node.')
  })
})
