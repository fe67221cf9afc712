import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../../../authorizers/index.ts'
import type { PlainUser } from '../../../kube/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { nodeScoped } from './node-scoped.ts'

const NODE_NAME = 'authentication.kubernetes.io/node-name'
const AGENT: PlainUser = { username: 'system:serviceaccount:kube-system:agent', extra: { [NODE_NAME]: ['n1'] } }

/** Allows verbs of the agent, and everything to a node. */
function nodeAnd(...verbs: readonly string[]): Authorizer {
  return {
    authorize: ({ user, verb }) => ({
      decision: user.username === 'system:node:n1' || verbs.includes(verb) ? 'Allow' : 'NoOpinion',
      reason: '',
    }),
  }
}

const nodes = (result: ReturnType<typeof runDesign>) => result.steps.map(({ node }) => node)

describe('node-scoped', () => {
  it('lets an agent read what its node may read, and leaves it its name', () => {
    const result = runDesign(nodeScoped, wireRequest({}), nodeAnd('as-node:list'), AGENT)
    expect(nodes(result)).toEqual(['A', 'N', 'P', 'T', 'allowed'])
    expect(result.asked).toEqual(['as-node:list pods ns=prod v1', 'list pods ns=prod v1'])
    expect(result.steps.find(({ node }) => node === 'T')?.check?.attributes.user).toMatchObject({
      username: 'system:node:n1',
      groups: ['system:nodes', 'system:authenticated'],
    })
    expect(result.impersonatedUser).toBeUndefined()
  })

  it('asks for the verb of a rule, or for one verb on nodes', () => {
    const first = (rule: string) =>
      runDesign(nodeScoped, wireRequest({}), allowingVerbs(), AGENT, undefined, undefined, { rule }).asked[0]
    expect(first('verbs')).toBe('as-node:list pods ns=prod v1')
    expect(first('node')).toBe('as-node nodes name=n1 v1')
  })

  it('needs a rule: a bound token alone is worth nothing', () => {
    const result = runDesign(nodeScoped, wireRequest({}), nodeAnd(), AGENT)
    expect(nodes(result)).toEqual(['A', 'N', 'P', 'R', 'forbidden'])
    expect(result.outcome).toMatchObject({ code: 403, phase: 'request', about: { verb: 'list' } })
  })

  it('falls back to what the account may do itself', () => {
    const own = runDesign(nodeScoped, wireRequest({}), allowingVerbs('list'), AGENT)
    expect(nodes(own)).toEqual(['A', 'N', 'P', 'R', 'allowed'])
    const neither = runDesign(nodeScoped, wireRequest({}), allowingVerbs('as-node:list'), AGENT)
    expect(nodes(neither)).toEqual(['A', 'N', 'P', 'T', 'R', 'forbidden'])
  })

  it('is for reading resources only', () => {
    const all = nodeAnd('as-node:create', 'as-node:delete', 'as-node:get')
    const asked = (target: string, method: string) =>
      runDesign(nodeScoped, wireRequest({}, target, method), all, AGENT).asked
    expect(asked('/api/v1/namespaces/prod/pods', 'POST')).toEqual(['create pods ns=prod v1'])
    expect(asked('/api/v1/namespaces/prod/pods/web', 'DELETE')).toEqual(['delete pods name=web ns=prod v1'])
    expect(asked('/healthz', 'GET')).toHaveLength(1)
    expect(asked('/api/v1/namespaces/prod/pods/web', 'GET')).toHaveLength(2)
  })

  it('is for service accounts whose token names one valid node', () => {
    const others: readonly PlainUser[] = [
      { username: 'ctl', extra: { [NODE_NAME]: ['n1'] } },
      { ...AGENT, extra: {} },
      { ...AGENT, extra: { [NODE_NAME]: ['n1', 'n2'] } },
      { ...AGENT, extra: { [NODE_NAME]: ['Not_a_node'] } },
    ]
    for (const requestor of others) {
      expect(nodes(runDesign(nodeScoped, wireRequest({}), nodeAnd('as-node:list'), requestor))).toEqual([
        'A',
        'N',
        'R',
        'forbidden',
      ])
    }
  })

  it('reads nothing as a node for whoever impersonates, whatever extras the headers ask for', () => {
    const headers = {
      'Impersonate-User': AGENT.username,
      [`Impersonate-Extra-${NODE_NAME.replace('/', '%2F')}`]: 'n1',
    }
    const result = runDesign(nodeScoped, wireRequest(headers), nodeAnd('impersonate', 'as-node:list'))
    expect(nodes(result)).toEqual(['A', 'H', 'H', 'S', 'R', 'forbidden'])
    expect(result.impersonatedUser?.extra.get(NODE_NAME)).toEqual(['n1'])
  })
})
