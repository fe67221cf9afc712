import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { decider, type Scenario } from '../decide/index.ts'
import { plainText } from '../words/index.ts'
import { explain } from './explain.ts'

const decide = await decider()

/** What is said of a deputy who lists pods as jane, with the group devs, where only these conditions could allow it. */
function said(
  conditions: readonly string[],
  modes: Scenario['cluster']['authorizationModes'] = ['AccessRules', 'RBAC'],
) {
  const scenario: Scenario = {
    version: 2,
    policy: `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata:
  name: rule
rule:
  entries:
${conditions.map((one) => `  - ${one}\n`).join('')}`,
    request: {
      form: 'http',
      text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: jane\nImpersonate-Group: devs\n',
    },
    requestor: { username: 'deputy' },
    cluster: { version: '1.36', authorizationModes: modes },
    design: 'conditional',
  }
  const explanation = explain(decide(scenario, { cel: CEL }), { cel: CEL })
  return explanation?.otherwise && plainText(explanation.otherwise)
}

const allow = (condition: string) => `{effect: Allow, condition: '${condition}'}`
const USER = 'request.attributes.resource == "users"'

describe('a condition that does not hold', () => {
  it('names what of it is false', () => {
    expect(
      said([allow(`${USER} && impersonatedRequest.resource == "secrets" && impersonatedUser.username == "jane"`)]),
    ).toBe('The condition of line 7 does not hold: impersonatedRequest.resource == "secrets" is false.')
    expect(
      said([allow(`${USER} && (impersonatedRequest.verb == "get" && impersonatedUser.username.startsWith("oidc:"))`)]),
    ).toBe(
      'The condition of line 7 does not hold: impersonatedRequest.verb == "get" and impersonatedUser.username.startsWith("oidc:") are false.',
    )
  })

  it('does not take apart what is joined otherwise', () => {
    const text =
      'impersonatedRequest.verb == "get" || impersonatedRequest.verb == "watch" && impersonatedRequest.name == "web"'
    expect(said([allow(`${USER} && (${text})`)])).toBe(`The condition of line 7 does not hold: ${text} is false.`)
  })

  it('names what cannot be evaluated, with the error', () => {
    expect(said([allow(`${USER} && impersonatedUser.uid == "1"`)])).toBe(
      'The condition of line 7 does not hold: evaluating impersonatedUser.uid == "1" fails with “field not found: uid”.',
    )
  })

  it('is, of several, the one with the fewest parts that are not true', () => {
    expect(
      said([
        allow(`${USER} && impersonatedRequest.verb == "get" && impersonatedUser.username == "bob"`),
        allow(`${USER} && impersonatedRequest.verb == "list" && impersonatedUser.username == "bob"`),
      ]),
    ).toBe('The condition of line 8 comes closest to holding: impersonatedUser.username == "bob" is false.')
  })

  it('is not meant where a condition denies, or where none was left', () => {
    expect(said([`{effect: Deny, condition: '${USER} && impersonatedUser.username == "jane"'}`])).toMatch(
      /^No rule changes this: AccessRules denies it, by its entry in line 7, before RBAC counts\./,
    )
    expect(
      said([`{effect: Deny, condition: '${USER} && impersonatedUser.username == "jane"'}`], ['RBAC', 'AccessRules']),
    ).toBe(
      'RBAC is asked first and has no opinion, and then AccessRules denies it, by its entry in line 7. A rule of RBAC would count before that.',
    )
    expect(said([allow('request.user.username == "somebody"')])).toBeUndefined()
  })
})
