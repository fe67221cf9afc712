import { describe, expect, it } from 'vitest'
import type { PlainUser } from '../../../kube/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { beta } from './beta.ts'

const AGENT: PlainUser = {
  username: 'system:serviceaccount:kube-system:agent',
  extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
}
const AS_NODE = { 'Impersonate-User': 'system:node:n1' }

const run = (
  headers: Parameters<typeof wireRequest>[0],
  verbs: readonly string[],
  {
    requestor = AGENT,
    gate = true,
    ...assumptions
  }: { requestor?: PlainUser; gate?: boolean; [id: string]: unknown } = {},
) =>
  runDesign(
    beta,
    wireRequest(headers),
    allowingVerbs(...verbs),
    requestor,
    gate,
    undefined,
    assumptions as Record<string, string>,
  )
const path = ({ steps }: ReturnType<typeof run>): string => steps.map(({ node }) => node).join(' ')

describe('beta', () => {
  it('asks for the action by mode, then for the identity', () => {
    const { asked, constraint } = run(
      { 'Impersonate-User': 'jane', 'Impersonate-Group': 'devs', 'Impersonate-Uid': 'u1' },
      ['impersonate-on:user-info:list', 'impersonate:user-info', 'list'],
    )
    expect(asked).toEqual([
      'impersonate-on:user-info:list pods ns=prod v1',
      'impersonate:user-info users name=jane authentication.k8s.io',
      'impersonate:user-info groups name=devs authentication.k8s.io',
      'impersonate:user-info uids name=u1 authentication.k8s.io',
      'list pods ns=prod v1',
    ])
    expect(constraint).toBe('impersonate:user-info')
  })

  it('asks about the own node without a name, and about any other with it', () => {
    const own = run(AS_NODE, ['impersonate-on:associated-node:list', 'impersonate:associated-node', 'list'])
    expect(own.asked).toEqual([
      'impersonate-on:associated-node:list pods ns=prod v1',
      'impersonate:associated-node nodes authentication.k8s.io',
      'list pods ns=prod v1',
    ])
    expect(own.impersonatedUser?.groups).toEqual(['system:nodes', 'system:authenticated'])
    const other = run({ 'Impersonate-User': 'system:node:n2' }, ['impersonate-on:arbitrary-node:list'])
    expect(other.asked.slice(0, 2)).toEqual([
      'impersonate-on:arbitrary-node:list pods ns=prod v1',
      'impersonate:arbitrary-node nodes name=n2 authentication.k8s.io',
    ])
  })

  it('goes on to arbitrary-node after a refused action, and to legacy after a refused identity', () => {
    const arbitrary = ['impersonate-on:arbitrary-node:list', 'impersonate:arbitrary-node', 'list']
    expect(path(run(AS_NODE, arbitrary))).toBe('A B C D E F G R allowed')
    const both = ['impersonate-on:associated-node:list', ...arbitrary]
    expect(path(run(AS_NODE, both))).toBe('A B C D F H forbidden')
    expect(path(run(AS_NODE, [...both, 'impersonate']))).toBe('A B C D F H G R allowed')
  })

  it('goes on to arbitrary-node by the prose, after a refused identity', () => {
    const both = [
      'impersonate-on:associated-node:list',
      'impersonate-on:arbitrary-node:list',
      'impersonate:arbitrary-node',
      'list',
    ]
    const found = run(AS_NODE, both, { 'failed-own-node': 'prose' })
    expect(path(found)).toBe('A B C D F E F2 G R allowed')
    expect(found.constraint).toBe('impersonate:arbitrary-node')
    expect(found.outcome.kind).toBe('allowed')
    const refused = run(AS_NODE, ['impersonate-on:associated-node:list'], { 'failed-own-node': 'prose' })
    expect(path(refused)).toBe('A B C D F E H forbidden')
  })

  it('has the nodes and edges that the text prints, and marks the rest', () => {
    const { nodes, edges } = beta.graph
    const drawn = nodes.filter((node) => !node.notInText).map(({ id }) => id)
    expect(drawn.sort()).toEqual([...'ABCDEFGHIJ'])
    expect(
      edges
        .filter((edge) => !edge.notInText)
        .map(({ from, to }) => from + to)
        .sort()
        .join(' '),
    ).toBe('AB AH BC BI BJ CD CE DE DF EF EH FG FH HG IF IH JF JH')
  })

  it('leaves a node or service account with other headers, or a malformed name, to legacy', () => {
    const asked = (headers: Parameters<typeof wireRequest>[0]) => run(headers, []).asked
    expect(asked({ ...AS_NODE, 'Impersonate-Group': 'devs' })).toEqual(['impersonate users name=system:node:n1 v1'])
    expect(asked({ 'Impersonate-User': 'system:serviceaccount:dev:sa', 'Impersonate-Uid': 'u1' })).toEqual([
      'impersonate serviceaccounts name=sa ns=dev v1',
    ])
    expect(asked({ 'Impersonate-User': 'system:serviceaccount:dev' })).toEqual([
      'impersonate users name=system:serviceaccount:dev v1',
    ])
  })

  it('goes to legacy with the feature off', () => {
    expect(path(run(AS_NODE, ['impersonate', 'list'], { gate: false }))).toBe('A H G R allowed')
  })

  it('takes a user with the extra for one on the node, or service accounts only', () => {
    const requestor = { ...AGENT, username: 'jane' }
    expect(path(run(AS_NODE, [], { requestor }))).toContain('C D')
    expect(path(run(AS_NODE, [], { requestor, 'same-node': 'service-account' }))).toContain('C E')
  })
})
