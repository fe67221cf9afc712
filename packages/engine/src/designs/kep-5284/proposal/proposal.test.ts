import { describe, expect, it } from 'vitest'
import type { PlainUser } from '../../../kube/index.ts'
import type { RichText } from '../../../trace/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { proposal } from './proposal.ts'

const AGENT: PlainUser = {
  username: 'system:serviceaccount:kube-system:agent',
  extra: { 'authentication.kubernetes.io/node-name': ['n1'], 'authentication.kubernetes.io/pod-name': ['agent-x'] },
}

const plain = (words: RichText = []): string =>
  words.map((word) => (typeof word === 'string' ? word : word.code)).join('')

describe('proposal', () => {
  it('asks for the identity first, then once for the action', () => {
    const { asked, constraint } = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Group': 'devs', 'Impersonate-Uid': 'u1' }),
      allowingVerbs('impersonate:user-info', 'impersonate-on:list', 'list'),
    )
    expect(asked).toEqual([
      'impersonate:user-info users name=jane authentication.k8s.io',
      'impersonate:user-info groups name=devs authentication.k8s.io',
      'impersonate:user-info uids name=u1 authentication.k8s.io',
      'impersonate-on:list pods ns=prod v1',
      'list pods ns=prod v1',
    ])
    expect(constraint).toBe('impersonate:user-info')
  })

  it('walks C, D, E for the scheduled node and C, E for another', () => {
    const same = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'system:node:n1' }),
      allowingVerbs('impersonate'),
      AGENT,
    )
    expect(same.steps.map(({ node }) => node)).toEqual(['A', 'B', 'C', 'D', 'E', 'H', 'G', 'R', 'forbidden'])
    expect(same.asked.slice(0, 2)).toEqual([
      'impersonate:scheduled-node nodes authentication.k8s.io',
      'impersonate:node nodes name=n1 authentication.k8s.io',
    ])
    const other = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'system:node:n2' }),
      allowingVerbs('impersonate:node', 'impersonate-on:list', 'list'),
      AGENT,
    )
    expect(other.steps.map(({ node }) => node)).toEqual(['A', 'B', 'C', 'E', 'F', 'G', 'R', 'allowed'])
    expect(other.constraint).toBe('impersonate:node')
  })

  it('goes from A to H with the feature off', () => {
    const { steps, asked } = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'jane' }),
      allowingVerbs('impersonate', 'list'),
      { username: 'ctl' },
      false,
    )
    expect(steps.map(({ node }) => node)).toEqual(['A', 'H', 'G', 'R', 'allowed'])
    expect(asked[0]).toBe('impersonate users name=jane')
  })

  it('falls back to legacy when the action is denied', () => {
    const { steps, constraint } = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'jane' }),
      allowingVerbs('impersonate:user-info', 'impersonate', 'list'),
    )
    expect(steps.map(({ node }) => node)).toEqual(['A', 'B', 'J', 'F', 'H', 'G', 'R', 'allowed'])
    expect(constraint).toBeUndefined()
  })

  it('has the nodes and edges that KEP-5284 prints, and marks the rest', () => {
    const { nodes, edges } = proposal.graph
    expect(
      nodes
        .filter((node) => !node.notInText)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...'ABCDEFGHIJ'])
    const drawn = edges.filter((edge) => !edge.notInText).map(({ from, to }) => from + to)
    expect(drawn.sort()).toEqual([
      'AB',
      'AH',
      'BC',
      'BI',
      'BJ',
      'CD',
      'CE',
      'DE',
      'DF',
      'EF',
      'EH',
      'FG',
      'FH',
      'HG',
      'IF',
      'IH',
      'JF',
      'JH',
    ])
  })

  it('asks about a service account in its namespace, and gives it its groups', () => {
    const { asked, constraint, impersonatedUser } = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'system:serviceaccount:dev:sa' }),
      allowingVerbs('impersonate:serviceaccount', 'impersonate-on:list', 'list'),
    )
    expect(asked).toEqual([
      'impersonate:serviceaccount serviceaccounts name=sa ns=dev authentication.k8s.io',
      'impersonate-on:list pods ns=prod v1',
      'list pods ns=prod v1',
    ])
    expect(constraint).toBe('impersonate:serviceaccount')
    expect(impersonatedUser?.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:dev',
      'system:authenticated',
    ])
  })

  it('asks user-info about each extra value, in the core of no version', () => {
    const { asked } = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Extra-scopes': ['a', 'b'] }),
      allowingVerbs('impersonate:user-info'),
    )
    expect(asked.slice(0, 3)).toEqual([
      'impersonate:user-info users name=jane authentication.k8s.io',
      'impersonate:user-info userextras/scopes name=a authentication.k8s.io',
      'impersonate:user-info userextras/scopes name=b authentication.k8s.io',
    ])
  })

  it('ends user-info at the first check that is not allowed', () => {
    const { asked, steps } = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Group': ['devs', 'ops'] }),
      allowingVerbs(),
    )
    expect(steps.map(({ node }) => node)).toEqual(['A', 'B', 'J', 'H', 'forbidden'])
    expect(asked).toEqual([
      'impersonate:user-info users name=jane authentication.k8s.io',
      'impersonate users name=jane v1',
    ])
  })

  it('has the constraint impersonate:scheduled-node where that was enough, and the node its group', () => {
    const { asked, constraint, impersonatedUser } = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'system:node:n1' }),
      allowingVerbs('impersonate:scheduled-node', 'impersonate-on:list', 'list'),
      AGENT,
    )
    expect(asked).toHaveLength(3)
    expect(constraint).toBe('impersonate:scheduled-node')
    expect(impersonatedUser?.groups).toEqual(['system:nodes', 'system:authenticated'])
  })

  it('gives a node no group where legacy impersonation let it pass', () => {
    const { impersonatedUser } = runDesign(
      proposal,
      wireRequest({ 'Impersonate-User': 'system:node:n1' }),
      allowingVerbs('impersonate', 'list'),
    )
    expect(impersonatedUser?.groups).toEqual(['system:authenticated'])
  })

  it('takes a requestor with two node names, or none, for one on another node', () => {
    const walked = (...names: readonly string[]) =>
      runDesign(proposal, wireRequest({ 'Impersonate-User': 'system:node:n1' }), allowingVerbs(), {
        ...AGENT,
        extra: { 'authentication.kubernetes.io/node-name': names },
      }).steps.find(({ node }) => node === 'E')?.because
    expect(plain(walked('n1', 'n2'))).toBe('the requestor’s extra names several nodes, n1 and n2')
    expect(plain(walked())).toBe('the requestor’s token is not bound to a node')
    const { steps } = runDesign(proposal, wireRequest({ 'Impersonate-User': 'system:node:n1' }), allowingVerbs())
    expect(plain(steps.find(({ node }) => node === 'E')?.because)).toBe('the requestor’s token is not bound to a node')
  })

  it('asks nothing about a node or service account with other headers, nor about a name that is not well-formed', () => {
    const refusal = (user: string, more: Readonly<Record<string, string>> = {}) => {
      const { asked, outcome } = runDesign(
        proposal,
        wireRequest({ 'Impersonate-User': user, ...more }),
        allowingVerbs(),
        AGENT,
      )
      return { asked: asked.length, message: 'message' in outcome ? outcome.message : '' }
    }
    const group = { 'Impersonate-Group': 'devs' }
    expect(refusal('system:serviceaccount:dev:sa', group)).toEqual({
      asked: 1,
      message: expect.stringMatching(
        /^serviceaccounts.authentication.k8s.io "sa" is forbidden: .* in the namespace "dev": impersonate:serviceaccount covers nothing but Impersonate-User$/,
      ),
    })
    expect(refusal('system:serviceaccount:dev').message).toMatch(
      /^serviceaccounts.authentication.k8s.io is forbidden: .*: system:serviceaccount:dev is not well-formed$/,
    )
    expect(refusal('system:node:n1', group)).toEqual({
      asked: 1,
      message: expect.stringMatching(
        /^nodes.authentication.k8s.io is forbidden: .*: impersonate:scheduled-node covers nothing but Impersonate-User$/,
      ),
    })
    expect(refusal('system:node:').message).toMatch(
      /^nodes.authentication.k8s.io is forbidden: .* cannot impersonate:node .*: system:node: is not well-formed$/,
    )
  })

  it('says of each check what it is for', () => {
    const purposes = (headers: Parameters<typeof wireRequest>[0], verb: string, requestor?: PlainUser) =>
      runDesign(proposal, wireRequest(headers), allowingVerbs(verb, 'impersonate-on:list'), requestor).steps.flatMap(
        ({ check }) => check?.purpose ?? [],
      )
    const all = {
      'Impersonate-User': 'jane',
      'Impersonate-Group': 'devs',
      'Impersonate-Uid': 'u1',
      'Impersonate-Extra-k': 'v',
    }
    expect(purposes(all, 'impersonate:user-info')).toEqual(['username', 'group', 'uid', 'extra', 'action', 'request'])
    const one = ['username', 'action', 'request']
    expect(purposes({ 'Impersonate-User': 'system:node:n1' }, 'impersonate:scheduled-node', AGENT)).toEqual(one)
    expect(purposes({ 'Impersonate-User': 'system:serviceaccount:a:b' }, 'impersonate:serviceaccount')).toEqual(one)
  })

  it('reads the contradictions of its text by the chosen assumptions', () => {
    const asked = (user: string, assumptions: Readonly<Record<string, string>>) =>
      runDesign(
        proposal,
        wireRequest({ 'Impersonate-User': user }),
        allowingVerbs(),
        undefined,
        true,
        undefined,
        assumptions,
      ).asked[0]
    expect(asked('jane', { 'identity-group': 'authentications' })).toMatch(/ authentications.k8s.io$/)
    expect(asked('jane', { 'identity-group': 'authentication' })).toMatch(/ authentication.k8s.io$/)
    expect(asked('system:node:n1', { 'node-verb': 'node' })).toMatch(/^impersonate:node nodes name=n1 /)
    expect(asked('system:node:n1', { 'node-verb': 'nodes' })).toMatch(/^impersonate:nodes nodes name=n1 /)
  })

  it('refuses other headers beside a node or service account, or asks for each with user-info', () => {
    const read = (user: string, reading: string, ...verbs: readonly string[]) =>
      runDesign(
        proposal,
        wireRequest({ 'Impersonate-User': user, 'Impersonate-Group': 'devs', 'Impersonate-Uid': 'u1' }),
        allowingVerbs('impersonate:serviceaccount', 'impersonate:node', 'impersonate-on:list', 'list', ...verbs),
        undefined,
        true,
        undefined,
        { 'other-headers': reading },
      )
    expect(read('system:serviceaccount:dev:sa', 'refused', 'impersonate:user-info').asked[0]).toMatch(/^impersonate /)
    const account = read('system:serviceaccount:dev:sa', 'checked', 'impersonate:user-info')
    expect(account.asked.slice(0, 4)).toEqual([
      'impersonate:serviceaccount serviceaccounts name=sa ns=dev authentication.k8s.io',
      'impersonate:user-info groups name=devs authentication.k8s.io',
      'impersonate:user-info uids name=u1 authentication.k8s.io',
      'impersonate-on:list pods ns=prod v1',
    ])
    expect(account.constraint).toBe('impersonate:serviceaccount')
    expect(account.impersonatedUser?.groups).toEqual(['devs', 'system:authenticated'])
    const node = read('system:node:n1', 'checked', 'impersonate:user-info')
    expect(node.impersonatedUser?.groups).toEqual(['devs', 'system:authenticated'])
    expect(read('system:node:n1', 'checked').asked.slice(0, 3)).toEqual([
      'impersonate:node nodes name=n1 authentication.k8s.io',
      'impersonate:user-info groups name=devs authentication.k8s.io',
      'impersonate users name=system:node:n1 v1',
    ])
  })

  it('takes a user with the extra for one on the node, or service accounts only', () => {
    const jane: PlainUser = { username: 'jane', extra: { 'authentication.kubernetes.io/node-name': ['n1'] } }
    const first = (requestor: PlainUser, reading: string) =>
      runDesign(
        proposal,
        wireRequest({ 'Impersonate-User': 'system:node:n1' }),
        allowingVerbs(),
        requestor,
        true,
        undefined,
        {
          'same-node': reading,
        },
      ).asked[0]
    expect(first(jane, 'extra')).toBe('impersonate:scheduled-node nodes authentication.k8s.io')
    expect(first(jane, 'service-account')).toBe('impersonate:node nodes name=n1 authentication.k8s.io')
    expect(first(AGENT, 'service-account')).toBe('impersonate:scheduled-node nodes authentication.k8s.io')
  })
})
