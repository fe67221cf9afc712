import { readAction } from '@authz-playground/engine/questions'
import { describe, expect, it } from 'vitest'
import { loadDecide } from '../decision.ts'
import { runArguments } from '../testing.ts'
import { AskedPolicy } from './asked-policy.ts'

const decide = await loadDecide()

/** A resource as a rule has it. */
interface Granted {
  readonly apiGroup: string
  readonly resource: string
  readonly subresource: string
}

const RESOURCES: readonly Granted[] = [
  { apiGroup: '', resource: 'pods', subresource: '' },
  { apiGroup: '', resource: 'pods', subresource: 'log' },
  { apiGroup: 'metrics.k8s.io', resource: 'pods', subresource: '' },
  { apiGroup: '', resource: 'nodes', subresource: 'proxy' },
  { apiGroup: 'apps', resource: 'deployments', subresource: '' },
  { apiGroup: 'apps', resource: 'deployments', subresource: 'scale' },
  { apiGroup: 'networking.k8s.io', resource: 'ingresses', subresource: 'status' },
  { apiGroup: 'example.com', resource: 'widgets', subresource: '' },
  { apiGroup: 'example.com', resource: 'widgets', subresource: 'scale' },
]

function policyOf({ apiGroup, resource, subresource }: Granted): string {
  const whole = subresource === '' ? resource : `${resource}/${subresource}`
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules:
- {verbs: [get], apiGroups: ["${apiGroup}"], resources: [${whole}]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: readers}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects: [{kind: User, name: jane}]
`
}

/** What each command prints about a policy, and the resource words in it. */
async function printed({ apiGroup, resource, subresource }: Granted, policy: string): Promise<readonly string[]> {
  const type = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  const whole = subresource === '' ? type : `${type}/${subresource}`
  const isNode = resource === 'nodes'
  const place = `${apiGroup === '' ? '/api/v1' : `/apis/${apiGroup}/v1`}${isNode ? '' : '/namespaces/prod'}`
  const request = `GET ${place}/${resource}/web${subresource === '' ? '' : `/${subresource}`}`
  const files = {
    'policy.yaml': policy,
    'nothing.yaml': policy.replace('[get]', '[list]'),
    'goals.yaml': `version: 1\ngoals:\n- nobody can get ${whole}${isNode ? '' : ' in prod'}\n- anna can get ${whole} named web${isNode ? '' : ' in prod'}\n`,
  }
  const from = ['--policy', 'policy.yaml']
  const commands = [
    ['what-can', 'jane', ...from],
    ['what-can', 'jane', '--list', ...from],
    ['who-can', 'get', type, ...(subresource === '' ? [] : ['--subresource', subresource]), '-A', ...from],
    ['diff', 'nothing.yaml', 'policy.yaml'],
    ['check', 'goals.yaml', ...from],
    ['run', '--user', 'jane', '--request', request, ...from],
    ['run', '--user', 'anna', '--request', request, ...from],
    ['explain', '--user', 'anna', '--request', request, ...from],
  ]
  const texts: string[] = []
  for (const command of commands) {
    const { out, err } = await runArguments(command, files)
    texts.push(out, err)
  }
  // A path has the name of a resource after a slash.
  return [...new Set(texts.join('\n').match(new RegExp(`(?<![\\w./-])${resource}\\b(?:[\\w./*]*[\\w*])?`, 'g')) ?? [])]
}

describe('a resource as one command prints it', () => {
  it.each(RESOURCES)('is read by the others: $resource/$subresource of “$apiGroup”', async (granted) => {
    const policy = policyOf(granted)
    const words = await printed(granted, policy)
    expect(words).not.toEqual([])
    const asked = new AskedPolicy({ policy }, decide)
    for (const word of words) {
      const { apiGroup, resource, subresource } = readAction({ verb: 'get', resource: word }).attributes
      expect({ word, apiGroup, resource, subresource }).toEqual({ word, ...granted })
      expect([word, asked.goal(`jane can get ${word} anywhere`)]).toEqual([word, 'holds'])
      expect([word, asked.goal(`jane cannot get ${word} anywhere`)]).toEqual([word, 'fails'])
      expect([word, asked.goal(`nobody can get ${word} anywhere`)]).toEqual([word, 'fails'])
    }
  })
})
