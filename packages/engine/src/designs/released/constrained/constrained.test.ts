import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../../../authorizers/index.ts'
import type { PlainUser } from '../../../kube/index.ts'
import type { Step } from '../../../trace/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { ServerMemory } from '../memory.ts'
import { constrained } from './constrained.ts'

const CTL: PlainUser = { username: 'ctl' }
const AGENT: PlainUser = {
  username: 'system:serviceaccount:kube-system:agent',
  extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
}
const everything: Authorizer = { authorize: () => ({ decision: 'Allow', reason: '' }) }
const asJane = wireRequest({ 'Impersonate-User': 'jane' })

const edges = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ edge }) => edge ?? [])
/** Why the request came to a node, in plain words. */
function because(steps: readonly Step[], node: string): string {
  const label = steps.find((step) => step.node === node)?.because ?? []
  return label.map((word) => (typeof word === 'string' ? word : word.code)).join('')
}

describe('the way through the flowchart', () => {
  it('goes from receiving to the target’s kind where no mode is remembered', () => {
    const { steps } = runDesign(constrained, asJane, everything)
    expect(edges(steps)).toEqual(['A:enabled', 'B:user-info', 'A4:yes', 'I4:yes', 'S:next', 'R:yes'])
    expect(because(steps, 'B')).toBe('the headers ask for jane, and ConstrainedImpersonation is on')
    expect(because(steps, 'A4')).toBe('jane is neither a node nor a service account')
    expect(because(steps, 'I4')).toBe('the requestor holds impersonate-on:user-info:list here')
    expect(because(steps, 'S')).toBe('the requestor holds impersonate:user-info for the whole target')
    expect(because(steps, 'R')).toBe('the request goes on as jane')
  })

  it('goes from receiving to legacy with the gate off', () => {
    const { steps } = runDesign(constrained, asJane, allowingVerbs(), CTL, false)
    expect(edges(steps)).toEqual(['A:disabled', 'L:no'])
    expect(because(steps, 'L')).toBe('the headers ask for jane, and ConstrainedImpersonation is not on')
    expect(because(steps, 'forbidden')).toBe('the requestor does not hold impersonate for the whole target')
  })

  it('says what is missing where a mode is left', () => {
    const { steps } = runDesign(constrained, asJane, allowingVerbs('impersonate-on:user-info:list', 'impersonate'))
    expect(edges(steps)).toEqual(['A:enabled', 'B:user-info', 'A4:yes', 'I4:no', 'L:yes', 'S:next', 'R:no'])
    expect(because(steps, 'L')).toBe('the requestor does not hold impersonate:user-info for the whole target')
    expect(because(steps, 'S')).toBe('the requestor holds impersonate for the whole target')
    expect(because(runDesign(constrained, asJane, allowingVerbs('impersonate')).steps, 'L')).toBe(
      'the requestor does not hold impersonate-on:user-info:list here',
    )
  })

  it('takes the way of what is remembered, and says since when', () => {
    const memory = new ServerMemory()
    const sent = (target?: string) =>
      runDesign(constrained, wireRequest({ 'Impersonate-User': 'jane' }, target), everything, CTL, true, memory).steps
    sent()
    memory.wait(3)
    const sameRequest = sent()
    expect(edges(sameRequest)).toEqual(['A:remembered', 'M:user-info', 'A4:kept', 'S:next', 'R:yes'])
    expect(because(sameRequest, 'M')).toBe('the server has answered ctl before')
    expect(because(sameRequest, 'A4')).toBe('user-info is tried first')
    expect(because(sameRequest, 'S')).toBe(
      'the same request succeeded 3 s ago, so neither action nor identity is checked',
    )
    const sameTarget = sent('/api/v1/nodes')
    expect(edges(sameTarget)).toEqual(['A:remembered', 'M:user-info', 'A4:yes', 'I4:kept', 'S:next', 'R:yes'])
    expect(because(sameTarget, 'S')).toBe('the requestor took this identity 3 s ago, so it is not checked again')
    expect(because(sent('/api/v1/nodes'), 'S')).toContain('succeeded in this very second')
  })

  it('says that a remembered mode does not apply', () => {
    const memory = new ServerMemory()
    runDesign(constrained, asJane, everything, CTL, true, memory)
    const { steps } = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'system:node:n1' }),
      everything,
      CTL,
      true,
      memory,
    )
    expect(because(steps, 'B')).toBe('user-info does not apply: system:node:n1 is a node')
    runDesign(constrained, asJane, everything, AGENT, true, memory)
    const own = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'system:node:n1' }),
      everything,
      AGENT,
      true,
      memory,
    )
    expect(edges(own.steps).slice(0, 3)).toEqual(['A:remembered', 'M:other', 'B:associated-node'])
  })

  it('ends at once where legacy was tried first, and no other mode applies', () => {
    const memory = new ServerMemory()
    runDesign(constrained, asJane, allowingVerbs('impersonate', 'list'), CTL, true, memory)
    const more = wireRequest({ 'Impersonate-User': 'system:node:n1', 'Impersonate-Group': 'devs' })
    const { asked, steps, outcome } = runDesign(constrained, more, allowingVerbs(), CTL, true, memory)
    expect(asked).toEqual(['impersonate users name=system:node:n1 v1'])
    expect(edges(steps)).toEqual(['A:remembered', 'M:legacy', 'L:first', 'B:last'])
    expect(because(steps, 'forbidden')).toBe('Impersonate-Group is set, which no mode allows for a node')
    expect(outcome.code).toBe(403)
  })

  it('ends after the last mode where legacy was tried first', () => {
    const memory = new ServerMemory()
    runDesign(constrained, asJane, allowingVerbs('impersonate', 'list'), CTL, true, memory)
    const { steps } = runDesign(constrained, asJane, allowingVerbs(), CTL, true, memory)
    expect(edges(steps)).toEqual(['A:remembered', 'M:legacy', 'L:first', 'B:user-info', 'A4:last'])
  })

  it('goes from associated-node to legacy where arbitrary-node was tried first', () => {
    const memory = new ServerMemory()
    runDesign(constrained, wireRequest({ 'Impersonate-User': 'system:node:n2' }), everything, AGENT, true, memory)
    const own = wireRequest({ 'Impersonate-User': 'system:node:n1' })
    const { steps } = runDesign(constrained, own, allowingVerbs(), AGENT, true, memory)
    expect(edges(steps)).toEqual([
      'A:remembered',
      'M:arbitrary-node',
      'A2:first',
      'B:associated-node',
      'A1:next',
      'L:no',
    ])
  })

  it('goes past a mode of its own that was tried first', () => {
    const memory = new ServerMemory()
    runDesign(constrained, asJane, everything, CTL, true, memory)
    const other = wireRequest({ 'Impersonate-User': 'bob' })
    expect(edges(runDesign(constrained, other, allowingVerbs(), CTL, true, memory).steps)).toEqual([
      'A:remembered',
      'M:user-info',
      'A4:first',
      'B:tried',
      'L:no',
    ])
  })

  it('shows what a server remembers, and the writing of roles, only in charts of runs that meet it', () => {
    const { nodes, edges: drawn } = constrained.graph
    expect(nodes.filter(({ onlyWhenTaken }) => onlyWhenTaken).map(({ id, shape }) => [id, shape])).toEqual([
      ['M', 'question'],
      ['W', 'question'],
      ['connect', 'question'],
      ['created', 'end'],
      ['unstored', 'end'],
    ])
    const always = drawn.filter(({ onlyWhenTaken }) => !onlyWhenTaken).map(({ from, to }) => from + to)
    expect(always.join(' ')).toBe(
      'AB AL AR Abad Aerror BA1 BA2 BA3 BA4 BL A1I1 A1A2 I1S I1A2 A2I2 A2L I2S I2L A3I3 A3L I3S I3L A4I4 A4L I4S I4L LS Lforbidden SR Rallowed Rforbidden',
    )
  })
})

describe('the kind of target', () => {
  const why = (user: string, requestor: PlainUser = CTL): string => {
    const { steps } = runDesign(constrained, wireRequest({ 'Impersonate-User': user }), allowingVerbs(), requestor)
    return because(steps, steps.find(({ edge }) => edge?.startsWith('B:'))?.node ?? '')
  }

  it('is named with the reason why no mode before it applies', () => {
    expect(why('system:serviceaccount:prod:sa')).toBe('system:serviceaccount:prod:sa is a service account')
    const more = { 'Impersonate-User': 'system:serviceaccount:prod:sa', 'Impersonate-Uid': 'u1' }
    expect(because(runDesign(constrained, wireRequest(more), allowingVerbs()).steps, 'L')).toBe(
      'Impersonate-Uid is set, which no mode allows for a service account',
    )
    expect(why('system:node:n1')).toBe('system:node:n1 is a node, and the requestor is not a service account')
    expect(why('system:node:n1', AGENT)).toBe('the requestor’s token is bound to n1')
    expect(why('system:node:n2', AGENT)).toBe(
      'system:node:n2 is a node, and the requestor’s token is bound to another node, n1',
    )
    const bound = 'authentication.kubernetes.io/node-name'
    for (const [extra, words] of [
      [{}, 'the requestor’s token is not bound to a node'],
      [{ [bound]: ['n1', 'n2'] }, 'the requestor’s extra names several nodes, n1 and n2'],
    ] as const)
      expect(why('system:node:n1', { username: AGENT.username, extra })).toBe(`system:node:n1 is a node, and ${words}`)
    expect(why('system:node:n1', { username: 'jane', extra: { [bound]: ['n1'] } })).toContain(
      'is not a service account',
    )
  })
})

describe('checks', () => {
  it('say what they are for', () => {
    const headers = {
      'Impersonate-User': 'jane',
      'Impersonate-Uid': 'u1',
      'Impersonate-Group': ['a', 'b', 'c', 'd'],
      'Impersonate-Extra-acme.io%2Fa': 'v',
    }
    const { steps } = runDesign(constrained, wireRequest(headers), {
      authorize: ({ name }) => ({ decision: name === '*' ? 'NoOpinion' : 'Allow', reason: '' }),
    })
    expect(steps.flatMap(({ check }) => check?.purpose ?? [])).toEqual([
      ...['action', 'username', 'uid', 'group', 'group', 'group', 'group', 'group', 'extra', 'request'],
    ])
    expect(steps.flatMap(({ check }) => check?.phase ?? [])).toEqual([
      ...Array.from({ length: 9 }, () => 'impersonation'),
      'request',
    ])
  })
})

describe('extras', () => {
  const extra = (key: string): string => `Impersonate-Extra-acme.io%2F${key}`
  const asked = (headers: Readonly<Record<string, readonly string[]>>, star: 'Allow' | 'NoOpinion' | 'Deny') => {
    const { asked, steps } = runDesign(constrained, wireRequest({ 'Impersonate-User': 'jane', ...headers }), {
      authorize: ({ name }) => ({ decision: name === '*' ? star : 'Allow', reason: '' }),
    })
    const checks = steps.flatMap(({ check }) => check ?? [])
    expect(
      checks.filter(({ attributes }) => attributes.resource === 'userextras').map(({ purpose }) => purpose),
    ).toEqual(asked.filter((question) => question.includes('userextras')).map(() => 'extra'))
    return asked
      .filter((question) => question.includes('userextras'))
      .map((question) => question.split(' ').slice(1, 3).join(' '))
  }
  const star = 'userextras/* name=*'

  it('are asked for once, from four values on', () => {
    expect(asked({ [extra('a')]: ['1', '2', '3', '4'] }, 'Allow')).toEqual([star])
    expect(asked({ [extra('a')]: ['1', '2', '3'] }, 'Allow')).toEqual(
      ['1', '2', '3'].map((value) => `userextras/acme.io/a name=${value}`),
    )
  })

  it('are asked for once, from four keys on', () => {
    const keys = ['a', 'b', 'c', 'd']
    expect(asked(Object.fromEntries(keys.map((key) => [extra(key), ['v']])), 'Allow')).toEqual([star])
  })

  it('are asked for one by one where the one check for all is not allowed', () => {
    for (const decision of ['NoOpinion', 'Deny'] as const) {
      expect(asked({ [extra('a')]: ['1', '2', '3', '4'] }, decision)).toEqual([
        star,
        ...['1', '2', '3', '4'].map((value) => `userextras/acme.io/a name=${value}`),
      ])
    }
  })

  it('are refused when their turn comes, with the reason', () => {
    const { asked, steps, outcome } = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Extra-scopes': 'view' }),
      allowingVerbs('impersonate-on:user-info:list', 'impersonate:user-info'),
    )
    expect(asked.slice(0, 2)).toEqual([
      'impersonate-on:user-info:list pods ns=prod v1',
      'impersonate:user-info users name=jane authentication.k8s.io v1',
    ])
    expect(because(steps, 'L')).toContain('impersonating an invalid key in extra is not allowed')
    expect('message' in outcome && outcome.message).toMatch(
      /^userextras.authentication.k8s.io is forbidden: User "ctl" cannot impersonate:user-info resource "userextras" .*: impersonating an invalid key in extra/,
    )
  })

  it('of the requestor are shown to associated-node checks as their keys, sorted', () => {
    const requestor = {
      ...AGENT,
      extra: { z: ['1'], ...AGENT.extra, 'acme.io/a': ['2'] },
    }
    const { steps } = runDesign(
      constrained,
      wireRequest({ 'Impersonate-User': 'system:node:n1' }),
      everything,
      requestor,
    )
    expect(steps.find(({ node }) => node === 'I1')?.check?.attributes.user.extra).toEqual(
      new Map([
        [
          'authentication.kubernetes.io/associated-node-keys',
          ['acme.io/a', 'authentication.kubernetes.io/node-name', 'z'],
        ],
      ]),
    )
  })
})

describe('the feature gate', () => {
  it('comes with 1.35, and is on by default from 1.36', () => {
    expect(constrained.gate).toEqual({
      name: 'ConstrainedImpersonation',
      defaults: { '1.33': 'absent', '1.34': 'absent', '1.35': 'off', '1.36': 'on', '1.37': 'on' },
    })
  })
})
