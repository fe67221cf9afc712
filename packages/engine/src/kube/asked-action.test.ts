import { describe, expect, it } from 'vitest'
import { type AskedAction, meantByReview, readAction } from './asked-action.ts'
import { combinedResource } from './attributes.ts'
import { ANY_VERSION, type Discovery } from './resources.ts'

/** "verbs resource.group named name in namespace", and what there is to say. */
function read(asked: AskedAction, discovery: Discovery = ANY_VERSION) {
  const { attributes, remarks } = readAction(asked, discovery)
  const { verb, apiGroup, name, namespace, path } = attributes
  const what = path === '' ? `${combinedResource(attributes)}${apiGroup === '' ? '' : ` of ${apiGroup}`}` : path
  const named = name === '' ? '' : ` named ${name}`
  return {
    asks: `${verb} ${what}${named}${namespace === '' ? '' : ` in ${namespace}`}`,
    says: remarks.map(({ message, fix }) => (fix === undefined ? message : `${message} ${fix}`)),
  }
}

const everywhere = { namespace: '' } as const

describe('an asked action', () => {
  it('names a resource by any of its names, and its group where that is needed', () => {
    for (const resource of ['deployments', 'deployment', 'Deployment', 'deploy', 'deployments.apps', 'deploy.v1.apps'])
      expect(read({ verb: 'get', resource, ...everywhere })).toEqual({ asks: 'get deployments of apps', says: [] })
  })

  it('has a subresource after a slash, as rules have it', () => {
    expect(read({ verb: 'get', resource: 'pods/log', ...everywhere })).toEqual({ asks: 'get pods/log', says: [] })
    expect(read({ verb: 'update', resource: '*/scale', ...everywhere })).toEqual({ asks: 'update */scale', says: [] })
  })

  it('has a group before the slash, as kubectl prints it, or at the end', () => {
    for (const resource of [
      'deployments/scale',
      'deployments.apps/scale',
      'deployments/scale.apps',
      'deploy/scale.v1.apps',
    ])
      expect(read({ verb: 'update', resource, ...everywhere })).toEqual({
        asks: 'update deployments/scale of apps',
        says: [],
      })
    expect(read({ verb: 'update', resource: 'foos/status.example.com', ...everywhere }).asks).toBe(
      'update foos/status of example.com',
    )
  })

  it('warns of a subresource that no version has, and of a misspelt one', () => {
    const says = (resource: string, subresource = '') =>
      read({ verb: 'get', resource, subresource, name: 'web', ...everywhere }).says
    expect(says('deployments/nonsense')).toEqual([
      'No version of Kubernetes has the subresource “nonsense” of deployments.apps. It has the subresources scale and status.',
    ])
    expect(says('secrets', 'status')).toEqual([
      'No version of Kubernetes has the subresource “status” of secrets. It has no subresources: write “secrets”.',
    ])
    expect(says('pods', 'logs')).toEqual(['pods/logs is not a subresource. Did you mean “pods/log”?'])
    for (const known of ['pods/log', 'deployments/finalizers', 'nodes/stats', 'foos.example.com/any', '*/any'])
      expect([known, says(known)]).toEqual([known, []])
  })

  it('says that a name is one where it is that of a subresource', () => {
    expect(read({ verb: 'get', resource: 'pods', name: 'log', ...everywhere })).toEqual({
      asks: 'get pods named log',
      says: ['“log” is the name of an object here. Write it as the subresource if that is meant.'],
    })
  })

  it('says so of either spelling', () => {
    for (const [resource, name] of [
      ['deployments.apps', 'scale'],
      ['deployments', 'scale.apps'],
    ] as const)
      expect(read({ verb: 'update', resource, name, ...everywhere })).toEqual({
        asks: `update deployments of apps named ${name}`,
        says: [`“${name}” is the name of an object here. Write it as the subresource if that is meant.`],
      })
  })

  it('is in the namespace default where none is named, and in none where the resource is not', () => {
    expect(read({ verb: 'get', resource: 'pods' })).toEqual({
      asks: 'get pods in default',
      says: ['The namespace default is assumed.'],
    })
    expect(read({ verb: 'get', resource: 'nodes' })).toEqual({ asks: 'get nodes', says: [] })
    expect(read({ verb: 'get', resource: 'nodes', namespace: 'prod' })).toEqual({
      asks: 'get nodes',
      says: ['nodes are not in namespaces, so the namespace has no effect.'],
    })
    expect(read({ verb: 'get', resource: 'ns', name: 'prod' }).asks).toBe('get namespaces named prod in prod')
  })

  it('says what is not known, and what is near', () => {
    expect(read({ verb: 'get', resource: 'widgets', ...everywhere }).says).toEqual([
      'No API that is known has the resource “widgets”; it is asked for as written, in the core group. Write its plural with its group, as in widgets.example.com.',
    ])
    expect(read({ verb: 'get', resource: 'deploymnets', ...everywhere }).says).toEqual([
      expect.stringContaining('Did you mean “deployments”?'),
    ])
    expect(read({ verb: 'get', resource: '*', ...everywhere }).says).toEqual([])
  })

  it.each([
    ['read', 'pods', 'Write get and list and watch.'],
    ['remove', 'pods', 'Write delete.'],
    ['GET', 'pods', 'Did you mean “get”?'],
    ['lsit', 'pods', 'Did you mean “list”?'],
  ])('warns of the verb %s', (verb, resource, fix) => {
    expect(read({ verb, resource, ...everywhere }).says).toEqual([
      `“${verb}” is not a verb of requests and rules of Kubernetes; it is asked for as written. ${fix}`,
    ])
  })

  it('knows the verbs of paths', () => {
    expect(read({ verb: 'get', path: '/healthz' })).toEqual({ asks: 'get /healthz', says: [] })
    expect(read({ verb: 'list', path: '/healthz' }).says).toEqual([
      '“list” is not a verb of requests for paths; it is asked for as written.',
    ])
  })

  it('with the group of a review is not read', () => {
    const review = { verb: 'x', resource: 'po', group: 'g', name: 'n', namespace: 's' }
    expect(read(review)).toEqual({ asks: 'x po of g named n in s', says: [] })
  })
})

describe('an identity', () => {
  it.each([
    ['users', 'impersonate users'],
    ['user', 'impersonate users'],
    ['groups', 'impersonate groups'],
    ['uids', 'impersonate uids of authentication.k8s.io'],
    ['userextras/scopes', 'impersonate userextras/scopes of authentication.k8s.io'],
    ['users.authentication.k8s.io', 'impersonate users of authentication.k8s.io'],
    ['uids.authentication', 'impersonate uids of authentication.k8s.io'],
  ])('is where the legacy verb asks for it: %s', (resource, asks) => {
    expect(read({ verb: 'impersonate', resource })).toEqual({ asks, says: [] })
  })

  it('is in its namespace where it is a service account', () => {
    expect(read({ verb: 'impersonate', resource: 'sa', name: 'bot', namespace: 'ci' })).toEqual({
      asks: 'impersonate serviceaccounts named bot in ci',
      says: [],
    })
    expect(read({ verb: 'impersonate:serviceaccount', resource: 'sa', name: 'bot', namespace: 'ci' })).toEqual({
      asks: 'impersonate:serviceaccount serviceaccounts of authentication.k8s.io named bot in ci',
      says: [],
    })
  })

  it('is in authentication.k8s.io for the constrained modes, and nowhere for their actions', () => {
    for (const resource of ['users', 'groups', 'uids', 'nodes'])
      expect(read({ verb: 'impersonate:user-info', resource })).toEqual({
        asks: `impersonate:user-info ${resource} of authentication.k8s.io`,
        says: [],
      })
    expect(read({ verb: 'impersonate-on:user-info:get', resource: 'nodes' })).toEqual({
      asks: 'impersonate-on:user-info:get nodes',
      says: [],
    })
  })

  it('is asked for with its key where it is an extra, in either spelling', () => {
    expect(read({ verb: 'impersonate', resource: 'userextras', name: 'example.com/reason' }).asks).toBe(
      'impersonate userextras/example.com/reason of authentication.k8s.io',
    )
    const valued = { verb: 'impersonate', resource: 'userextras', subresource: 'scopes', name: 'view' }
    expect(read(valued).asks).toBe('impersonate userextras/scopes of authentication.k8s.io named view')
    expect(read({ verb: 'impersonate', resource: 'userextras' }).says).toEqual([
      'Each extra is asked for by its key. Write userextras/KEY.',
    ])
  })

  it('is another resource than people may write', () => {
    const user = (verb: string, name: string) => read({ verb, resource: 'users', name }).says
    expect(user('impersonate', 'system:serviceaccount:ci:bot')).toEqual([
      'A service account is not asked for as a user. Ask about serviceaccounts named bot in namespace ci.',
    ])
    expect(user('impersonate:user-info', 'system:node:n1')).toEqual([
      'A node is not asked for as a user. Ask about nodes named n1.',
    ])
    expect(user('impersonate', 'system:node:n1')).toEqual([])
    const account = (name: string, namespace = 'ci') =>
      read({ verb: 'impersonate', resource: 'serviceaccounts', namespace, name })
    for (const namespace of ['ci', 'live'])
      expect(account('system:serviceaccount:ci:bot', namespace)).toEqual({
        asks: 'impersonate serviceaccounts named bot in ci',
        says: [
          'No request asks for a username here, so the answer is about serviceaccounts named bot in namespace ci. Write bot and the namespace ci.',
        ],
      })
    expect(account('bot').says).toEqual([])
    expect(read({ verb: 'impersonate', resource: 'nodes', name: 'n1' }).says).toEqual([
      'The legacy verb asks for a node as a user. Ask about users named system:node:n1.',
    ])
  })

  it('is not served, so that other verbs do not find it', () => {
    for (const resource of ['users', 'groups', 'uids', 'userextras'])
      expect(read({ verb: 'get', resource, ...everywhere }).says).toEqual([
        expect.stringMatching(/^No API that is known has the resource/),
      ])
    expect(read({ verb: '*', resource: 'users' })).toEqual({ asks: '* users', says: [] })
  })

  it('signs, as signers of certificates do', () => {
    const signer = { resource: 'signers', name: 'kubernetes.io/kube-apiserver-client' }
    expect(read({ verb: 'approve', ...signer })).toEqual({
      asks: 'approve signers of certificates.k8s.io named kubernetes.io/kube-apiserver-client',
      says: [],
    })
  })
})

describe('a review that no request sends', () => {
  const meant = (verb: string, type: string, review: Partial<Parameters<typeof meantByReview>[0]> = {}) => {
    const { attributes } = readAction({ verb, resource: 'pods', namespace: 'web' })
    const { user: _, ...asked } = { ...attributes, resource: type, ...review }
    return meantByReview(asked, type, ANY_VERSION).map(({ verb, apiGroup, resource, subresource, namespace, name }) =>
      [verb, apiGroup, subresource === '' ? resource : `${resource}/${subresource}`, name, namespace].join(' ').trim(),
    )
  }

  it('means the request without a namespace', () => {
    expect(meant('get', 'nodes')).toEqual(['get  nodes'])
    expect(meant('get', 'namespaces', { name: 'prod' })).toEqual(['get  namespaces prod prod'])
    expect(meant('get', 'nodes', { namespace: '' })).toEqual([])
    expect(meant('get', 'pods')).toEqual([])
  })

  it('means the verbs that requests have', () => {
    expect(meant('exec', 'pods')).toEqual(['get  pods/exec  web', 'create  pods/exec  web'])
    expect(meant('scale', 'deployments', { apiGroup: 'apps' })).toEqual([
      'update apps deployments/scale  web',
      'patch apps deployments/scale  web',
    ])
    expect(meant('cordon', 'nodes', { name: 'n1' })).toEqual(['patch  nodes n1'])
    expect(meant('drain', 'nodes')).toEqual(['patch  nodes', 'list  pods', 'create  pods/eviction'])
    expect(meant('lsit', 'pods')).toEqual(['list  pods  web'])
    expect(meant('taint', 'nodes')).toEqual(['patch  nodes'])
    expect(meant('rollout', 'deployments', { apiGroup: 'apps' })).toEqual(['patch apps deployments  web'])
    expect(meant('cp', 'pods', { name: 'a' })).toEqual(['get  pods/exec a web', 'create  pods/exec a web'])
    expect(meant('evict', 'pods', { name: 'a' })).toEqual(['create  pods/eviction a web'])
    expect(meant('top', 'nodes')).toEqual(['get metrics.k8s.io nodes', 'list metrics.k8s.io nodes'])
    expect(meant('expose', 'deployments', { apiGroup: 'apps', name: 'a' })).toEqual(['create  services  web'])
    expect(meant('frobnicate', 'pods')).toEqual([])
    expect(meant('frobnicate', 'nodes')).toEqual([])
    for (const verb of ['scale', 'restart', 'cordon']) expect(meant(verb, 'pods')).toEqual([])
    expect(meant('exec', 'widgets', { apiGroup: 'example.com' })).toEqual([])
  })

  it('means the identity that impersonation asks for', () => {
    const uids = 'uids.authentication.k8s.io'
    expect(meant('impersonate:user-info', uids)).toEqual(['impersonate:user-info authentication.k8s.io uids'])
    expect(meant('impersonate', 'users')).toEqual(['impersonate  users'])
    expect(meant('impersonate', 'serviceaccounts', { name: 'system:serviceaccount:ci:bot' })).toEqual([
      'impersonate  serviceaccounts bot ci',
    ])
  })
})
