import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../../../authorizers/index.ts'
import type { PlainUser } from '../../../kube/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { namedVerbs } from './named-verbs.ts'

const AGENT: PlainUser = {
  username: 'system:serviceaccount:kube-system:agent',
  extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
}
const POD_CONTROLLER = 'system:serviceaccount:myns:my-pod-controller'
const nodes = (result: ReturnType<typeof runDesign>) => result.steps.map(({ node }) => node)

describe('named-verbs', () => {
  it('puts namespace and name of a service account into both verbs, the action first', () => {
    const result = runDesign(
      namedVerbs,
      wireRequest({ 'Impersonate-User': POD_CONTROLLER }),
      allowingVerbs(
        'impersonate-on:serviceaccount:myns/my-pod-controller:list',
        'impersonate:serviceaccount:myns/my-pod-controller',
        'list',
      ),
    )
    expect(result.asked).toEqual([
      'impersonate-on:serviceaccount:myns/my-pod-controller:list pods ns=prod v1',
      'impersonate:serviceaccount:myns/my-pod-controller serviceaccounts name=my-pod-controller ns=myns authentication.k8s.io v1',
      'list pods ns=prod v1',
    ])
    expect(result.constraint).toBe('impersonate:serviceaccount:myns/my-pod-controller')
  })

  it('closes the union: what is granted for one controller does not serve for another', () => {
    const granted: Authorizer = allowingVerbs(
      'impersonate:serviceaccount:myns/my-pod-controller',
      'impersonate-on:serviceaccount:myns/my-pod-controller:list',
      'impersonate:serviceaccount:myns/my-ingress-controller',
    )
    const asIngress = wireRequest({ 'Impersonate-User': 'system:serviceaccount:myns:my-ingress-controller' })
    expect(nodes(runDesign(namedVerbs, asIngress, granted))).toEqual(['A', 'K', 'A2', 'H', 'forbidden'])
    expect(nodes(runDesign(namedVerbs, wireRequest({ 'Impersonate-User': POD_CONTROLLER }), granted))).toContain('S')
  })

  it('names a user in the verb for each part that the headers ask for', () => {
    const { asked } = runDesign(
      namedVerbs,
      wireRequest({
        'Impersonate-User': 'jane',
        'Impersonate-Group': 'devs',
        'Impersonate-Uid': 'u1',
        'Impersonate-Extra-k': 'v',
      }),
      allowingVerbs('impersonate-on:user-info:jane:list', 'impersonate:user-info:jane'),
    )
    expect(asked.slice(1, 5)).toEqual([
      'impersonate:user-info:jane users name=jane authentication.k8s.io v1',
      'impersonate:user-info:jane groups name=devs authentication.k8s.io v1',
      'impersonate:user-info:jane uids name=u1 authentication.k8s.io v1',
      'impersonate:user-info:jane userextras/k name=v authentication.k8s.io v1',
    ])
  })

  it('names the node, but for the one that the requestor runs on', () => {
    const other = runDesign(namedVerbs, wireRequest({ 'Impersonate-User': 'system:node:n2' }), allowingVerbs(), AGENT)
    expect(other.asked[0]).toBe('impersonate-on:node:n2:list pods ns=prod v1')
    const own = wireRequest({ 'Impersonate-User': 'system:node:n1' })
    const scheduled = runDesign(
      namedVerbs,
      own,
      allowingVerbs('impersonate-on:scheduled-node:list', 'impersonate:scheduled-node'),
      AGENT,
    )
    expect(scheduled.asked.slice(0, 2)).toEqual([
      'impersonate-on:scheduled-node:list pods ns=prod v1',
      'impersonate:scheduled-node nodes authentication.k8s.io v1',
    ])
    expect(scheduled.impersonatedUser?.groups).toEqual(['system:nodes', 'system:authenticated'])
    const byName = runDesign(
      namedVerbs,
      own,
      allowingVerbs('impersonate-on:node:n1:list', 'impersonate:node:n1'),
      AGENT,
    )
    expect(nodes(byName)).toEqual(['A', 'K', 'A1', 'A2', 'I2', 'S', 'R', 'forbidden'])
  })

  it('leaves nodes and service accounts with other headers, and requests with the gate off, to legacy', () => {
    const more = wireRequest({ 'Impersonate-User': POD_CONTROLLER, 'Impersonate-Group': 'devs' })
    expect(runDesign(namedVerbs, more, allowingVerbs()).asked).toEqual([
      'impersonate serviceaccounts name=my-pod-controller ns=myns v1',
    ])
    const off = runDesign(
      namedVerbs,
      wireRequest({ 'Impersonate-User': 'jane' }),
      allowingVerbs('impersonate'),
      undefined,
      false,
    )
    expect(off.asked[0]).toBe('impersonate users name=jane')
  })
})
