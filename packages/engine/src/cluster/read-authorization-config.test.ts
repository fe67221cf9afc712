import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { readAuthorizationConfig } from './read-authorization-config.ts'

const HEAD = 'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\nauthorizers:\n'
const WEBHOOK = `- type: Webhook
  name: policy-agent
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo:
      type: KubeConfigFile
      kubeConfigFile: /etc/kubernetes/agent.kubeconfig
    matchConditions:
    - expression: request.user != "admin"
`

function read(text: string) {
  return readAuthorizationConfig(text, CEL)
}

/** Codes with the lines, and what kube-apiserver says where that is known. */
function problems(text: string) {
  return read(text).diagnostics.map(({ code, range }) => `${code} ${range.line}:${range.column}`)
}

describe('an AuthorizationConfiguration', () => {
  it.each(['v1', 'v1beta1', 'v1alpha1'])(
    'of %s has authorizers in their order, and defaults for the caches',
    (version) => {
      const text = `${HEAD.replace('/v1', `/${version}`)}- {type: Node, name: node}\n${WEBHOOK}- {type: RBAC, name: rbac}\n`
      const { authorizers, diagnostics } = read(text)
      expect(diagnostics).toEqual([])
      expect(authorizers).toMatchObject([
        { type: 'Node' },
        {
          type: 'Webhook',
          webhook: {
            name: 'policy-agent',
            failurePolicy: 'Deny',
            authorizedTTL: 300,
            unauthorizedTTL: 30,
            conditions: [{ text: 'request.user != "admin"', range: { source: 'authorizationConfig', line: 16 } }],
          },
        },
        { type: 'RBAC' },
      ])
    },
  )

  it('gives answers that are not to be cached a TTL of 0', () => {
    const more = '    cacheAuthorizedRequests: false\n    authorizedTTL: 1m\n    unauthorizedTTL: 1m30s\n'
    expect(read(HEAD + WEBHOOK + more).authorizers[0]?.webhook).toMatchObject({ authorizedTTL: 0, unauthorizedTTL: 90 })
  })

  it.each([
    ['no object', '# nothing\n', 'not-an-authorization-config 1:1'],
    ['a list', '- type: RBAC\n', 'not-an-authorization-config 1:1'],
    [
      'another kind',
      `${HEAD.replace('AuthorizationC', 'AuthenticationC')}- {type: RBAC, name: rbac}\n`,
      'not-an-authorization-config 2:7',
    ],
    ['no authorizer', HEAD.replace('authorizers:\n', 'authorizers: []\n'), 'no-authorizers 3:14'],
    ['an unknown type', `${HEAD}- {type: Rbac, name: rbac}\n`, 'unsupported-value 4:10'],
    ['no type', `${HEAD}- name: rbac\n`, 'missing-field 4:3'],
    ['a type twice', `${HEAD}- {type: RBAC, name: rbac}\n- {type: RBAC, name: rbac}\n`, 'duplicate-value 5:10'],
    ['a name twice', `${HEAD}${WEBHOOK}${WEBHOOK}`, 'duplicate-value 17:9'],
    ['a name of its own for RBAC', `${HEAD}- {type: RBAC, name: roles}\n`, 'wrong-name 4:22'],
    ['a name in capitals', `${HEAD}${WEBHOOK.replace('policy-agent', 'Agent')}`, 'wrong-name 5:9'],
    ['no name', `${HEAD}- type: RBAC\n`, 'missing-field 4:3'],
    ['no webhook', `${HEAD}- {type: Webhook, name: agent}\n`, 'missing-field 4:4'],
    ['a webhook of RBAC', `${HEAD}- type: RBAC\n  name: rbac\n  webhook: {}\n`, 'webhook-of-another-type 6:3'],
    ['an unknown field', `${HEAD}- {type: RBAC, name: rbac, file: /x}\n`, 'unknown-field 4:28'],
    ['a type that is not decided', `${HEAD}- {type: ABAC, name: abac}\n`, 'type-not-decided 4:10'],
    ['a number of seconds', HEAD + WEBHOOK.replace('3s', '3'), 'number-not-string 7:14'],
    ['a duration without a unit', HEAD + WEBHOOK.replace('3s', '"3"'), 'wrong-duration 7:14'],
    ['a long timeout', HEAD + WEBHOOK.replace('3s', '31s'), 'wrong-duration 7:14'],
    ['a negative TTL', `${HEAD}${WEBHOOK}    authorizedTTL: -5m\n`, 'wrong-duration 16:20'],
    ['no timeout', HEAD + WEBHOOK.replace('    timeout: 3s\n', ''), 'missing-field 6:3'],
    ['a wrong version of reviews', HEAD + WEBHOOK.replace('Version: v1\n', 'Version: v2\n'), 'unsupported-value 8:33'],
    ['conditions without their version', HEAD + WEBHOOK.replace(/.*matchConditionS.*\n/, ''), 'missing-field 6:3'],
    ['a wrong failurePolicy', HEAD + WEBHOOK.replace('Deny', 'Fail'), 'unsupported-value 10:20'],
    ['a path that is relative', HEAD + WEBHOOK.replace('/etc/', 'etc/'), 'relative-path 13:23'],
    [
      'a file beside InClusterConfig',
      HEAD + WEBHOOK.replace('KubeConfigFile', 'InClusterConfig'),
      'kubeconfig-of-another-type 13:23',
    ],
    ['an empty condition', HEAD + WEBHOOK.replace('request.user != "admin"', '" "'), 'missing-field 15:19'],
    ['a condition twice', `${HEAD}${WEBHOOK}    - expression: request.user != "admin"\n`, 'duplicate-value 16:19'],
    [
      'a condition that does not compile',
      HEAD + WEBHOOK.replace('request.user', 'request.name'),
      'cel-unknown-field 15:19',
    ],
    ['a condition that is not true or false', HEAD + WEBHOOK.replace(' != "admin"', ''), 'cel-not-boolean 15:19'],
    ['a second document', `${HEAD}- {type: RBAC, name: rbac}\n---\nkind: Other\n`, 'ignored-document 6:1'],
  ])('with %s is not read silently', (_, text, problem) => expect(problems(text)).toEqual([problem]))

  it('has the words of kube-apiserver for what its validation refuses', () => {
    const text = `${HEAD}- {type: RBAC, name: roles}\n- {type: RBAC, name: rbac}\n- type: Webhook\n  name: a\n  webhook: {connectionInfo: {}}\n`
    expect(read(text).diagnostics.map(({ detail }) => detail)).toEqual([
      'expected name rbac for authorizer RBAC instead of roles',
      'authorizers[1].type: Duplicate value: "RBAC"',
      'authorizers[2].timeout: Required value',
      'authorizers[2].subjectAccessReviewVersion: Required value',
      'authorizers[2].failurePolicy: Required value',
      'authorizers[2].connectionInfo.type: Required value',
    ])
  })

  it('has at most 64 conditions', () => {
    const many = Array.from({ length: 64 }, (_, index) => `    - expression: request.user != "${index}"\n`).join('')
    expect(problems(HEAD + WEBHOOK + many)).toEqual(['too-many-conditions 15:5'])
  })

  it('takes any text', () => {
    const lines = fc.array(fc.constantFrom(...(HEAD + WEBHOOK).split('\n'), '- 1', 'a: &a {b: *a}'), { maxLength: 20 })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 80 }),
          lines.map((all) => all.join('\n')),
        ),
        (text) => {
          expect(read(text).text).toBe(text)
        },
      ),
      { numRuns: 300 },
    )
  })
})
