import { type Example, http, scenario, user } from './example.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'Connections to pods'

/** “Read-only” as many write it: reading all resources, and with them the subresources of pods. */
const readOnly = documents(
  role('read-only', 'apiGroups: [""]\nresources: ["*"]\nverbs: ["get", "list", "watch"]', 'prod'),
  binding('viewers', 'Role read-only', 'Group viewers', 'prod'),
)
const debuggers = documents(
  role('pod-shell', 'apiGroups: [""]\nresources: ["pods/exec"]\nverbs: ["get", "create"]', 'prod'),
  binding('debuggers', 'Role pod-shell', 'User ann', 'prod'),
)
const ANN = user('ann', 'viewers')
const EXEC = http('GET /api/v1/namespaces/prod/pods/web/exec?command=sh&stdin=true', {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
})

/** What a GET that connects to a pod is asked, by version, gate and impersonation (`pkg/registry/core/pod/rest`). */
export const connectionExamples: readonly Example[] = [
  {
    id: 'connect-before-1-35',
    group: GROUP,
    title: 'Read-only that opens a shell, until 1.34',
    sentence: 'A WebSocket begins with a `GET`, so until 1.34 the verb `get` on `pods/exec` runs commands in a pod.',
    scenario: scenario(readOnly, ANN, EXEC, { version: '1.34' }),
    expect: { code: 200, checks: ['Allow get pods/exec'] },
  },
  {
    id: 'connect-since-1-35',
    group: GROUP,
    title: 'The same from 1.35 on',
    sentence: 'The request is authorized as before, and then the handler of `pods/exec` asks for `create` as well.',
    note: 'The 403 of the handler names neither the user nor the verb: after `pods "web" is forbidden:` nothing follows.',
    scenario: scenario(readOnly, ANN, EXEC),
    expect: { code: 403, checks: ['Allow get pods/exec', 'NoOpinion create pods/exec'] },
  },
  {
    id: 'connect-both-verbs',
    group: GROUP,
    title: 'Both verbs',
    sentence:
      'Who is to have a shell needs `get` and `create`, because `kubectl` sends a `GET`, and a `POST` where that fails.',
    scenario: scenario(documents(readOnly, debuggers), ANN, EXEC),
    expect: { code: 200, checks: ['Allow get pods/exec', 'Allow create pods/exec'] },
  },
  {
    id: 'connect-as-another',
    group: GROUP,
    title: 'Connect as somebody else',
    sentence: 'The handler asks about the impersonated user, and the action of the impersonation is only `get`.',
    scenario: scenario(
      documents(
        readOnly,
        debuggers,
        role('as-ann', [
          'apiGroups: ["authentication.k8s.io"]\nresources: ["users"]\nresourceNames: ["ann"]\nverbs: ["impersonate:user-info"]',
          'apiGroups: [""]\nresources: ["pods/exec"]\nverbs: ["impersonate-on:user-info:get"]',
        ]),
        binding('portal', 'ClusterRole as-ann', 'User portal'),
      ),
      user('portal'),
      http('GET /api/v1/namespaces/prod/pods/web/exec?command=sh', { 'Impersonate-User': 'ann' }),
    ),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:get pods/exec',
        'Allow impersonate:user-info users',
        'Allow get pods/exec',
        'Allow create pods/exec',
      ],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'connect-gate-off',
    group: GROUP,
    title: 'The gate is off',
    sentence: 'With `AuthorizePodWebsocketUpgradeCreatePermission` off a cluster of 1.36 asks what 1.34 did.',
    scenario: scenario(readOnly, ANN, EXEC, { authorizePodWebsocketUpgradeCreatePermission: false }),
    expect: { code: 200, checks: ['Allow get pods/exec'] },
  },
]
