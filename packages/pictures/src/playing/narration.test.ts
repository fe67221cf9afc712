import { type Check, type Evidence, type GraphNode, plainText, type Step } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import {
  checksAt,
  happening,
  labelLength,
  narrated,
  nodeInWords,
  positionInWords,
  questionOf,
  wayTo,
  whyNotReached,
  whyNotTried,
} from './narration.ts'
import { GRAPH, NO_OPINION_ANSWER, REFUSED, storyCheck, storyFrom } from './story.fixture.ts'

const said = (steps: readonly Step[] = REFUSED) =>
  steps.map((_, position) => plainText(narrated(storyFrom(steps), position)))
const node = (id: string) => GRAPH.nodes.find((node) => node.id === id) as GraphNode

describe('a request narrated step by step', () => {
  it('has each question with its number, the decision and the rule that decided, and the answers at nodes without a check', () => {
    expect(said()).toEqual([
      'Receive request.',
      'Receive request: the headers ask for jane. Is the target a node?',
      'No: jane is not a node. Check 1 of 3: may service account default/my-controller use impersonate:user-info on users named jane cluster-wide? Allow, by ClusterRoleBinding impersonate-jane-identity, line 12.',
      'Check 2 of 3: may service account default/my-controller use impersonate:user-info on groups named jane cluster-wide? NoOpinion, as no authorizer allows it.',
      'Check 3 of 3: may service account default/my-controller use impersonate:user-info on users named jane cluster-wide? NoOpinion, as no authorizer allows it.',
      'The client gets 403 Forbidden.',
    ])
  })

  it('keeps Kubernetes nouns as code, so that they can be set in mono', () => {
    expect(narrated(storyFrom(), 2)).toContainEqual({ code: 'impersonate:user-info' })
    expect(narrated(storyFrom(), 2)).toContainEqual({ code: 'impersonate-jane-identity' })
  })

  it('names the line of the rule, and then the binding', () => {
    const at = (line: number) =>
      ({ source: 'policy', start: 0, end: 1, line, column: 1, endLine: line, endColumn: 2 }) as const
    const evidence: Evidence = {
      authorizer: 'RBAC',
      rule: {
        index: 0,
        apiGroups: [''],
        resources: ['users'],
        resourceNames: [],
        nonResourceURLs: [],
        verbs: ['impersonate:user-info'],
        range: at(30),
      },
      binding: { kind: 'RoleBinding', name: 'viewers', namespace: 'default', range: at(36) },
    }
    const check = storyCheck('users', { decision: 'Allow', reason: '', evidence })
    expect(said([{ node: 'C', check }])[0]).toMatch(/Allow, by line 30, through RoleBinding viewers, line 36\.$/)
  })

  it('says of members of system:masters that they need no rule', () => {
    const masters = storyCheck('users', { decision: 'Allow', reason: '', evidence: { authorizer: 'system:masters' } })
    expect(said([{ node: 'A' }, { node: 'C', check: masters }])[1]).toMatch(
      /Allow, to every member of system:masters\.$/,
    )
  })

  it('names the object by which the Node authorizer allows it', () => {
    const range = { source: 'objects', start: 0, end: 1, line: 4, column: 1, endLine: 4, endColumn: 2 } as const
    const related = [{ kind: 'Pod', namespace: 'default', name: 'web', range }]
    const tied = (evidence: Evidence) =>
      said([{ node: 'C', check: storyCheck('secrets', { decision: 'Allow', reason: '', evidence }) }])[0]
    expect(tied({ authorizer: 'Node', related })).toMatch(
      /Allow, by the Node authorizer: Pod web, line 4 of the stored objects\.$/,
    )
    expect(tied({ authorizer: 'Node', related: [] })).toMatch(/Allow, by the Node authorizer\.$/)
  })

  it('tells what conditions came to, and by which entry', () => {
    const range = { source: 'policy', start: 0, end: 1, line: 6, column: 3, endLine: 6, endColumn: 4 } as const
    const evidence: Evidence = { authorizer: 'AccessRules', entry: { name: 'readers', index: 0, range } }
    const conditional = (settled: Check['answer']) =>
      said([{ node: 'C', check: { ...storyCheck('users', { decision: 'Conditional', reason: '' }), settled } }])[0]
    expect(conditional({ decision: 'Allow', reason: '', evidence })).toMatch(
      /Conditional, then Allow, by ClusterAccessRule readers, line 6\.$/,
    )
    expect(conditional({ decision: 'NoOpinion', reason: '' })).toMatch(
      /Conditional, then NoOpinion, as no condition holds that allows it\.$/,
    )
  })

  it('names the webhook where its table decides', () => {
    const range = { source: 'webhook', start: 0, end: 1, line: 3, column: 3, endLine: 3, endColumn: 4 } as const
    const evidence: Evidence = { authorizer: 'Webhook', entry: { name: '', index: 0, range } }
    expect(said([{ node: 'C', check: storyCheck('users', { decision: 'Deny', reason: '', evidence }) }])[0]).toMatch(
      /Deny, by the webhook, line 3 of the webhook’s table\.$/,
    )
  })

  it('separates the answer before from the event, for while the request travels', () => {
    expect(plainText(wayTo(storyFrom(), 2))).toBe('No: jane is not a node. ')
    expect(plainText(happening(storyFrom(), 1))).toBe('Is the target a node?')
  })

  it('shortens very long names', () => {
    const long = 'x'.repeat(5_000_000)
    const story = storyFrom([
      { node: 'A' },
      { node: 'C', edge: 'B:no', because: [long], check: storyCheck(long, NO_OPINION_ANSWER) },
    ])
    expect(plainText(narrated(story, 1)).length).toBeLessThan(2000)
    expect(plainText(questionOf(story, 1)).length).toBeLessThan(1000)
  })

  it('says nothing outside the trace', () => {
    expect(narrated(storyFrom(), -1)).toEqual([])
    expect(narrated(storyFrom(), 99)).toEqual([])
  })

  it('tells a slider which step it is', () => {
    expect(positionInWords(storyFrom(), 5)).toBe('Step 6 of 6. The client gets 403 Forbidden.')
  })

  it('counts the characters at a step: of the question, or else of the node’s words', () => {
    expect(labelLength(storyFrom(), 0)).toBe('receive request'.length)
    expect(labelLength(storyFrom(), 2)).toBe(plainText(questionOf(storyFrom(), 2)).length)
  })
})

describe('a node in words', () => {
  it('has the number of checks, the decisions, and the edge that was taken', () => {
    expect(nodeInWords(storyFrom(), node('C'), 5)).toBe('impersonate:user-info? 2 checks: Allow, NoOpinion. Taken: no.')
    expect(nodeInWords(storyFrom(), node('B'), 5)).toBe('Is the target a node? Taken: no.')
  })

  it('says that the request is there', () => {
    expect(nodeInWords(storyFrom(), node('C'), 2)).toBe('impersonate:user-info? 1 check: Allow. The request is here.')
  })

  it('says whether the request may still come', () => {
    expect(nodeInWords(storyFrom(), node('D'), 2)).toBe('legacy impersonate? Not reached yet.')
    expect(nodeInWords(storyFrom(), node('ok'), 5)).toBe('200: the request is served. Not reached.')
  })

  it('counts many equal answers', () => {
    const many: readonly Step[] = [
      { node: 'A' },
      ...Array.from({ length: 40 }, () => ({ node: 'C', check: storyCheck('groups') })),
      { node: 'C', check: storyCheck('groups', NO_OPINION_ANSWER) },
    ]
    expect(nodeInWords(storyFrom(many), node('C'), 41)).toContain('41 checks: 40 × Allow, NoOpinion.')
  })

  it('says for a node that was not reached where the request went instead, and why', () => {
    const why = (steps: readonly Step[], at: string) => plainText(whyNotReached(storyFrom(steps), at))
    expect(why(REFUSED, 'ok')).toBe('Legacy impersonate? No: nor that.')
    expect(why(REFUSED, 'D')).toBe('')
    const early: readonly Step[] = [
      { node: 'A' },
      { node: 'B', edge: 'A:next' },
      {
        node: 'C',
        edge: 'B:no',
        because: ['jane is a user'],
        instead: [{ edge: 'B:yes', because: ['jane is not a node'] }],
      },
      { node: 'ok', edge: 'C:yes' },
    ]
    expect(why(early.slice(0, 3), 'D')).toBe('Is the target a node? Jane is not a node.')
    expect(why(early, 'D')).toBe('impersonate:user-info? Yes.')
    expect(why(early, 'no')).toBe('impersonate:user-info? Yes.')
    expect(why(early, 'C')).toBe('')
  })

  it('says for a node of a mode that was not tried what kept the mode from it', () => {
    const untried = [{ mode: 'user-info', obstacles: [], because: ['the gate is off'] }]
    const of = (steps: readonly Step[]) => {
      const story = storyFrom(steps)
      const node = { ...(story.nodes.get('C') as GraphNode), mode: 'user-info' }
      const { answer } = story
      return {
        ...story,
        nodes: new Map(story.nodes).set('C', node),
        answer: { ...answer, trace: { ...answer.trace, untried } },
      }
    }
    const early: readonly Step[] = [{ node: 'A' }, { node: 'ok', edge: 'A:yes' }]
    expect(plainText(whyNotReached(of(early), 'C'))).toBe('Its mode was not tried: the gate is off.')
    expect(plainText(whyNotTried(of([...early, { node: 'C' }]), 'C'))).toBe('Its mode was not tried: the gate is off.')
    expect(whyNotTried(of([{ node: 'C', check: storyCheck('users') }]), 'C')).toEqual([])
    expect(whyNotTried(of(early), 'ok')).toEqual([])
  })

  it('lists the checks made there so far', () => {
    expect(checksAt(storyFrom(), 'C', 2).map(({ step }) => step)).toEqual([2])
    expect(checksAt(storyFrom(), 'C', 5).map(({ step }) => step)).toEqual([2, 3])
  })
})
