import { describe, expect, it } from 'vitest'
import { customResources } from '../discovery/index.ts'
import { targetOf } from '../http/index.ts'
import { Discovery, type KubernetesVersion, plainUser } from '../kube/index.ts'
import { readKubectl } from './kubectl.ts'
import { manifestFiles, withManifest } from './manifest-files.ts'

/** `METHOD target`, or undefined where no request was read. */
function line(text: string): string | undefined {
  const { request } = readKubectl(text)
  return request && `${request.method} ${request.target}`
}

/** Severity, code, and the text that each problem stands at. */
function problems(text: string): readonly string[] {
  return readKubectl(text).diagnostics.map(
    ({ severity, code, range }) => `${severity} ${code}: ${text.slice(range.start, range.end)}`,
  )
}

function errors(text: string): readonly string[] {
  return problems(text).filter((one) => one.startsWith('error'))
}

function headers(text: string): readonly (readonly [string, string])[] {
  return readKubectl(text).request?.headers.map(({ name, value }) => [name, value] as const) ?? []
}

const PODS = 'GET /api/v1/namespaces/prod/pods?limit=500'

describe('how a command may be written', () => {
  it('does not matter for the request', () => {
    for (const text of [
      'kubectl get pods -n prod',
      'k get po --namespace=prod',
      '$ kubectl -n prod get pods',
      'sudo kubectl get pods -nprod',
      'KUBECONFIG=~/.kube/x kubectl get pods -n=prod',
      '/usr/local/bin/kubectl get --namespace prod pods',
      'C:\\bin\\kubectl.exe get pods -n prod'.replaceAll('\\', '/'),
      'minikube kubectl -- get pods -n prod',
      'k3s kubectl get pod -n prod -o wide --no-headers',
      'kubectl get \\\n  pods \\\n  -n prod # all of them',
    ]) {
      expect(line(text), text).toBe(PODS)
      expect(errors(text), text).toEqual([])
    }
  })

  it('has switches in a cluster, and values attached or not', () => {
    expect(line('kubectl get pods -Aw')).toBe('GET /api/v1/pods?watch=true')
    expect(line('kubectl get pods -wA=false -n prod')).toBe('GET /api/v1/namespaces/prod/pods?watch=true')
    expect(line('kubectl get pods -lapp=web -n prod')).toBe(
      'GET /api/v1/namespaces/prod/pods?labelSelector=app%3Dweb&limit=500',
    )
    expect(line('kubectl get pods --all_namespaces')).toBe('GET /api/v1/pods?limit=500')
  })
})

describe('whom a command impersonates', () => {
  const text =
    'kubectl get pods -n prod --as jane --as-group=dev --as-group "a,b" --as-uid=7 --as-user-extra example.com/scopes=a=b'

  it('goes into the headers that client-go writes', () => {
    expect(headers(text)?.filter(([name = '']) => name.startsWith('Impersonate'))).toEqual([
      ['Impersonate-User', 'jane'],
      ['Impersonate-Uid', '7'],
      ['Impersonate-Group', 'dev'],
      ['Impersonate-Group', 'a,b'],
      ['Impersonate-Extra-Example.com%2fscopes', 'a=b'],
    ])
    const read = targetOf(readKubectl(text).request?.headers ?? [])
    expect(read.kind === 'target' && plainUser(read.wantedUser)).toEqual({
      username: 'jane',
      uid: '7',
      groups: ['dev', 'a,b'],
      extra: { 'example.com/scopes': ['a=b'] },
    })
  })

  it('has the place of the flag, with its value', () => {
    const spans = readKubectl(text).request?.headers.map(({ span }) => span && text.slice(span.start, span.end))
    expect(spans).toEqual([
      '--as jane',
      '--as-uid=7',
      '--as-group=dev',
      '--as-group "a,b"',
      '--as-user-extra example.com/scopes=a=b',
    ])
  })

  it('may have empty groups and extras, but no group without a user', () => {
    expect(headers('kubectl get pods -n x --as=jane --as-group= --as-user-extra=k=')).toEqual([
      ['Impersonate-User', 'jane'],
      ['Impersonate-Group', ''],
      ['Impersonate-Extra-K', ''],
    ])
    expect(problems('kubectl get pods -n prod --as-group=g')).toEqual([
      'error impersonation-without-user: --as-group=g',
    ])
    expect(problems('kubectl get pods -n prod --as=')).toEqual(['warning empty-user: --as='])
    expect(line('kubectl get pods -n prod --as-group=g')).toBe(PODS)
  })

  it('is warned about where kubectl drops or changes it', () => {
    expect(problems('kubectl get pods -n p --as=j --as-user-extra=scopes')).toEqual([
      'error extra-without-value: --as-user-extra=scopes',
    ])
    expect(problems('kubectl get pods -n p --as=j --as-user-extra=Scopes=a')).toEqual([
      'warning extra-key-case: --as-user-extra=Scopes=a',
    ])
    expect(problems(`kubectl get pods -n p --as=' jane'`)).toEqual([`warning blanks-around-value: --as=' jane'`])
    expect(problems(`kubectl get pods -n p --as=$'a\\nb'`)).toContain(`error unsendable-value: --as=$'a\\nb'`)
  })

  it('counts the last --as, and every --as-group', () => {
    expect(headers('kubectl get pods -n x --as=a --as=b --as-group=g --as-group=g')).toEqual([
      ['Impersonate-User', 'b'],
      ['Impersonate-Group', 'g'],
      ['Impersonate-Group', 'g'],
    ])
  })
})

describe('an invalid part of a command', () => {
  it('is marked, and changes nothing else', () => {
    expect(problems('kubectl get pods -n prod --wiede')).toEqual(['error unknown-flag: --wiede'])
    expect(line('kubectl get pods -n prod --wiede')).toBe(PODS)
    expect(problems('kubectl get pods -n prod -Z')).toEqual(['error unknown-flag: -Z'])
    expect(problems('kubectl get pods -n prod --watch=maybe')).toEqual(['error invalid-switch: --watch=maybe'])
    expect(line('kubectl get pods -n prod --watch=maybe')).toBe(PODS)
  })

  it('gets a suggestion in the words of kubectl', () => {
    const [one] = readKubectl('kubectl get pods -n prod --selecter=a').diagnostics
    expect(one).toMatchObject({ fix: '--selector', detail: 'unknown flag: --selecter' })
    const [two] = readKubectl('kubectl get pods -n prod -as=jane').diagnostics
    expect(two).toMatchObject({ fix: '--as=jane', detail: "unknown shorthand flag: 'a' in -as=jane" })
    const [three] = readKubectl('kubectl gte pods').diagnostics
    expect(three).toMatchObject({ code: 'unknown-command', fix: 'get' })
    const [four] = readKubectl('kubectl get pdos').diagnostics
    expect(four).toMatchObject({
      code: 'unknown-resource',
      fix: 'pods',
      detail: `the server doesn't have a resource type "pdos"`,
    })
  })

  it('does not read the value of an incomplete flag as a name', () => {
    expect(line('kubectl get pods --as-gro dev -n prod')).toBe(PODS)
    expect(line('kubectl get pods -n prod --as')).toBe(PODS)
    expect(errors('kubectl get pods -n prod --as')).toEqual(['error flag-without-value: --as'])
  })

  it('is a flag that took another flag for its value', () => {
    expect(problems('kubectl get pods -n --as=jane')).toEqual(['warning flag-as-value: --as=jane'])
    expect(line('kubectl get pods -n --as=jane')).toBe('GET /api/v1/namespaces/--as=jane/pods?limit=500')
  })

  it('is a value that only the shell knows, but not where it does not count', () => {
    expect(problems('kubectl get pods -n prod --as=system:node:$MY_NODE_NAME')).toEqual([
      'error shell-variable: $MY_NODE_NAME',
    ])
    expect(headers('kubectl get pods -n prod --as=system:node:$MY_NODE_NAME')).toEqual([
      ['Impersonate-User', 'system:node:$MY_NODE_NAME'],
    ])
    expect(problems('kubectl get pods -n prod --token=$TOKEN --context $CTX')).toEqual([
      'note who-asks: --token=$TOKEN',
    ])
  })

  it('is another program, or nothing', () => {
    expect(errors('helm install x')).toEqual(['error not-kubectl: helm'])
    expect(errors('curl https://x/')).toEqual(['error not-kubectl: curl'])
    expect(errors('')).toEqual(['error empty-request: '])
    expect(errors('# kubectl cannot do this')).toEqual(['error empty-request: '])
    expect(errors('kubectl')).toEqual(['error missing-command: '])
    expect(errors('kubectl --as=jane')).toEqual(['error missing-command: --as=jane'])
    expect(errors('get pods -n prod')).toEqual(['error not-kubectl: get'])
    expect(line('get pods -n prod')).toBe(PODS)
  })

  it('is a command that sends no request, or reads files', () => {
    expect(errors('kubectl config view')).toEqual(['error no-request: config'])
    expect(errors('kubectl get pods --help')).toEqual(['error no-request: --help'])
    expect(errors('kubectl apply -f deploy.yaml')).toEqual(['error manifest: -f deploy.yaml'])
    expect(errors('kubectl delete -k .')).toEqual(['error manifest: -k .'])
    expect(errors('kubectl proxy')).toEqual(['error not-played: proxy'])
    expect(errors('kubectl create namespace x --dry-run=client')).toEqual(['error no-request: --dry-run=client'])
  })
})

/** The requests of a command, each with the request that it waits for: `2 if 1 fails: POST …`. */
function sequence(text: string): readonly string[] {
  return (readKubectl(text).command ?? []).map(({ request, after }, index) => {
    const waits =
      after === undefined ? '' : ` if ${after.index + 1} ${after.answer === 'success' ? 'succeeds' : 'fails'}`
    return `${index + 1}${waits}: ${request.method} ${request.target}`
  })
}

describe('several requests', () => {
  it('are those for each type and each object, whatever the answers to the others', () => {
    expect(sequence('kubectl get pods,services -n prod')).toEqual([
      `1: ${PODS}`,
      '2: GET /api/v1/namespaces/prod/services?limit=500',
    ])
    expect(errors('kubectl get pods,services -n prod')).toEqual([])
    expect(line('kubectl get pods,services -n prod')).toBe(PODS)
    expect(sequence('kubectl get pods a b -n prod')).toEqual([
      '1: GET /api/v1/namespaces/prod/pods/a',
      '2: GET /api/v1/namespaces/prod/pods/b',
    ])
    expect(sequence('kubectl get all -n prod')).toHaveLength(10)
    expect(errors('kubectl get all web')).toEqual(['error type-and-name: all'])
    expect(sequence('kubectl get pods -n prod')).toEqual([])
  })

  it('begin with a list where a selector chooses, which finds one object: kubectl never sends deletecollection', () => {
    expect(sequence('kubectl delete pods -l app=web -n prod')).toEqual([
      '1: GET /api/v1/namespaces/prod/pods?labelSelector=app%3Dweb',
      '2 if 1 succeeds: DELETE /api/v1/namespaces/prod/pods/pod-xxxxx',
    ])
    expect(problems('kubectl delete pods --all -n prod')).toEqual(['note object-assumed: pods'])
  })

  it('begin with a get where the change follows from the object', () => {
    expect(sequence('kubectl scale deploy web --replicas=3 -n prod')).toEqual([
      '1: GET /apis/apps/v1/namespaces/prod/deployments/web',
      '2 if 1 succeeds: PATCH /apis/apps/v1/namespaces/prod/deployments/web/scale',
    ])
    expect(line('kubectl scale deploy web --replicas=3 -n prod')).toContain('PATCH')
    expect(sequence('kubectl get pods -w -n prod')).toHaveLength(2)
  })

  it('cordon a node, list its pods and evict them', () => {
    expect(sequence('kubectl drain n1')).toEqual([
      '1: GET /api/v1/nodes/n1',
      '2 if 1 succeeds: PATCH /api/v1/nodes/n1',
      '3 if 2 succeeds: GET /api/v1/pods?fieldSelector=spec.nodeName%3Dn1&limit=500',
      '4 if 3 succeeds: POST /api/v1/namespaces/default/pods/pod-xxxxx/eviction',
    ])
  })

  it('all ask for the same user', () => {
    const users = readKubectl('kubectl get pods,svc --as=jane').command?.map(({ request }) => targetOf(request.headers))
    expect(users).toMatchObject(Array.from({ length: 2 }, () => ({ wantedUser: { username: 'jane' } })))
  })
})

describe('information that only the cluster has', () => {
  it('is assumed, with a note', () => {
    expect(problems('kubectl get pods')).toEqual(['note namespace-assumed: get'])
    expect(problems('kubectl get nodes')).toEqual([])
    expect(problems('kubectl get foos.example.com -n prod')).toEqual(['note custom-resource: foos.example.com'])
    expect(line('kubectl get foos.example.com -n prod')).toBe('GET /apis/example.com/v1/namespaces/prod/foos?limit=500')
    expect(problems('kubectl get deployments.v1beta2.apps -n prod')).toEqual([
      'warning version-not-served: deployments.v1beta2.apps',
    ])
  })

  it('is the pod of something else: one is assumed', () => {
    expect(sequence('kubectl logs deploy/web -n prod')).toEqual([
      '1: GET /apis/apps/v1/namespaces/prod/deployments/web',
      '2 if 1 succeeds: GET /api/v1/namespaces/prod/pods?labelSelector=app%3Dweb',
      '3 if 2 succeeds: GET /api/v1/namespaces/prod/pods/web-xxxxxxxxxx-xxxxx/log',
    ])
    expect(problems('kubectl logs deploy/web -n prod')).toEqual(['note object-assumed: deploy/web'])
    expect(errors('kubectl logs cm/web -n prod')).toEqual(['error pod-not-known: cm/web'])
  })
})

describe('bodies', () => {
  function body(text: string): unknown {
    return JSON.parse(readKubectl(text).request?.body ?? '')
  }

  it('of roles and bindings are what kubectl creates', () => {
    expect(
      body('kubectl create role r -n prod --verb=get,list --resource=pods,deploy,pods/log --resource-name=x'),
    ).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'r', namespace: 'prod' },
      rules: [
        { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'pods/log'], resourceNames: ['x'] },
        { verbs: ['get', 'list'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['x'] },
      ],
    })
    expect(
      body('kubectl create clusterrolebinding b --clusterrole=view --user=jane --serviceaccount=prod:bot'),
    ).toMatchObject({
      kind: 'ClusterRoleBinding',
      roleRef: { kind: 'ClusterRole', name: 'view' },
      subjects: [
        { kind: 'User', name: 'jane' },
        { kind: 'ServiceAccount', name: 'bot', namespace: 'prod' },
      ],
    })
  })

  it('take the users of a binding as subjects, and not as the credentials of kubectl', () => {
    const codes = (command: string) => readKubectl(command).diagnostics.map(({ code }) => code)
    expect(codes('kubectl create rolebinding b -n prod --role=r --user=jane')).toEqual([])
    expect(codes('kubectl get pods -n prod --user=jane')).toEqual(['who-asks'])
  })

  it('cannot be rules of constrained impersonation, which kubectl refuses to create', () => {
    const text = 'kubectl create clusterrole r --verb=impersonate:user-info --resource=users.authentication.k8s.io'
    expect(errors(text)).toEqual(['error unknown-resource: --resource=users.authentication.k8s.io'])
    expect(errors('kubectl create clusterrole r --verb=impersonate --resource=users')).toEqual([])
  })

  it('of token requests and reviews have the question', () => {
    expect(
      body('kubectl create token bot -n prod --duration=10m --bound-object-kind=Pod --bound-object-name=web'),
    ).toMatchObject({
      spec: { expirationSeconds: 600, boundObjectRef: { kind: 'Pod', name: 'web' } },
    })
    expect(body('kubectl auth can-i impersonate users -n prod')).toMatchObject({
      spec: { resourceAttributes: { verb: 'impersonate', resource: 'users', namespace: 'prod' } },
    })
  })

  it('of raw requests come from a here-document', () => {
    const text = `kubectl create --raw /api/v1/namespaces/prod/pods/web/eviction -f - <<'EOF'\n{"kind":"Eviction"}\nEOF\n`
    expect(readKubectl(text).request).toMatchObject({ method: 'POST', body: '{"kind":"Eviction"}\n' })
    expect(problems(text)).toEqual([])
    expect(problems('kubectl create --raw /api/v1/namespaces -f - <<EOF\n$X\nEOF')).toEqual([
      'error shell-variable: $X',
    ])
    expect(problems('kubectl create --raw /api/v1/namespaces -f ns.json')).toEqual(['note body-not-here: -f ns.json'])
  })

  it('keep a label called __proto__', () => {
    expect(readKubectl('kubectl label pod web __proto__=x -n prod').request?.body).toBe(
      '{"metadata":{"labels":{"__proto__":"x"}}}',
    )
  })
})

describe('a question of kubectl auth', () => {
  function question(text: string) {
    const { question } = readKubectl(text)
    if (question?.kind !== 'access') return question
    const { attributes, ...rest } = question
    const said = Object.entries(attributes).filter(
      ([, value]) => value !== '' && value !== true && !Array.isArray(value),
    )
    return { ...rest, ...Object.fromEntries(said.filter(([key, value]) => key !== 'apiVersion' && value !== false)) }
  }

  /** The spec of the review that kubectl sends. */
  function spec(text: string): unknown {
    return JSON.parse(readKubectl(text).request?.body ?? '{}').spec
  }

  it.each([
    ['get pods -n prod', { verb: 'get', resource: 'pods', namespace: 'prod' }],
    [
      'delete deployments/web -n prod',
      { verb: 'delete', group: 'apps', resource: 'deployments', name: 'web', namespace: 'prod' },
    ],
    ['list deploy -n prod', { verb: 'list', group: 'apps', resource: 'deployments', namespace: 'prod' }],
    ['list deployments.v1.apps -n prod', { verb: 'list', group: 'apps', resource: 'deployments', namespace: 'prod' }],
    ['watch pods -A', { verb: 'watch', resource: 'pods' }],
    ['watch pods --all-namespaces', { verb: 'watch', resource: 'pods' }],
    [
      'create pods/web --subresource=exec -n prod',
      { verb: 'create', resource: 'pods', subresource: 'exec', name: 'web', namespace: 'prod' },
    ],
    ['get pods --subresource log -n prod', { verb: 'get', resource: 'pods', subresource: 'log', namespace: 'prod' }],
    ['get pods/web/log -n prod', { verb: 'get', resource: 'pods', name: 'web/log', namespace: 'prod' }],
    ['get pods', { verb: 'get', resource: 'pods', namespace: 'default' }],
    ["'*' '*' -n prod", { verb: '*', resource: '*', namespace: 'prod' }],
    ['impersonate users/jane -n prod', { verb: 'impersonate', resource: 'users', name: 'jane', namespace: 'prod' }],
    ['LIST Pods -n prod', { verb: 'LIST', resource: 'pods', namespace: 'prod' }],
    ['get foos.example.com -A', { verb: 'get', group: 'example.com', resource: 'foos' }],
    ['get Bar -A', { verb: 'get', resource: 'Bar' }],
    [
      'impersonate:user-info users.authentication.k8s.io -A',
      { verb: 'impersonate:user-info', resource: 'users.authentication.k8s.io' },
    ],
  ])('is that of a SelfSubjectAccessReview: can-i %s', (words, resourceAttributes) => {
    const text = `kubectl auth can-i ${words}`
    expect(line(text)).toBe('POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews')
    expect(spec(text)).toEqual({ resourceAttributes })
    const { group: apiGroup, ...others } = { group: undefined, ...resourceAttributes }
    expect(question(text)).toMatchObject({ kind: 'access', ...others, ...(apiGroup !== undefined && { apiGroup }) })
  })

  it('asks about a path without a namespace', () => {
    expect(spec('kubectl auth can-i get /logs/ -n prod')).toEqual({
      nonResourceAttributes: { path: '/logs/', verb: 'get' },
    })
    expect(question("kubectl auth can-i get '/logs/*'")).toMatchObject({ verb: 'get', path: '/logs/*' })
  })

  it('keeps the impersonation for the review', () => {
    const text = 'kubectl auth can-i list deploy -n prod --as jane --as-group "the devs" --as-uid 7 --as-user-extra a=b'
    expect(headers(text)?.filter(([name = '']) => name.startsWith('Impersonate'))).toEqual([
      ['Impersonate-User', 'jane'],
      ['Impersonate-Uid', '7'],
      ['Impersonate-Group', 'the devs'],
      ['Impersonate-Extra-A', 'b'],
    ])
  })

  it.each([
    ['get pods -n prod', []],
    ['get nodes -n prod', ["resource 'nodes' is not namespace scoped"]],
    ['get nodes -A', []],
    [
      'get clusterroles -n prod',
      ["resource 'clusterroles' is not namespace scoped in group 'rbac.authorization.k8s.io'"],
    ],
    ['LIST nodes -n prod', ["resource 'nodes' is not namespace scoped", "verb 'LIST' is not a known verb"]],
    ['delte pods -n prod', ["verb 'delte' is not a known verb"]],
    ['delte pods -A', []],
    ['get bars -A', ["the server doesn't have a resource type 'bars'"]],
    [
      'get Users.authorization.k8s.io -A',
      ["the server doesn't have a resource type 'users' in group 'authorization.k8s.io'"],
    ],
    ['impersonate Users -A', []],
    ['list /healthz', ["verb 'list' is not a known verb"]],
    ['post /healthz', []],
  ])('has the warnings of kubectl: can-i %s', (words, warnings) => {
    expect(question(`kubectl auth can-i ${words}`)?.warnings).toEqual(warnings)
  })

  it.each([
    ['can-i', 'error missing-resource: auth can-i'],
    ['can-i get', 'error missing-resource: auth can-i'],
    ['can-i get pods web -A', 'error unexpected-word: web'],
    ['can-i get pods --foo -A', 'error unknown-flag: --foo'],
    ['can-i get /healthz --subresource=x', 'error subresource-of-path: --subresource=x'],
    ['can-i get pods --no-headers -A', 'error unexpected-flag: --no-headers'],
    ['can-i --list pods -n x', 'error unexpected-word: pods'],
    ['can-i --list -q -n x', 'error unexpected-flag: -q'],
    ['can-i --list -A -n x', 'error unexpected-flag: -A'],
    ['can-i --list --subresource=log -n x', 'error unexpected-flag: --subresource=log'],
    ['can-i get pods -n x --as-group=devs', 'error impersonation-without-user: --as-group=devs'],
    ['can-i get pods -A -n x', 'warning ignored-flag: -n x'],
    ['can-i get bars -A', 'warning unknown-resource: bars'],
    ['can-i get pods --subresource=logs -A', 'warning unknown-subresource: --subresource=logs'],
    ['can-i get secrets --subresource=status -A', 'warning unknown-subresource: --subresource=status'],
    ['can-i create pods/exec -n x', 'note name-of-subresource: pods/exec'],
    ['can-i update deploy/scale -n x', 'note name-of-subresource: deploy/scale'],
    ['whoami -o yaml', 'note output-not-shown: -o yaml'],
  ])('is refused, or warned of, as by kubectl: %s', (words, problem) => {
    expect(problems(`kubectl auth ${words}`)).toEqual([problem])
  })

  it('takes the name of an object for a name, also where it is that of no subresource', () => {
    expect(problems('kubectl auth can-i get pods/web -n x')).toEqual([])
    expect(problems('kubectl auth can-i get pods/log --subresource=log -n x')).toEqual([])
  })

  it.each([
    ['auth can-i uncordon node n1', 'Write node/n1.'],
    ['who-can get pods web', 'Write pods/web.'],
    ['auth can-i get pods log', 'Write pods --subresource=log.'],
    ['auth can-i get pods web log', 'Leave it out.'],
    ['auth can-i get pods/web log', 'Leave it out.'],
    ['auth can-i get /healthz web', 'Leave it out.'],
  ])('says where a word belongs that follows the resource: %s', (words, fix) => {
    const { diagnostics } = readKubectl(`kubectl ${words}`)
    expect(diagnostics.find(({ code }) => code === 'unexpected-word')?.fix).toBe(fix)
  })

  it('is that of a list of rules, and of the user', () => {
    expect(line('kubectl auth can-i --list -n prod')).toBe('POST /apis/authorization.k8s.io/v1/selfsubjectrulesreviews')
    expect(spec('kubectl auth can-i --list -n prod')).toEqual({ namespace: 'prod' })
    expect(question('kubectl auth can-i --list --no-headers -n prod')).toMatchObject({
      kind: 'rules',
      namespace: 'prod',
      noHeaders: true,
    })
    expect(line('kubectl auth whoami')).toBe('POST /apis/authentication.k8s.io/v1/selfsubjectreviews')
    expect(question('kubectl auth whoami')).toMatchObject({ kind: 'user', table: true })
    expect(question('kubectl auth whoami -o yaml')).toMatchObject({ kind: 'user', table: false })
  })
})

describe('what people type', () => {
  const LIST = 'GET /api/v1/namespaces/prod/pods?limit=500'

  it.each([
    'k -n prod get po',
    'kubectl -nprod get pods',
    'kubectl --namespace=prod get pod',
    'kubectl get pods --namespace prod --context staging',
    'kubectl --context=staging --cluster c --user u get pods -n prod',
    'kubectl --kubeconfig ~/.kube/x get pods -n prod -o wide',
    'kubectl get pods -n prod -o jsonpath="{.items[*].metadata.name}"',
    'kubectl get pods -n prod | grep -v Running',
    'kubectl get pods -n prod -o json | jq .items',
    'kubectl get pods -n prod > pods.txt 2>/dev/null',
    'watch kubectl get pods -n prod',
    'watch -n 2 kubectl get pods -n prod',
    'watch -n2 -d kubectl get pods -n prod',
    'time kubectl get pods -n prod',
    'timeout 10s kubectl get pods -n prod',
    'env KUBECONFIG=x kubectl get pods -n prod',
    'KUBECONFIG=x HTTPS_PROXY= kubectl get pods -n prod',
    'sudo k3s kubectl get pods -n prod',
    'microk8s kubectl get pods -n prod',
    'minikube kubectl -- get pods -n prod',
    '$ kubectl get pods -n prod',
    'root@node:~# kubectl get pods -n prod',
    '# the pods\nkubectl get pods -n prod',
    'kubectl get pods -n prod # all of them',
    'kubectl get pods \\\n  -n prod',
    'kubectl get pods -n prod;',
    'kubectl.exe get pods -n prod',
    'kubectl get pods -n "prod"',
    'kubectl get -n prod pods --v=6',
    'kubectl get pods -n prod --token="$TOKEN"',
    'kubectl get pods -n prod --server https://h:6443 --insecure-skip-tls-verify',
  ])('%s is understood', (text) => {
    expect(errors(text)).toEqual([])
    expect(line(text)).toBe(LIST)
  })

  it.each([
    ['kubectl get pods && kubectl get svc', 'error several-commands: kubectl get svc'],
    ['kubectl get pods | xargs kubectl delete', 'error shell-pipe: | xargs kubectl delete'],
    ['kubectl get pods -n $NS', 'error shell-variable: $NS'],
    ['kubectl delete pod $(cat name)', 'error shell-substitution: $(cat name)'],
    ['helm get pods', 'error not-kubectl: helm'],
    ['helm upgrade web ./chart', 'error not-kubectl: helm'],
    ['get pods', 'error not-kubectl: get'],
    ['kubectl apply -f web.yaml', 'error manifest: -f web.yaml'],
    ['kubectl apply -k overlays/prod', 'error manifest: -k overlays/prod'],
    ['kubectl neat get pods', 'error unknown-command: neat'],
    ['kubectl get pods &', 'error shell-background: &'],
  ])('%s is an error where it is not', (text, error) => {
    expect(errors(text)).toContain(error)
  })
})

describe('commands that are not played', () => {
  it.each([
    ['kubectl diff -f web.yaml', 'Write kubectl apply --dry-run=server with the same files'],
    ['kubectl auth reconcile -f rbac.yaml', 'Write kubectl apply with the same files'],
    ['kubectl proxy', 'Write the request that you mean'],
  ])('%s names one that needs the same permissions', (text, fix) => {
    expect(readKubectl(text).diagnostics).toMatchObject([{ code: 'not-played', fix: expect.stringContaining(fix) }])
  })
})

describe('custom resources of the cluster', () => {
  const defined = customResources(`apiVersion: v1
kind: Namespace
metadata: {name: x}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: clusterissuers.cert-manager.io}
spec:
  group: cert-manager.io
  names: {kind: ClusterIssuer, plural: clusterissuers, shortNames: [ciss], categories: [cert-manager]}
  scope: Cluster
  versions: [{name: v1beta1, served: true}, {name: v1alpha2, served: false}, {name: v1, served: true}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec: {group: cert-manager.io, names: {kind: Policy, plural: policys}, scope: Namespaced, versions: [{name: v2, served: true}]}
`)
  const at = (command: string) => readKubectl(command, new Discovery(undefined, defined)).request?.target
  const ISSUERS = '/apis/cert-manager.io/v1/clusterissuers'

  it('have the plural, short names, scope and versions of their definitions', () => {
    expect(at('kubectl get clusterissuers')).toBe(`${ISSUERS}?limit=500`)
    expect(at('kubectl get ciss/a')).toBe(`${ISSUERS}/a`)
    expect(at('kubectl get cert-manager')).toBe(`${ISSUERS}?limit=500`)
    expect(at('kubectl get ClusterIssuer.v1beta1.cert-manager.io a')).toBe(
      '/apis/cert-manager.io/v1beta1/clusterissuers/a',
    )
    expect(readKubectl('kubectl auth can-i list ciss -A', new Discovery(undefined, defined)).question).toMatchObject({
      attributes: { apiGroup: 'cert-manager.io', resource: 'clusterissuers' },
    })
    expect(readKubectl('kubectl get clusterissuers', new Discovery(undefined, defined)).diagnostics).toEqual([])
    expect(
      readKubectl('kubectl get clusterissuers.v3.cert-manager.io', new Discovery(undefined, defined)).diagnostics,
    ).toMatchObject([{ code: 'version-not-served' }])
  })

  it('are found by the kinds of manifests', () => {
    const object = '{apiVersion: cert-manager.io/v2, kind: Policy, metadata: {name: p, namespace: prod}}'
    expect(at(`kubectl get -f - <<< '${object}'`)).toBe('/apis/cert-manager.io/v2/namespaces/prod/policys/p')
  })

  it('do not replace built-in ones, and leave out what cannot be read', () => {
    expect(at('kubectl get pods -n prod')).toContain('/api/v1/')
    expect(customResources('kind: CustomResourceDefinition\nspec: {names: [}')).toEqual([])
  })
})

describe('a version of Kubernetes', () => {
  const read = (command: string, version: KubernetesVersion) => {
    const { request, diagnostics } = readKubectl(command, new Discovery(version))
    return [request?.target, ...diagnostics.map(({ code }) => code)]
  }

  it('gives a type the version that its API server prefers', () => {
    expect(read('kubectl get workload w -n web', '1.36')).toEqual([
      '/apis/scheduling.k8s.io/v1alpha2/namespaces/web/workloads/w',
    ])
    expect(read('kubectl get workload w -n web', '1.37')).toEqual([
      '/apis/scheduling.k8s.io/v1beta1/namespaces/web/workloads/w',
    ])
    expect(read('kubectl get workloads.v1alpha2.scheduling.k8s.io w -n web', '1.37')).toEqual([
      '/apis/scheduling.k8s.io/v1alpha2/namespaces/web/workloads/w',
      'version-not-served',
    ])
  })

  it('does not have the types of others', () => {
    const { request, diagnostics } = readKubectl('kubectl get podgroups -n web', new Discovery('1.35'))
    expect(request).toBeUndefined()
    expect(diagnostics).toMatchObject([
      {
        code: 'unknown-resource',
        message:
          'Kubernetes serves “podgroups” in the API group “scheduling.k8s.io” from 1.36 on; this cluster is 1.35.',
        detail: `the server doesn't have a resource type "podgroups"`,
      },
    ])
    const create = 'kubectl create role r --verb=get --resource=podgroups -n web'
    expect(read(create, '1.35')).toContain('unknown-resource')
    expect(read(create, '1.36')).not.toContain('unknown-resource')
  })
})

describe('objects of -f', () => {
  const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: r, namespace: prod}
rules: []
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Namespace, metadata: {name: team}}
- {apiVersion: example.com/v1, kind: Policy, metadata: {name: p}}
`
  const withRole = (command: string) => `${command} -f - <<'EOF'\n${ROLE}EOF\n`
  const R = '/apis/rbac.authorization.k8s.io/v1/namespaces/prod/roles'

  it('are got and created by apply, and patched at once by --server-side', () => {
    expect(sequence(withRole('kubectl apply'))).toEqual([
      `1: GET ${R}/r`,
      `2 if 1 succeeds: POST ${R}?fieldManager=kubectl-client-side-apply&fieldValidation=Strict`,
      '3: GET /api/v1/namespaces/team',
      '4 if 3 succeeds: POST /api/v1/namespaces?fieldManager=kubectl-client-side-apply&fieldValidation=Strict',
      '5: GET /apis/example.com/v1/namespaces/default/policies/p',
      '6 if 5 succeeds: POST /apis/example.com/v1/namespaces/default/policies?fieldManager=kubectl-client-side-apply&fieldValidation=Strict',
    ])
    expect(sequence(withRole('kubectl apply --server-side'))[0]).toBe(
      `1: PATCH ${R}/r?fieldManager=kubectl&fieldValidation=Strict&force=false`,
    )
    expect(problems(withRole('kubectl apply'))).toEqual([
      'note namespace-assumed: apply',
      'note custom-resource: -f -',
      'note object-assumed: -f -',
    ])
  })

  it('are named for commands that take names', () => {
    expect(sequence(withRole('kubectl delete'))).toEqual([
      `1: DELETE ${R}/r`,
      '2: DELETE /api/v1/namespaces/team',
      '3: DELETE /apis/example.com/v1/namespaces/default/policies/p',
    ])
    expect(sequence(withRole('kubectl get'))[0]).toBe(`1: GET ${R}/r`)
    expect(sequence(withRole('kubectl label team=a'))[3]).toBe(
      `4 if 1 succeeds: PATCH ${R}/r?fieldManager=kubectl-label`,
    )
    expect(sequence(withRole('kubectl create'))[0]).toBe(
      `1: POST ${R}?fieldManager=kubectl-create&fieldValidation=Strict`,
    )
    expect(sequence(withRole('kubectl replace'))[1]).toContain(`2: PUT ${R}/r?`)
  })

  it('may be printed into kubectl', () => {
    const POD = '{apiVersion: v1, kind: Pod, metadata: {name: web}}'
    const post = 'POST /api/v1/namespaces/prod/pods?fieldManager=kubectl-create&fieldValidation=Strict'
    expect(line(`cat <<EOF | kubectl create -n prod -f -\n${POD}\nEOF\n`)).toBe(post)
    expect(line(`echo '${POD}' | kubectl create -n prod -f -`)).toBe(post)
    expect(line(`kubectl create -n prod -f - <<< '${POD}'`)).toBe(post)
  })

  it('are an error where they are no objects, or are in another namespace', () => {
    expect(errors("kubectl apply -f - <<< 'x'")).toEqual(['error not-an-object: -f -'])
    expect(errors("kubectl apply -f - <<< ''")).toEqual(['error no-objects: -f -'])
    expect(errors("kubectl apply -f - <<< '{a: ['")[0]).toMatch(/^error /)
    expect(errors(withRole('kubectl apply -n other'))).toEqual(['error other-namespace: -f -'])
  })

  it('are put in the place of files', () => {
    expect(manifestFiles('kubectl apply -R -f a.yaml,b/ --filename=c -n prod')).toEqual({
      files: ['a.yaml', 'b/', 'c'].map((path) => ({ path, kustomize: false })),
      recursive: true,
    })
    expect(manifestFiles('kubectl apply -k overlays/prod').files).toEqual([{ path: 'overlays/prod', kustomize: true }])
    for (const text of ['kubectl logs -f web', withRole('kubectl apply'), 'kubectl exec web -- tail -f x', 'curl x'])
      expect(manifestFiles(text).files).toEqual([])
    const text = withManifest('kubectl apply -R -f a.yaml -f b.yaml -n prod', ROLE)
    expect(text).toBe(`kubectl apply -n prod -f - <<'EOF'\n${ROLE}EOF`)
    expect(errors(text)).toEqual([])
  })
})

describe('connections to a pod', () => {
  it('are GETs, because kubectl asks for a WebSocket', () => {
    expect(line('kubectl exec -it web -n prod -c main -- sh -c "echo hi"')).toBe(
      'GET /api/v1/namespaces/prod/pods/web/exec?command=sh&command=-c&command=echo+hi&container=main&stdin=true&stdout=true&tty=true',
    )
    expect(problems('kubectl exec web -n prod -- ls')).toEqual(['note websocket: exec'])
    expect(line('kubectl exec web -n prod -- ls -n other')).toBe(
      'GET /api/v1/namespaces/prod/pods/web/exec?command=ls&command=-n&command=other&stderr=true&stdout=true',
    )
  })

  it('fall back to a POST where the WebSocket fails', () => {
    expect(sequence('kubectl port-forward web 80 -n prod')).toEqual([
      '1: GET /api/v1/namespaces/prod/pods/web',
      '2 if 1 succeeds: GET /api/v1/namespaces/prod/pods/web/portforward',
      '3 if 2 fails: POST /api/v1/namespaces/prod/pods/web/portforward',
    ])
  })

  it('copy by running tar', () => {
    expect(line('kubectl cp prod/web:/tmp/a/b ./b')).toBe(
      'GET /api/v1/namespaces/prod/pods/web/exec?command=tar&command=cf&command=-&command=%2Ftmp%2Fa%2Fb&stderr=true&stdout=true',
    )
    expect(line('kubectl cp ./b web:/tmp/a/b -n prod')).toContain('command=-C&command=%2Ftmp%2Fa&')
    expect(errors('kubectl cp a b')).toEqual(['error missing-path-in-pod: cp'])
  })
})

describe('a raw path', () => {
  it('is decoded, cleaned and encoded again, as client-go does', () => {
    expect(line(`kubectl get --raw '/a//b/./c/../d/?z=1&a=%2f+x#f'`)).toBe('GET /a/b/d/?a=%2F+x&z=1')
    expect(line(`kubectl get --raw '/a b/[x]*'`)).toBe('GET /a%20b/%5Bx%5D%2A')
    expect(errors('kubectl get --raw api/v1/pods')).toEqual(['error invalid-raw: --raw api/v1/pods'])
    expect(errors('kubectl get --raw /%zz')).toEqual(['error invalid-raw: --raw /%zz'])
    expect(errors('kubectl get --raw /x -o json')).toEqual(['error raw-with-flag: -o json'])
  })
})

it('gives no request for text of another kind, and never throws', () => {
  for (const text of [
    '\0',
    '\ud800',
    '{}',
    'GET /api/v1/pods',
    'kubectl get \0',
    'kubectl get __proto__',
    'kubectl constructor',
  ]) {
    expect(errors(text).length, JSON.stringify(text)).toBeGreaterThan(0)
  }
})

it('takes ten thousand groups', () => {
  const text = `kubectl get pods -n prod --as=jane${Array.from({ length: 10_000 }, (_, i) => ` --as-group=g${i}`).join('')}`
  expect(headers(text)).toHaveLength(10_001)
  expect(errors(text)).toEqual([])
})
