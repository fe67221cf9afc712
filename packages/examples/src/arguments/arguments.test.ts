import {
  type Answer,
  type Authorizer,
  type Check,
  DESIGN_LIST,
  decider,
  loadDesigns,
  type PlainUser,
  readRequest,
  type Trace,
  userInfo,
} from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { traceOf } from '@authz-playground/engine/internal/decide'
import { finalAnswer, leavesGraph } from '@authz-playground/engine/internal/trace'
import { describe, expect, it } from 'vitest'
import { checksBefore, checksOf, resultOf } from './found.ts'
import { ARGUMENTS, type Argument, DOCUMENTS, IN_SHORT, settledRows, sourceOf, TOPICS, toPlay } from './index.ts'

const DESIGNS = await loadDesigns()

const decide = await decider()

function play(argument: Argument) {
  return toPlay(argument).map((one) => ({
    ...one,
    decided: decide(one.scenario, { cel: CEL }),
  }))
}

function traceAt(argument: Argument, name: string, design: string): Trace {
  const trace = play(argument).find((one) => one.name === name && one.design === design)?.decided.trace
  if (trace === undefined) throw new Error(`${argument.id} does not play ${name} under ${design}`)
  return trace
}

describe.each(ARGUMENTS.map((argument) => [argument.id, argument] as const))('%s', (_, argument) => {
  const all = play(argument)
  const traces = all.flatMap(({ decided: { trace } }) => (trace === undefined ? [] : [trace]))

  it('is understood as a whole, and walks the graphs of its designs', () => {
    for (const { name, design, decided } of all) {
      expect(decided.errors, `${name}, ${design}`).toEqual([])
      expect(decided.state).toBe('decided')
      expect(leavesGraph(decided.trace?.steps ?? [], decided.design.graph)).toBeUndefined()
    }
  })

  it('has the results that it states', () => {
    const found: Record<string, Record<string, string>> = {}
    for (const { name, design, decided } of all) {
      found[name] = { ...found[name], ...(decided.trace && { [design]: resultOf(decided.trace) }) }
    }
    const stated = Object.entries(argument.cases).map(([name, { results }]) => [name, results])
    expect(found).toEqual(Object.fromEntries(stated))
  })

  it('says which designs its policies have no rules for yet', () => {
    expect(notSaidYet(argument, traces)).toEqual(argument.notSaidYet ?? [])
  })

  it('quotes a line at most, and closes its backticks', () => {
    const { quote, section } = argument.claim
    expect(quote).toMatch(/^\S[^\n]{8,138}\S$/)
    expect(section).not.toBe('')
    const { verdict } = argument
    const prose = [
      argument.title,
      argument.assumes ?? '',
      verdict.sentence,
      ...Object.values(argument.cases).map(({ shows }) => shows),
    ]
    for (const text of prose) expect((text.match(/`/g) ?? []).length % 2, text).toBe(0)
  })
})

/** The designs that a check was refused in, though the policy of the case is meant to grant everything. */
function notSaidYet(argument: Argument, traces: readonly Trace[]): readonly string[] {
  const refused = toPlay(argument).filter(
    ({ name }, at) =>
      argument.cases[name]?.grantsEverything &&
      traces[at]?.steps.some(({ check }) => check !== undefined && finalAnswer(check).decision !== 'Allow'),
  )
  return [...new Set(refused.map(({ design }) => design))]
}

describe('the arguments', () => {
  it('are read with a number for each request', () => {
    for (const argument of ARGUMENTS) {
      expect(settledRows(argument).filter(({ code, checks }) => !(code > 0 && checks >= 0))).toEqual([])
    }
  })

  it('are named once', () => {
    const ids = ARGUMENTS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('name designs by their titles, and show tables of answers that are the traces’', () => {
    const ids = new Set(DESIGN_LIST.map(({ id }) => id))
    for (const {
      id,
      verdict: { sentence },
    } of ARGUMENTS) {
      const nouns = [...sentence.matchAll(/`([^`]*)`/g)].map(([, noun = '']) => noun)
      expect(
        nouns.filter((noun) => ids.has(noun)),
        id,
      ).toEqual([])
    }
    expect(argumentOf('any-node').verdict.table?.rows).toEqual([
      { of: 'KEP-5284 as proposed', values: [200, 200, 403] },
      { of: 'user-info for every target', values: [200, 403, 403] },
    ])
  })

  it('are linked to the words that they quote, and say where there is no such text', () => {
    expect(sourceOf({ document: 'kep', quote: 'Verb `impersonate:node` can (also) be - said, "once"' })).toEqual({
      title: 'KEP-5284',
      url: 'https://github.com/kubernetes/enhancements/tree/02d2850/keps/sig-auth/5284-constrained-impersonation#:~:text=Verb%20impersonate%3Anode%20can%20%28also%29%20be%20%2D%20said%2C%20%22once%22',
      asReviewed: false,
    })
    expect(sourceOf({ document: 'compare', quote: 'one option' })).toEqual({
      title: 'Constrained impersonation: compound or unified',
      asReviewed: true,
    })
    expect(sourceOf({ document: 'kep-3617', quote: 'one field' })).toEqual({
      title: 'KEP-3617',
      url: 'https://kep.k8s.io/3617',
      asReviewed: true,
    })
  })

  it('stand under topics that are named once, some of them in short', () => {
    expect(new Set(TOPICS.map(({ id }) => id)).size).toBe(TOPICS.length)
    const ids = ARGUMENTS.map(({ id }) => id)
    expect(IN_SHORT.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('cover every document and every kind of verdict', () => {
    expect(new Set(ARGUMENTS.map(({ claim }) => claim.document))).toEqual(new Set(Object.keys(DOCUMENTS)))
    expect(new Set(ARGUMENTS.map(({ verdict }) => verdict.kind))).toEqual(
      new Set(['holds', 'does-not-hold', 'only-if']),
    )
  })
})

function argumentOf(id: string): Argument {
  const argument = ARGUMENTS.find((one) => one.id === id)
  if (argument === undefined) throw new Error(`there is no argument ${id}`)
  return argument
}

describe('the request with eight parts', () => {
  const argument = argumentOf('eight-parts')
  const all = play(argument)
  const traces = all.flatMap(({ decided: { trace } }) => (trace === undefined ? [] : [trace]))
  const unsaid = new Set(argument.notSaidYet)
  const designs = DESIGN_LIST.map(({ id }) => id)

  it('is played under every design', () => {
    expect(Object.keys(argument.cases.best?.results ?? {})).toEqual(designs)
  })

  it('knows a design whose checks nothing grants yet, though legacy lets it through', () => {
    const granted = (check: Check): Check => ({ ...check, answer: { decision: 'Allow', reason: '' } })
    const refused = (check: Check): Check => ({ ...check, answer: { decision: 'NoOpinion', reason: '' } })
    const answered = all.map(({ design, name }, at): Trace => {
      const trace = traces[at] as Trace
      const answer = design === 'named-verbs' && name === 'best' ? refused : granted
      return {
        ...trace,
        steps: trace.steps.map((step) => ({ ...step, ...(step.check && { check: answer(step.check) }) })),
      }
    })
    expect(notSaidYet(argument, answered)).toEqual(['named-verbs'])
  })

  it.each(designs.filter((id) => !unsaid.has(id)))(
    'has no cheaper success and no dearer run in %s, whatever is answered',
    (id) => {
      const design = DESIGNS.find((one) => one.id === id)
      const { scenario } = argument.cases.best ?? {}
      const { request } = scenario ? readRequest(scenario.request) : {}
      if (design === undefined || scenario === undefined || request === undefined) throw new Error('nothing to run')
      const runs = everyRun((authorizer) =>
        traceOf(design, request, userInfo(scenario.requestor as PlainUser), scenario.cluster, authorizer),
      )
      const successes = runs.filter(
        ({ outcome, impersonatedUser }) => outcome.kind === 'allowed' && (impersonatedUser || id === 'client-review'),
      )
      expect(Math.min(...successes.map(checksBefore))).toBe(checksBefore(traceAt(argument, 'best', id)))
      expect(Math.max(...runs.map(checksBefore))).toBe(
        checksBefore(
          traceAt(argument, argument.cases.worstProposed?.results[id] === undefined ? 'worst' : 'worstProposed', id),
        ),
      )
    },
  )
})

/** A run for every way in which its checks can be answered with Allow or NoOpinion. */
function everyRun(run: (authorizer: Authorizer) => Trace, begun: readonly Answer['decision'][] = []): readonly Trace[] {
  let at = 0
  const trace = run({ authorize: () => ({ decision: begun[at++] ?? 'Allow', reason: '' }) })
  const asked = checksOf(trace).length
  // Every check after the given answers was allowed: each may be denied instead, with all earlier ones unchanged.
  const given = checksOf(trace).map(({ answer }) => answer.decision)
  const others = Array.from({ length: asked - begun.length }, (_, i) => [
    ...given.slice(0, begun.length + i),
    'NoOpinion' as const,
  ])
  return [trace, ...others.flatMap((next) => everyRun(run, next))]
}
