import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../authorizers/index.ts'
import type { Attributes, PlainUser } from '../kube/index.ts'
import { leavesGraph, record } from '../trace/index.ts'
import type { Design } from './design.ts'
import { flowchart } from './flowchart.ts'
import { loadDesigns } from './registry.ts'
import { constrained } from './released/constrained/constrained.ts'
import { legacy } from './released/legacy/legacy.ts'
import { ServerMemory } from './released/memory.ts'
import { allowingVerbs, answeringInTurn, runDesign, wireRequest } from './testing.ts'

const DESIGNS = await loadDesigns()

const AGENT: PlainUser = {
  username: 'system:serviceaccount:kube-system:agent',
  extra: { 'authentication.kubernetes.io/node-name': ['n1'], 'authentication.kubernetes.io/pod-name': ['agent-x'] },
}

const word = fc.constantFrom(
  '',
  'jane',
  'system:node:n1',
  'system:node:Bad_',
  'system:serviceaccount:prod:sa',
  'system:serviceaccount:prod',
  'system:anonymous',
  'system:masters',
)
const headers = fc.array(
  fc.record({
    name: fc.constantFrom(
      'Impersonate-User',
      'Impersonate-Uid',
      'Impersonate-Group',
      'Impersonate-Extra-acme.io%2Fa',
      'Impersonate-Extra-scopes',
      'Impersonate-Boundary',
      'Impersonate-Access-Rule',
      'Accept',
    ),
    value: word,
  }),
  { maxLength: 8 },
)
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS'),
  target: fc.constantFrom(
    '/api/v1/namespaces/prod/pods',
    '/api/v1/watch',
    '/healthz',
    '/apis/apps/v1/deployments/web/scale',
  ),
  headers,
  body: fc.constant(''),
})

const chance = fc.oneof(
  fc.constantFrom('Allow' as const, 'NoOpinion' as const, 'Deny' as const),
  fc.record({
    effect: fc.constantFrom('Allow' as const, 'Deny' as const),
    is: fc.constantFrom(true, true, false, 'error' as const),
  }),
)

/** Comes far enough in every design for a check that may have a condition. */
const CONDITIONED = {
  method: 'GET' as const,
  target: '/api/v1/namespaces/prod/pods' as const,
  headers: (['Impersonate-User', 'Impersonate-Group', 'Impersonate-Access-Rule'] as const).map((name) => ({
    name,
    value: 'jane' as const,
  })),
  body: '' as const,
}
const HOLDS = { effect: 'Allow', is: true } as const
type Sure = 'Allow' | typeof HOLDS

function conditioned(design: Design, answers: Sure[]): [Design, typeof CONDITIONED, Sure[], boolean, number] {
  return [design, CONDITIONED, answers, true, 0]
}

describe('every design', () => {
  it('says in plain words what each check is about', () => {
    for (const { id, graph } of DESIGNS) {
      const asking = graph.nodes.filter(({ stage }) => stage !== undefined)
      expect(asking.length, id).toBeGreaterThan(0)
      for (const { id: node, label } of asking) {
        expect(label.filter((piece) => typeof piece === 'string').join(''), `${id}: ${node}`).toMatch(/\w+ \w+ .*\?/)
      }
    }
  })

  it('leaves a trace that is a walk over its own graph, for any request, any authorizer and any assumptions', () => {
    const settledIn = new Set<string>()
    fc.assert(
      fc.property(
        fc.constantFrom(...DESIGNS),
        request,
        fc.array(chance, { minLength: 1 }),
        fc.boolean(),
        fc.nat(),
        (design, asked, answers, gate, reading) => {
          const authorizer = answeringInTurn(answers)
          const assumptions = Object.fromEntries(
            design.assumptions.map(({ id, options }, i) => [id, options[(reading >> i) % options.length]?.id ?? '']),
          )
          const { outcome, impersonatedUser, steps } = runDesign(
            design,
            asked,
            authorizer,
            AGENT,
            gate,
            undefined,
            assumptions,
          )
          if (outcome.kind === 'forbidden' && outcome.phase === 'impersonation')
            expect(impersonatedUser).toBeUndefined()
          // Conditions are evaluated for questions with facts; other questions never get any.
          for (const { node, check } of steps) {
            if (check === undefined) continue
            expect(design.graph.nodes.find(({ id }) => id === node)?.stage, `${design.id}: ${node}`).toBeDefined()
            expect(check.settled !== undefined).toBe(check.answer.decision === 'Conditional')
            if (check.facts === undefined) expect(check.answer.decision).not.toBe('Conditional')
            if (check.settled) settledIn.add(design.id)
          }
        },
      ),
      // For each design, runs that certainly reach a condition, if the design has any.
      {
        numRuns: 1000,
        examples: DESIGNS.flatMap((design) => [conditioned(design, [HOLDS]), conditioned(design, ['Allow', HOLDS])]),
      },
    )
    expect([...settledIn].sort()).toEqual([
      'access-rule',
      'compiled',
      'compound',
      'condition-sets',
      'conditional',
      'unified',
    ])
  })

  it('has a graph whose every node can be reached from the first, and whose ends are the only nodes without an edge', () => {
    for (const { graph, id } of DESIGNS) {
      const reached = new Set([graph.nodes[0]?.id])
      for (const _ of graph.nodes) for (const { from, to } of graph.edges) if (reached.has(from)) reached.add(to)
      expect([...reached].sort(), id).toEqual(graph.nodes.map((node) => node.id).sort())
      const withEdges = new Set(graph.edges.map(({ from }) => from))
      for (const node of graph.nodes) expect(withEdges.has(node.id), `${id} ${node.id}`).toBe(node.shape !== 'end')
    }
  })

  it('says where it is written down, and how it reads what is not clear there', () => {
    for (const { title, summary, sources, statement, assumptions } of DESIGNS) {
      expect(title).not.toBe('')
      expect(summary).toMatch(/\.$/)
      expect(sources.length).toBeGreaterThan(0)
      for (const { document, section, url, quote, asReviewed } of sources) {
        expect(document).not.toBe('')
        expect(section).not.toBe('')
        if (url !== undefined) expect(url).toMatch(/^https:\/\/[^/]+\/./)
        if (url === undefined) expect(asReviewed).toBe(true)
        if (asReviewed) expect(quote, 'quoted as reviewed').toBeDefined()
      }
      for (const sentence of Object.values(statement)) expect(sentence).toMatch(/\.$/)
      for (const { text, options } of assumptions) {
        for (const sentence of [text, ...options.map(({ reading }) => reading)]) expect(sentence).toMatch(/\.$/)
        expect(new Set(options.map(({ id }) => id)).size).toBe(options.length)
      }
      expect(new Set(assumptions.map(({ id }) => id)).size).toBe(assumptions.length)
    }
  })

  it('answers 500 to a path that cannot be understood, before it looks at headers', () => {
    for (const design of DESIGNS) {
      const { outcome, asked } = runDesign(
        design,
        wireRequest({ 'Impersonate-Group': 'devs' }, '/api/v1/watch'),
        allowingVerbs(),
      )
      expect(outcome).toMatchObject({ code: 500 })
      expect(asked).toEqual([])
    }
  })

  it('authorizes a request without impersonation as the requestor', () => {
    for (const design of DESIGNS) {
      const { asked, outcome, impersonatedUser } = runDesign(design, wireRequest({}), allowingVerbs('list'))
      expect(asked).toEqual(['list pods ns=prod v1'])
      expect(outcome.kind).toBe('allowed')
      expect(impersonatedUser).toBeUndefined()
    }
  })
})

describe('a fourth design', () => {
  it('is one declaration: it runs, is drawn and is walked without a change elsewhere', () => {
    const { graph, run: runChart } = flowchart<{ outcome?: { kind: 'allowed'; code: 200 } }>({
      A: {
        shape: 'question',
        label: ['Is it asked?'],
        about: '',
        edges: { yes: { to: 'Z' } },
        *evaluate(state) {
          yield { phase: 'request', purpose: 'request', attributes: {} as Attributes }
          state.outcome = { kind: 'allowed', code: 200 }
          return { edge: 'yes' }
        },
      },
      Z: { shape: 'end', label: ['done'], about: '' },
    })
    const { steps } = record(runChart({}), allowingVerbs())
    expect(leavesGraph(steps, graph)).toBeUndefined()
    expect(steps.map(({ node }) => node)).toEqual(['A', 'Z'])
  })

  it('is refused when an edge leads nowhere', () => {
    expect(() =>
      flowchart({
        A: {
          shape: 'step',
          label: [],
          about: '',
          edges: { on: { to: 'B' } },
          *evaluate() {
            return { edge: 'on' }
          },
        },
      }),
    ).toThrow('A leads to B')
  })
})

describe('constrained', () => {
  it('asks for the action first, then for the identity, then for the request as the impersonated user', () => {
    const { asked, impersonatedUser, constraint } = runDesign(
      constrained,
      wireRequest({
        'Impersonate-User': 'jane',
        'Impersonate-Uid': 'u1',
        'Impersonate-Group': 'devs',
        'Impersonate-Extra-acme.io%2Fteam': 'a',
      }),
      allowingVerbs('impersonate-on:user-info:list', 'impersonate:user-info', 'list'),
    )
    expect(asked).toEqual([
      'impersonate-on:user-info:list pods ns=prod v1',
      'impersonate:user-info users name=jane authentication.k8s.io v1',
      'impersonate:user-info uids name=u1 authentication.k8s.io v1',
      'impersonate:user-info groups name=devs authentication.k8s.io v1',
      'impersonate:user-info userextras/acme.io/team name=a authentication.k8s.io v1',
      'list pods ns=prod v1',
    ])
    expect(impersonatedUser?.groups).toEqual(['devs', 'system:authenticated'])
    expect(constraint).toBe('impersonate:user-info')
  })

  it('reports the first failure, over all modes', () => {
    const { outcome, asked } = runDesign(constrained, wireRequest({ 'Impersonate-User': 'jane' }), allowingVerbs())
    expect(asked).toEqual(['impersonate-on:user-info:list pods ns=prod v1', 'impersonate users name=jane v1'])
    expect(outcome).toMatchObject({
      code: 403,
      message:
        'pods is forbidden: User "ctl" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "prod"',
    })
  })

  it('tries associated-node, then arbitrary-node, then legacy for the node the requestor runs on', () => {
    const { asked } = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'system:node:n1' }),
      allowingVerbs('impersonate-on:associated-node:list', 'impersonate-on:arbitrary-node:list'),
      AGENT,
    )
    expect(asked).toEqual([
      'impersonate-on:associated-node:list pods ns=prod v1',
      'impersonate:associated-node nodes name=* authentication.k8s.io v1',
      'impersonate-on:arbitrary-node:list pods ns=prod v1',
      'impersonate:arbitrary-node nodes name=n1 authentication.k8s.io v1',
      'impersonate users name=system:node:n1 v1',
    ])
  })

  it('shows associated-node checks the keys of the requestor’s extras, and not their values', () => {
    const { steps } = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'system:node:n1' }),
      allowingVerbs(),
      AGENT,
    )
    const [action] = steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
    expect([...(action?.attributes.user.extra ?? [])]).toEqual([
      [
        'authentication.kubernetes.io/associated-node-keys',
        ['authentication.kubernetes.io/node-name', 'authentication.kubernetes.io/pod-name'],
      ],
    ])
  })

  it('gives an impersonated node its group, and a legacy one not', () => {
    const headers = { 'Impersonate-User': 'system:node:n1' }
    const released = runDesign(
      constrained,
      wireRequest(headers),
      allowingVerbs('impersonate-on:arbitrary-node:list', 'impersonate:arbitrary-node'),
    )
    expect(released.impersonatedUser?.groups).toEqual(['system:nodes', 'system:authenticated'])
    expect(runDesign(constrained, wireRequest(headers), allowingVerbs('impersonate')).impersonatedUser?.groups).toEqual(
      ['system:authenticated'],
    )
  })

  it('makes no constrained check for a node or service account with other headers', () => {
    for (const user of ['system:node:n1', 'system:serviceaccount:prod:sa']) {
      const { asked } = runDesign(
        constrained,
        wireRequest({ 'Impersonate-User': user, 'Impersonate-Group': 'devs' }),
        allowingVerbs(),
        AGENT,
      )
      expect(asked).toHaveLength(1)
      expect(asked[0]).toMatch(/^impersonate /)
    }
  })

  it('asks once for four groups, and for each of them when that is not allowed', () => {
    const groups = ['a', 'b', 'c', 'd']
    const all: Authorizer = {
      authorize: ({ verb, resource, name }) => ({
        decision: verb !== 'impersonate:user-info' || resource !== 'groups' || name === '*' ? 'Allow' : 'NoOpinion',
        reason: '',
      }),
    }
    const { asked } = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Group': groups }),
      all,
    )
    expect(asked.filter((check) => check.includes('groups'))).toEqual([
      'impersonate:user-info groups name=* authentication.k8s.io v1',
    ])
    const single: Authorizer = {
      authorize: ({ name }) => ({ decision: name === '*' ? 'NoOpinion' : 'Allow', reason: '' }),
    }
    const each = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Group': groups }),
      single,
    )
    expect(each.asked.filter((check) => check.includes('groups'))).toHaveLength(5)
  })

  it('refuses system:masters, empty groups and extra keys without a domain when their turn comes, without asking', () => {
    const verbs = allowingVerbs('impersonate-on:user-info:list', 'impersonate:user-info')
    for (const [header, value, words] of [
      ['Impersonate-Group', 'system:masters', 'impersonating the system:masters group is not allowed'],
      ['Impersonate-Group', '', 'impersonating the empty string group is not allowed'],
      ['Impersonate-Extra-scopes', 'view', 'must be a domain-prefixed path (such as "acme.io/foo")'],
      ['Impersonate-Extra-acme.io%2Fa', '', 'impersonating the empty string value in extra is not allowed'],
    ] as const) {
      const { outcome, asked } = runDesign(
        constrained,
        wireRequest({ 'Impersonate-User': 'jane', [header]: value }),
        verbs,
      )
      expect(outcome).toMatchObject({ code: 403 })
      expect('message' in outcome && outcome.message).toContain(words)
      expect(asked.slice(0, 2).map((check) => check.split(' ')[0])).toEqual([
        'impersonate-on:user-info:list',
        'impersonate:user-info',
      ])
      expect(asked[2]).toMatch(/^impersonate /)
    }
  })

  it('runs the older filter with the feature off: no version, and the uid last', () => {
    const { asked, constraint } = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Uid': 'u1', 'Impersonate-Group': 'devs' }),
      allowingVerbs('impersonate'),
      { username: 'ctl' },
      false,
    )
    expect(asked).toEqual([
      'impersonate users name=jane',
      'impersonate groups name=devs',
      'impersonate uids name=u1 authentication.k8s.io v1',
      'list pods ns=prod v1',
    ])
    expect(constraint).toBeUndefined()
  })

  describe('on a server that remembers earlier requests', () => {
    const asJane = wireRequest({ 'Impersonate-User': 'jane' })
    const asNode = wireRequest({ 'Impersonate-User': 'system:node:n1' })
    const everything: Authorizer = { authorize: () => ({ decision: 'Allow', reason: '' }) }

    it('asks nothing but the request itself, for the same request within ten seconds', () => {
      const memory = new ServerMemory()
      runDesign(constrained, asJane, everything, { username: 'ctl' }, true, memory)
      memory.wait(9)
      const again = runDesign(constrained, asJane, everything, { username: 'ctl' }, true, memory)
      expect(again.asked).toEqual(['list pods ns=prod v1'])
      expect(again.constraint).toBe('impersonate:user-info')
      memory.wait(1)
      expect(runDesign(constrained, asJane, everything, { username: 'ctl' }, true, memory).asked).toHaveLength(3)
    })

    it('asks for the action alone, for another request as the same user; and that counts for ten seconds more', () => {
      const memory = new ServerMemory()
      runDesign(constrained, asJane, everything, { username: 'ctl' }, true, memory)
      memory.wait(9)
      const secrets = wireRequest({ 'Impersonate-User': 'jane' }, '/api/v1/namespaces/prod/secrets')
      const { asked, steps } = runDesign(constrained, secrets, everything, { username: 'ctl' }, true, memory)
      expect(asked).toEqual(['impersonate-on:user-info:list secrets ns=prod v1', 'list secrets ns=prod v1'])
      expect(steps.map(({ node }) => node)).toEqual(['A', 'M', 'A4', 'I4', 'S', 'R', 'allowed'])
      memory.wait(9)
      expect(runDesign(constrained, secrets, everything, { username: 'ctl' }, true, memory).asked).toHaveLength(1)
    })

    it('asks for the identity again ten seconds after it was asked, however often it counted since', () => {
      const memory = new ServerMemory()
      const asked = ['pods', 'secrets', 'configmaps'].map((resource) => {
        const get = wireRequest({ 'Impersonate-User': 'jane' }, `/api/v1/namespaces/prod/${resource}`)
        const verbs = runDesign(constrained, get, everything, { username: 'ctl' }, true, memory).asked
        memory.wait(6)
        return verbs.some((verb) => verb.startsWith('impersonate:user-info '))
      })
      expect(asked).toEqual([true, false, true])
    })

    it('goes legacy again after one legacy success, and a node gets no system:nodes then', () => {
      const memory = new ServerMemory()
      runDesign(constrained, asJane, allowingVerbs('impersonate', 'list'), { username: 'ctl' }, true, memory)
      const { asked, constraint, impersonatedUser } = runDesign(
        constrained,
        asNode,
        everything,
        { username: 'ctl' },
        true,
        memory,
      )
      expect(asked).toEqual(['impersonate users name=system:node:n1 v1', 'list pods ns=prod v1'])
      expect(constraint).toBeUndefined()
      expect(impersonatedUser?.groups).toEqual(['system:authenticated'])
    })

    it('tells the client of the remembered mode’s failure, and tries that mode once', () => {
      const memory = new ServerMemory()
      runDesign(constrained, asJane, allowingVerbs('impersonate', 'list'), { username: 'ctl' }, true, memory)
      const { asked, outcome } = runDesign(constrained, asNode, allowingVerbs(), { username: 'ctl' }, true, memory)
      expect(asked).toEqual([
        'impersonate users name=system:node:n1 v1',
        'impersonate-on:arbitrary-node:list pods ns=prod v1',
      ])
      expect(outcome).toMatchObject({
        code: 403,
        message: expect.stringContaining('cannot impersonate resource "users"'),
      })
    })

    it('passes by a remembered mode that does not apply', () => {
      const memory = new ServerMemory()
      runDesign(constrained, asJane, everything, { username: 'ctl' }, true, memory)
      const { steps, constraint } = runDesign(constrained, asNode, everything, { username: 'ctl' }, true, memory)
      expect(steps.map(({ node }) => node)).toEqual(['A', 'M', 'B', 'A2', 'I2', 'S', 'R', 'allowed'])
      expect(constraint).toBe('impersonate:arbitrary-node')
    })

    it('tries arbitrary-node once where it is remembered and the requestor runs on the node', () => {
      const memory = new ServerMemory()
      runDesign(constrained, wireRequest({ 'Impersonate-User': 'system:node:n2' }), everything, AGENT, true, memory)
      const { asked, steps } = runDesign(constrained, asNode, allowingVerbs('impersonate', 'list'), AGENT, true, memory)
      expect(asked.map((question) => question.split(' ')[0])).toEqual([
        'impersonate-on:arbitrary-node:list',
        'impersonate-on:associated-node:list',
        'impersonate',
        'list',
      ])
      expect(steps.map(({ node }) => node)).toEqual(['A', 'M', 'A2', 'B', 'A1', 'L', 'S', 'R', 'allowed'])
    })

    it('remembers nothing with the gate off', () => {
      const memory = new ServerMemory()
      runDesign(constrained, asJane, everything, { username: 'ctl' }, false, memory)
      expect(memory.modeOf('ctl')).toBeUndefined()
    })

    it('walks its graph in any sequence of requests', () => {
      const one = fc.record({
        request,
        decisions: fc.array(fc.constantFrom('Allow' as const, 'NoOpinion' as const), { minLength: 1, maxLength: 5 }),
        after: fc.constantFrom(0, 4, 10, 11),
      })
      fc.assert(
        fc.property(fc.array(one, { minLength: 2, maxLength: 6 }), (sequence) => {
          const memory = new ServerMemory()
          for (const { request, decisions, after } of sequence) {
            memory.wait(after)
            runDesign(constrained, request, answeringInTurn(decisions), AGENT, true, memory)
          }
        }),
      )
    })
  })
})

describe('legacy', () => {
  it('asks user, groups, extras, uid of the verb impersonate, and ends at the first that is not allowed', () => {
    const headers = {
      'Impersonate-User': 'system:serviceaccount:prod:sa',
      'Impersonate-Uid': 'u1',
      'Impersonate-Group': 'devs',
      'Impersonate-Extra-scopes': 'view',
    }
    expect(runDesign(legacy, wireRequest(headers), allowingVerbs('impersonate')).asked).toEqual([
      'impersonate serviceaccounts name=sa ns=prod',
      'impersonate groups name=devs',
      'impersonate userextras/scopes name=view authentication.k8s.io v1',
      'impersonate uids name=u1 authentication.k8s.io v1',
      'list pods ns=prod v1',
    ])
    expect(runDesign(legacy, wireRequest(headers), allowingVerbs()).asked).toHaveLength(1)
  })

  it('adds service account groups only when no group is asked for', () => {
    const user = { 'Impersonate-User': 'system:serviceaccount:prod:sa' }
    expect(runDesign(legacy, wireRequest(user), allowingVerbs('impersonate')).impersonatedUser?.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:prod',
      'system:authenticated',
    ])
    expect(
      runDesign(legacy, wireRequest({ ...user, 'Impersonate-Group': 'x' }), allowingVerbs('impersonate'))
        .impersonatedUser?.groups,
    ).toEqual(['x', 'system:authenticated'])
  })

  it('knows the anonymous user, and leaves a user alone that already is unauthenticated', () => {
    expect(
      runDesign(legacy, wireRequest({ 'Impersonate-User': 'system:anonymous' }), allowingVerbs('impersonate'))
        .impersonatedUser?.groups,
    ).toEqual(['system:unauthenticated'])
    const headers = { 'Impersonate-User': 'jane', 'Impersonate-Group': 'system:unauthenticated' }
    expect(runDesign(legacy, wireRequest(headers), allowingVerbs('impersonate')).impersonatedUser?.groups).toEqual([
      'system:unauthenticated',
    ])
  })

  it('has the older filter’s words for headers without a user, whatever the gate', () => {
    const { outcome } = runDesign(legacy, wireRequest({ 'Impersonate-Group': 'devs' }), allowingVerbs())
    expect(outcome).toMatchObject({ code: 400, message: 'requested [{Group  devs    }] without impersonating a user' })
  })
})
