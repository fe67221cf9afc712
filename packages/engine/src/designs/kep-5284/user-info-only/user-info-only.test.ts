import { describe, expect, it } from 'vitest'
import type { PlainUser } from '../../../kube/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { userInfoOnly } from './user-info-only.ts'

const AGENT: PlainUser = {
  username: 'system:serviceaccount:kube-system:agent',
  extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
}
const NODE = { 'Impersonate-User': 'system:node:n1' }
const ACCOUNT = { 'Impersonate-User': 'system:serviceaccount:dev:sa' }
const GRANTED = allowingVerbs('impersonate:user-info', 'impersonate-on:list', 'list')

const groups = (headers: Parameters<typeof wireRequest>[0], reading: string) =>
  runDesign(userInfoOnly, wireRequest(headers), GRANTED, undefined, true, undefined, { groups: reading })
    .impersonatedUser?.groups

describe('user-info-only', () => {
  it('asks for every target as a user with its full name', () => {
    const first = (headers: Parameters<typeof wireRequest>[0]) =>
      runDesign(userInfoOnly, wireRequest(headers), allowingVerbs(), AGENT).asked[0]
    expect(first(NODE)).toBe('impersonate:user-info users name=system:node:n1 authentication.k8s.io')
    expect(first(ACCOUNT)).toBe('impersonate:user-info users name=system:serviceaccount:dev:sa authentication.k8s.io')
    expect(first({ 'Impersonate-User': 'jane' })).toBe('impersonate:user-info users name=jane authentication.k8s.io')
  })

  it('takes other headers beside a node or a service account, each of which is checked', () => {
    const { asked, constraint } = runDesign(
      userInfoOnly,
      wireRequest({ ...ACCOUNT, 'Impersonate-Group': 'devs' }),
      GRANTED,
    )
    expect(asked.slice(1, 3)).toEqual([
      'impersonate:user-info groups name=devs authentication.k8s.io',
      'impersonate-on:list pods ns=prod v1',
    ])
    expect(constraint).toBe('impersonate:user-info')
  })

  it('gives nodes and service accounts the groups of the released server, or only those of the headers', () => {
    expect(groups(NODE, 'released')).toEqual(['system:nodes', 'system:authenticated'])
    expect(groups(NODE, 'asked')).toEqual(['system:authenticated'])
    expect(groups(ACCOUNT, 'released')).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:dev',
      'system:authenticated',
    ])
    expect(groups(ACCOUNT, 'asked')).toEqual(['system:authenticated'])
  })

  it('does not lose a group that the headers ask for', () => {
    const asked = { 'Impersonate-Group': 'devs' }
    for (const reading of ['released', 'asked']) {
      expect(groups({ ...NODE, ...asked }, reading)).toEqual(['devs', 'system:authenticated'])
      expect(groups({ ...ACCOUNT, ...asked }, reading)).toEqual(['devs', 'system:authenticated'])
    }
  })

  it('says of the anonymous user that nobody knows them', () => {
    expect(groups({ 'Impersonate-User': 'system:anonymous' }, 'asked')).toEqual(['system:unauthenticated'])
    expect(groups({ 'Impersonate-User': 'jane', 'Impersonate-Group': 'system:unauthenticated' }, 'asked')).toEqual([
      'system:unauthenticated',
    ])
  })

  it('does without impersonate:scheduled-node, or keeps it', () => {
    const walked = (reading: string, headers = NODE, verbs: readonly string[] = []) =>
      runDesign(userInfoOnly, wireRequest(headers), allowingVerbs(...verbs), AGENT, true, undefined, {
        'scheduled-node': reading,
      })
    expect(walked('gone').steps.map(({ node }) => node)).toEqual(['A', 'J', 'H', 'forbidden'])
    expect(walked('kept').steps.map(({ node }) => node)).toEqual(['A', 'C', 'D', 'J', 'H', 'forbidden'])
    const granted = walked('kept', NODE, ['impersonate:scheduled-node', 'impersonate-on:list', 'list'])
    expect(granted.constraint).toBe('impersonate:scheduled-node')
    const other = walked('kept', { 'Impersonate-User': 'system:node:n2' })
    expect(other.steps.map(({ node }) => node)).toEqual(['A', 'C', 'J', 'H', 'forbidden'])
  })
})
