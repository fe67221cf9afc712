import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decider, readPolicy, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { readGoalsDocument } from '@authz-playground/engine/internal/scenario-file'
import { judgeGoals } from '@authz-playground/engine/policy'
import { describe, expect, it } from 'vitest'
import { root } from './files.mjs'

const page = readFileSync(join(root, 'docs', 'goals.md'), 'utf8')
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block)
const policy = blocks.find((block) => block.startsWith('apiVersion: rbac')) ?? ''
const start = policy.replace('[get, list, delete]', '[get, list]')

const decided = await decider()
const decide = (scenario: Scenario) => decided(scenario, { cel: CEL })

const SCENARIO: Scenario = {
  version: 2,
  policy,
  request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: dana\n' },
  requestor: { username: 'portal', groups: ['system:authenticated'] },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}

function judged(text: string) {
  const { document, diagnostics } = readGoalsDocument(text)
  expect(diagnostics).toEqual([])
  return [...judgeGoals({ scenario: SCENARIO, goals: document?.goals ?? [], start }, decide)]
}

describe('docs/goals.md', () => {
  it('has a policy that is understood', () => {
    expect(readPolicy(policy).diagnostics).toEqual([])
    expect(start).not.toBe(policy)
  })

  const lists = blocks.filter((block) => block.startsWith('- '))
  it.each(lists.map((list) => [list.split('\n')[0] ?? '', list]))('says what its examples come to: %s', (_, list) => {
    const lines = list.trimEnd().split('\n')
    const states = judged(`version: 1\ngoals:\n${list}`).map(({ text, state }) => `${text}: ${state}`)
    const said = lines.map((line, at) => {
      const sentence = states[at]?.replace(/: [a-z-]+$/, '') ?? ''
      return `${sentence}: ${/ # fails\b/.test(line) ? 'fails' : 'holds'}`
    })
    expect(states).toEqual(said)
  })

  it('begins with a document whose other goals hold about the policy', () => {
    const results = judged(blocks[0] ?? '')
    expect(results.map(({ text, state }) => `${text}: ${state}`)).toEqual([
      'ci/deployer can delete deployments in staging: holds',
      'dana cannot get secrets anywhere: holds',
      'portal as dana, GET /api/v1/namespaces/prod/pods: 200, by impersonate:user-info: holds',
      'nobody else can delete deployments in staging: fails',
      'lint finds nothing: holds',
    ])
  })

  it('has examples of every kind of goal', () => {
    const kinds = new Set(
      lists.flatMap((list) => judged(`version: 1\ngoals:\n${list}`)).map(({ goal }) => goal?.question.kind),
    )
    expect([...kinds].sort()).toEqual(
      [
        'act-as',
        'answer',
        'asks',
        'become',
        'binding-names',
        'can',
        'count',
        'from',
        'lint',
        'only',
        'request',
        'request-text',
        'rule-says',
        'unchanged',
      ].sort(),
    )
  })
})
