import { describe, expect, it } from 'vitest'
import { readPolicy } from './read-policy.ts'

const EXAMPLE = `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata:
  name: example
rule:
  filterExpression: >-
    (request.attributes.verb in ["impersonate"]) &&
    (group == "principals.external-authz.example")
  entries:
  - effect: Deny
    description: >-
      Restrict impersonation to real users
    condition: >-
      request.attributes.resource == "groups" ||
      (request.attributes.resource == "users" &&
       request.impersonation.target.type in ["ServiceAccount"])
  - effect: Allow
    condition: "true"
`

function problems(text: string) {
  return readPolicy(text).diagnostics.map(({ severity, code, range, path }) => ({
    severity,
    code,
    line: range.line,
    path,
  }))
}

describe('a ClusterAccessRule', () => {
  it('is read as the review thread writes it', () => {
    const { accessRules, diagnostics, notRead } = readPolicy(EXAMPLE)
    expect([diagnostics, notRead]).toEqual([[], []])
    expect(accessRules).toMatchObject([
      {
        name: 'example',
        filter: {
          text: '(request.attributes.verb in ["impersonate"]) && (group == "principals.external-authz.example")',
        },
        entries: [
          { effect: 'Deny', description: 'Restrict impersonation to real users' },
          { effect: 'Allow', description: '', condition: { text: 'true' } },
        ],
      },
    ])
  })

  it.each([
    ['an unknown field', EXAMPLE.replace('filterExpression', 'filter'), 'unknown-field', 6],
    ['an effect in small letters', EXAMPLE.replace('Deny', 'deny'), 'wrong-effect', 10],
    ['a condition that is not a text', EXAMPLE.replace('"true"', 'true'), 'boolean-not-string', 18],
    ['an entry without a condition', EXAMPLE.replace('    condition: "true"\n', ''), 'missing-condition', 17],
    ['no entries', `${EXAMPLE.slice(0, EXAMPLE.indexOf('  entries:'))}  entries: []\n`, 'missing-entries', 9],
    ['no name', EXAMPLE.replace('name: example', 'labels: {}'), 'missing-name', 3],
    [
      'a name that no condition can be named after',
      EXAMPLE.replace('name: example', 'name: Example'),
      'invalid-name',
      4,
    ],
    ['another version', EXAMPLE.replace('v1alpha0', 'v1'), 'wrong-api-version', 1],
  ])('is refused with %s', (_, text, code, line) => {
    expect(problems(text)).toMatchObject([{ severity: 'error', code, line }])
    expect(readPolicy(text).accessRules).toEqual([])
  })

  it('replaces an earlier one of its name', () => {
    const text = `${EXAMPLE}---\n${EXAMPLE.replace('Deny', 'NoOpinion')}`
    expect(readPolicy(text).accessRules.map(({ entries }) => entries[0]?.effect)).toEqual(['NoOpinion'])
    expect(problems(text)).toMatchObject([{ severity: 'warning', code: 'duplicate-object', line: 4 }])
  })

  it('may be in lists, as roles may', () => {
    const item = EXAMPLE.trimEnd().replaceAll('\n', '\n  ')
    for (const head of [
      'apiVersion: v1\nkind: List',
      'apiVersion: authorization.k8s.io/v1alpha0\nkind: ClusterAccessRuleList',
    ]) {
      expect(readPolicy(`${head}\nitems:\n- ${item}\n`).accessRules).toHaveLength(1)
    }
  })
})
