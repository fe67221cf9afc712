import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { designOf } from '../designs/index.ts'
import { allowingVerbs, answeringInTurn, runDesign, wireRequest } from '../designs/testing.ts'
import { costsOf } from './cost.ts'
import { BOUNDS } from './fields.ts'
import { OWN_DESIGNS } from './own/index.ts'
import { readDesign } from './read.ts'

const ONE = `design: one
steps:
  V: {stage: identity, ask: {verb: act-as, about: target}}
decide: {all: [V]}
`

/** What is said of a text: the line, the message, the fix. */
function said(text: string): readonly string[] {
  // The design below asks about the target alone, which has a test of its own.
  const diagnostics = readDesign(text, CEL).diagnostics.filter(({ code }) => code !== 'values-unasked')
  return diagnostics.map(({ range, message, fix }) => `${range.line}: ${message} ${fix}`)
}

function made(text: string) {
  const { design, diagnostics } = readDesign(text, CEL)
  if (design === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return designOf(design, CEL)
}

const jane = { 'Impersonate-User': 'jane' }

describe('what is not understood has an error at its line', () => {
  const cases: readonly (readonly [name: string, text: string, ...expected: readonly string[]])[] = [
    ['an empty text', '', '1: The text is empty; a design is expected. Begin it with “design: my-design”.'],
    ['a list', '- a', '1: This is not a design: it is not a mapping. Begin it with “design: my-design”.'],
    [
      'a second document',
      `${ONE}---\na: 1\n`,
      '6: A file contains one design, but this is a second document. Put it into a file of its own.',
    ],
    ['an unknown field', `${ONE}becom: {}\n`, '5: “becom” is not a field of a design. Did you mean “become”?'],
    ['an unknown variable', ONE.replace('act-as', '"as:<usr>"'), '3: There is no variable <usr>. Did you mean <user>?'],
    [
      'an unknown part',
      ONE.replace('target', 'targets'),
      '3: “steps.V.ask.about” is “targets”, and one of request, target, node, serviceaccount, user, account-or-user, groups, uid, extras is expected. Did you mean “target”?',
    ],
    ['“or”', ONE.replace('all', 'or'), '4: “or” is not a field here. Did you mean “first”?'],
    ['“and”', ONE.replace('all', 'and'), '4: “and” is not a field here. Did you mean “all”?'],
    ['verbs', ONE.replace('verb:', 'verbs:'), '3: “verbs” is not a field here. Did you mean “verb”?'],
    [
      'a group by another name',
      ONE.replace('about', 'group: x, about'),
      '3: “group” is not a field here. Did you mean “apiGroup”?',
    ],
    [
      'a resource of its own',
      ONE.replace('about', 'resource: pods, about'),
      '3: “resource” is not a field here. Remove it: a review has the resource of what it is about.',
    ],
    ['an unknown step', ONE.replace('[V]', '[V, W1]'), '4: There is no step “W1”. The steps are V.'],
    [
      'a step that stands twice',
      ONE.replace('[V]', '[V, V]'),
      '4: “V” stands twice in “decide”, and a step is one node of the chart. Write a second step with “like: V”.',
    ],
    [
      'a reserved name',
      ONE.replaceAll('V', 'R'),
      '3: “R” is the name of a node that every chart has. Give the step another name.',
    ],
    [
      'a name that YAML reads as true',
      ONE.replaceAll('V', 'y'),
      '3: YAML reads this name as true. Give the step another name: y, n, yes, no, on and off are read so.',
    ],
    [
      'a step without a question',
      ONE.replace(/ask: .*\}\}/, 'about: x}'),
      '3: The step has no question. Write one of “ask”, “is” and “whom: true”.',
    ],
    [
      'a review without a verb',
      ONE.replace('verb: act-as, ', ''),
      '3: The review has no verb. Write verb: with the verb that it asks for.',
    ],
    [
      'a design of ours',
      ONE.replace('design: one', 'design: legacy'),
      '1: “legacy” is a design of the playground. Give yours another name.',
    ],
    [
      'an unknown base',
      ONE.replace('design: one', 'design: one\nfrom: constraint'),
      '2: No design that can be begun with is called “constraint”. Did you mean “constrained”?',
    ],
    [
      'an expression',
      ONE.replace('ask: {verb: act-as, about: target}', 'is: "request.usr == 1"'),
      '3: “request” has no field “usr”. “request” has user, attributes, impersonation.',
    ],
    [
      'names of every object of JavaScript',
      ONE.replace('decide', '  constructor: {like: valueOf}\ndecide').replace('[V]', '[V, toString]'),
      '4: There is no step “valueOf”. The steps are V, constructor.',
      '5: There is no step “toString”. The steps are V.',
    ],
    [
      'such a name of a base',
      'design: one\nfrom: constructor\n',
      `2: No design that can be begun with is called “constructor”. A design can begin with ${Object.keys(OWN_DESIGNS).join(', ')}.`,
    ],
    [
      'a variable without an end',
      ONE.replace('act-as', '"as:<user"'),
      '3: A variable begins with < and has no >. Write <verb>, or << for a <.',
    ],
    ['an empty verb', ONE.replace('act-as', '""'), '3: The verb is empty. Write the verb that the review asks for.'],
    [
      'no parts',
      ONE.replace('about: target', 'about: []'),
      '3: “steps.V.ask.about” is empty. Write one entry or more.',
    ],
    [
      'no reviews',
      ONE.replace('{verb: act-as, about: target}', '[]'),
      '3: “steps.V.ask” is empty. Write one entry or more.',
    ],
    [
      'no targets',
      ONE.replace('{all: [V]}', '{first: [{for: [], all: [V]}]}'),
      '4: “decide.first.0.for” is empty. Write one entry or more.',
    ],
    [
      'steps that are not a list',
      ONE.replace('[V]', 'V'),
      '4: “decide.all” is “V”, and a list is expected. Write a list.',
    ],
    [
      'a number for an expression',
      ONE.replace('{all: [V]}', '5'),
      '4: “decide” is 5, and a step or an expression is expected. Write all: [A, B] where each must say yes, or first: [A, B].',
    ],
    [
      'a word that YAML reads as true, for a gate',
      `${ONE}gate: on\n`,
      '5: “gate” is true, and one of released, proposed, none, older is expected. Write released or proposed or none or older.',
    ],
    [
      'readings to leave out that are not a list',
      `${ONE}without: x\n`,
      '5: “without” is not a list. Write without: [ID].',
    ],
    [
      'a point without options',
      `${ONE}readings: [{id: a, text: t, options: []}]\n`,
      '5: The point has no options. Write options: with one or more.',
    ],
    [
      'an option and a point that are there twice',
      `${ONE}readings:\n- {id: a, text: t, options: [{id: x, reading: r}, {id: x, reading: s}]}\n- {id: a, text: t, options: [{id: x, reading: r}]}\n`,
      '6: “a” is given twice. Give one of them another id.',
      '6: “x” is given twice. Give one of them another id.',
    ],
    [
      '“all” and “first” at once',
      ONE.replace('{all: [V]}', '{all: [V], first: [V]}'),
      '4: An expression has exactly one of “all” and “first”. Write all: [A, B] where each must say yes, or first: [A, B].',
    ],
    [
      '“for” where nothing is chosen',
      ONE.replace('[V]', '[{for: user, all: [V]}]'),
      '4: Only what stands in “first” can be “for” some targets. Put it into first: [ … ].',
    ],
    [
      'a step like itself',
      ONE.replace('{stage', '{like: V, stage'),
      '3: “V” is like itself. Write the fields of one of them.',
    ],
    [
      'an alternative for some of the targets of the one before it',
      ONE.replace('{all: [V]}', '{first: [{for: node, all: [V]}, {for: own-node, all: [W1]}]}').replace(
        'decide',
        '  W1: {like: V}\ndecide',
      ),
      '5: After a refusal here, the next alternative is for only some of these targets. Put the one for fewer targets first.',
    ],
    [
      'a word for a question that is not one',
      ONE.replace('{verb: act-as, about: target}', 'legcy'),
      '3: “steps.V.ask” is “legcy”, and a review, a list of reviews or legacy is expected. Did you mean “legacy”?',
    ],
    [
      'a part that is named twice',
      ONE.replace('target', '[target, groups, target]'),
      '3: “steps.V.ask.about” names “target” twice. Name it once.',
    ],
    [
      'a kind of target that is named twice',
      ONE.replace('{all: [V]}', '{first: [{for: [user, user], all: [V]}]}'),
      '4: “decide.first.0.for” names “user” twice. Name it once.',
    ],
    [
      'names that are no texts',
      `${ONE}without: [{a: 1}]\n`,
      '5: “without.0” is a mapping, and the id of a reading is expected. Write the id of a reading.',
    ],
    [
      'a beginning that is no text',
      `${ONE}from: {a: 1}\n`,
      '5: “from” is a mapping, and the name of a design is expected. A design can begin with constrained, legacy, proposal, group-suffix, intersection, named-verbs, compound, unified, conditional.',
    ],
    [
      'a like that is no text',
      ONE.replace('stage: identity', 'like: {a: 1}'),
      '3: “steps.V.like” is a mapping, and the name of a step is expected. The steps are V.',
    ],
    [
      'legacy in a list',
      ONE.replace('{verb: act-as, about: target}', '[legacy]'),
      '3: “steps.V.ask.0” is “legacy”, and a review is expected. Write ask: legacy, without a list.',
    ],
    [
      'legacy among reviews',
      ONE.replace('{verb: act-as, about: target}', '[{verb: act-as, about: target}, legacy]'),
      '3: “steps.V.ask.1” is “legacy”, and a review is expected. Write ask: legacy in a step of its own, and name both steps in “decide”.',
    ],
    [
      'a verb among reviews',
      ONE.replace('{verb: act-as, about: target}', '[act-as]'),
      '3: “steps.V.ask.0” is “act-as”, and a review is expected. Write { verb: …, about: … }.',
    ],
    [
      'a guard that is not one',
      ONE.replace('ask: {verb: act-as, about: target}', 'is: same-nod'),
      '3: “same-nod” is no guard. Did you mean “same-node”?',
    ],
    [
      'a list for an expression',
      ONE.replace('{all: [V]}', '[V]'),
      '4: “decide” is a list, and a step or an expression is expected. Write all: [A, B] where each must say yes, or first: [A, B].',
    ],
    [
      '“not”',
      ONE.replace('[V]', '[{not: V}]'),
      '4: There is no “not”: a review only says yes or no. Ask for what must be allowed, or write ! in the condition of a step with “is”.',
    ],
    ['an empty mode', ONE.replace('{stage', '{mode: "", stage'), '3: “mode” is empty. Write a text, or leave it out.'],
    [
      'a step like one that there is not',
      ONE.replace(/ask: .*\}\}/, 'like: W1}'),
      '3: There is no step “W1”. The steps are V.',
    ],
    [
      'a step like that one',
      ONE.replace(/ask: .*\}\}/, 'like: W1}').replace('decide', '  O: {like: V}\ndecide'),
      '3: There is no step “W1”. The steps are V, O.',
    ],
    ['misspelled steps', ONE.replace('steps', 'step'), '3: “step” is not a field of a design. Did you mean “steps”?'],
    [
      'a misspelled expression',
      ONE.replace('decide', 'decides'),
      '4: “decides” is not a field of a design. Did you mean “decide”?',
    ],
    [
      'a misspelled “all”',
      ONE.replace('all', 'al'),
      '4: “al” is not a field here. Remove it. Fields here are all, first, choose, for, with, label.',
    ],
    [
      'a value of an option',
      `${ONE}readings:\n- id: a\n  options:\n  - {id: x}\n  - {id: z, change: {V.ask.verb: "<vrb>"}}\n`,
      '9: There is no variable <vrb>. Did you mean <verb>?',
    ],
    [
      'an expression of an option',
      `${ONE}readings:\n- id: a\n  options:\n  - {id: x}\n  - {id: z, change: {decide: {all: [V, V]}}}\n`,
      '9: “V” stands twice in “decide”, and a step is one node of the chart. Write a second step with “like: V”.',
    ],
    [
      'a change of a field that is not there',
      `${ONE}readings: [{id: a, text: t, options: [{id: x, reading: r}, {id: z, reading: r, change: {V.asks.verb: b}}]}]\n`,
      '5: “V.asks.verb” is no field of the design, so this option cannot change it. Write the path of a field, such as “I1.ask.apiGroup”, “become.groups” or “decide”.',
    ],
  ]
  it('a character that nobody sees, in any text', () => {
    for (const field of ['title: "a\\u202eb"', 'summary: "a\\u200bb"']) {
      expect(said(`${ONE}${field}\n`)).toEqual([expect.stringMatching(/has a character that nobody sees: U\+20..\./)])
    }
  })

  it.each(cases)('%s', (_, text, ...expected) => {
    expect(said(text)).toEqual(expected)
    expect(readDesign(text, CEL).design).toBeUndefined()
  })

  it('what is beyond a bound', () => {
    const change = Object.fromEntries(Array.from({ length: BOUNDS.changes + 1 }, (_, at) => [`V.x${at}`, 1]))
    const option = { id: 'a', reading: 'A.', change }
    expect(said(`${ONE}readings: ${JSON.stringify([{ id: 'r', text: 'R', options: [option] }])}\n`)[0]).toContain(
      `5: There are more than ${BOUNDS.changes} fields in one “change”.`,
    )
    const steps = Array.from({ length: BOUNDS.steps + 1 }, (_, at) => `  s${at}: {ask: legacy}\n`).join('')
    expect(said(`design: many\nsteps:\n${steps}decide: {all: [s0]}\n`)[0]).toContain(
      `There are more than ${BOUNDS.steps} steps.`,
    )
    const deep = `${'{all: ['.repeat(BOUNDS.depth + 1)}V${']}'.repeat(BOUNDS.depth + 1)}`
    expect(said(ONE.replace('{all: [V]}', deep))).toEqual([expect.stringContaining(`more than ${BOUNDS.depth} levels`)])
    expect(said(`${ONE}title: ${'x'.repeat(BOUNDS.characters)}\n`)).toHaveLength(1)
  })
})

it('warns of a way on which nothing is asked', () => {
  const text = ONE.replace('about: target', 'about: [groups, uid]')
  expect(said(text)).toEqual([
    '4: Nothing is asked on one of the ways to “yes”: there everybody may be anybody. Add a step with a review to it.',
  ])
  expect(readDesign(text, CEL).design).toBeDefined()
})

describe('warns of values of a target that nothing is asked about', () => {
  const warned = (text: string) =>
    readDesign(text, CEL).diagnostics.flatMap(({ code, message, range }) =>
      code === 'values-unasked' ? [`${range.line}: ${message}`] : [],
    )
  const other = (step: string, decide: string) =>
    ONE.replace('decide', `  O: ${step}\ndecide`).replace('{all: [V]}', decide)

  it('on any way to “yes”', () => {
    expect(warned(ONE)).toEqual([
      '4: On one of the ways to “yes” nothing is asked about groups, uid, extras: there the target may be given any, also of system:masters.',
    ])
    expect(warned(ONE.replace('about: target', 'about: [target, groups]'))).toEqual([
      '4: On one of the ways to “yes” nothing is asked about uid, extras: there the target may be given any.',
    ])
    expect(warned(other('{ask: legacy}', '{first: [O, V]}'))).toHaveLength(1)
  })

  it('but not where another step asks, looks at them, or refuses them', () => {
    expect(warned(other('{ask: legacy}', '{all: [O, V]}'))).toEqual([])
    expect(warned(other('{ask: {about: request, user: target}}', '{all: [O, V]}'))).toEqual([])
    expect(warned(other('{is: "impersonatedUser.groups.size() == 0"}', '{all: [O, V]}'))).toEqual([])
    expect(warned(ONE.replace('{all: [V]}', '{first: [{for: node, with: name-only, all: [V]}]}'))).toEqual([])
    expect(warned(`${ONE}conditions: {see: asked}\n`)).toEqual([])
  })
})

it('warns of a review that is asked twice on one way', () => {
  const twice = ONE.replace('[V]', '[V, W1]').replace('decide', '  W1: {like: V}\ndecide')
  expect(said(twice)).toEqual([
    '5: “W1” asks what “V” asked before it on the same way. Leave one of them out, or ask for something else.',
  ])
  const apart = twice.replace('{all: [V, W1]}', '{first: [{for: node, all: [V]}, {for: user, all: [W1]}]}')
  expect(said(apart)).toEqual([])
})

describe('what changes nothing has a warning', () => {
  const V = '{stage: identity, ask: {verb: act-as, about: target}}'
  const cases: readonly (readonly [name: string, text: string, ...expected: readonly string[]])[] = [
    [
      'a step that “decide” does not name',
      ONE.replace('decide', '  W1: {ask: legacy}\ndecide'),
      '4: No request comes to “W1”, because “decide” does not name it. Name it, or remove it.',
    ],
    [
      'a group for a request in a review of the target',
      ONE.replace('about: target', 'about: target, coreGroup: x'),
      '3: “steps.V.ask.coreGroup” changes nothing: the review is not about the request. Write apiGroup, or remove it.',
    ],
    [
      'the same in a list of reviews',
      ONE.replace('{verb: act-as, about: target}', '[{verb: act-as, about: target}, {verb: b, about: uid, name: c}]'),
      '3: “steps.V.ask.name” changes nothing: groups, extras and UIDs are named by their values. Remove it.',
    ],
    [
      'words of targets that no review has',
      `${ONE}target: {called: {user: 'u:<user>'}}\n`,
      '5: “target.called” changes nothing: no review has <called>. Write <called> in a review, or remove it.',
    ],
    [
      'a constraint that no event records',
      `${ONE}become: {constraint: identity-verb}\n`,
      '5: “become.constraint” is recorded nowhere: no field of the audit event is named for it. Write audit: beside it.',
    ],
    [
      'a mode that no step has',
      ONE.replace('act-as', '"as:<mode>"'),
      '3: The step always says no: <mode> has no value here, because neither the step nor one before it has a mode. Write mode: in the step.',
    ],
    [
      'what targets are called, where nothing says it',
      ONE.replace('act-as', '"as:<called>"'),
      '3: The step always says no: <called> has no value here, because there is no target.called. Write target: {called: …} with a text for each kind.',
    ],
    [
      'a limit of a step that makes no review',
      ONE.replace(V, '{ask: legacy, with: name-only}'),
      '3: “steps.V.with” changes nothing: the step makes no review that it would limit. Remove it.',
    ],
  ]
  it.each(cases)('%s', (_, text, ...expected) => {
    expect(said(text)).toEqual(expected)
    expect(readDesign(text, CEL).design).toBeDefined()
  })

  it('but not what one reading uses, what another step is like, or what the other design has', () => {
    const steps = ONE.replace('decide', '  W1: {like: V, ask: {verb: b, about: target}}\ndecide')
    const reading =
      'readings: [{id: a, text: t, options: [{id: x, reading: r}, {id: z, reading: r, change: {decide: W1}}]}]\n'
    expect(said(`${steps}${reading}`)).toEqual([])
    expect(said(steps.replace('[V]', '[W1]'))).toEqual([])
    expect(said('design: mine\nfrom: named-verbs\ndecide: H\n')).toEqual([])
  })

  it('but not the mode of a step before, which the step has, too', () => {
    const two = ONE.replace('decide', '  W1: {mode: m, ask: {verb: b, about: target}}\ndecide')
    expect(said(two.replace('act-as', '"as:<mode>"').replace('[V]', '[W1, V]'))).toEqual([])
  })
})

describe('a design', () => {
  it('asks what its template says, and gives the target what it says', () => {
    const design = made(`${ONE}become: {groups: nodes, constraint: identity-verb, audit: authenticationMetadata}\n`)
    const { asked, outcome, constraint, impersonatedUser } = runDesign(
      design,
      wireRequest(jane),
      allowingVerbs('act-as', 'list'),
    )
    expect(asked).toEqual(['act-as users name=jane', 'list pods ns=prod v1'])
    expect([outcome.code, constraint, impersonatedUser?.groups]).toEqual([200, 'act-as', ['system:authenticated']])
    expect(runDesign(design, wireRequest(jane), allowingVerbs('list')).outcome).toMatchObject({ code: 403 })
  })

  it('reads no value again: a user called as a variable stays that', () => {
    const design = made(ONE.replace('act-as', '"as:<user>:<<x>"'))
    expect(runDesign(design, wireRequest({ 'Impersonate-User': '<node>`' }), allowingVerbs()).asked).toEqual([
      'as:<node>`:<x> users name=<node>`',
    ])
  })

  it('makes no review that it cannot say, and says why', () => {
    const design = made(ONE.replace('about: target', 'about: request').replace('act-as', '"as:<resource>"'))
    const { asked, outcome } = runDesign(design, wireRequest(jane, '/healthz'), allowingVerbs('get'))
    expect(asked).toEqual([])
    expect('message' in outcome && outcome.message).toContain('a request for a path has no resource')
  })

  it('asks legacy alone while its gate is off, wherever legacy stands', () => {
    const steps = `steps:
  L: {ask: legacy}
  V: {stage: identity, ask: {verb: act-as, about: [target, groups, uid, extras]}}
`
    for (const decide of ['{first: [L, V]}', '{all: [L, V]}', '{first: [V, L]}', '{all: [V]}'])
      for (const allowed of [['act-as'], ['impersonate'], []]) {
        const design = made(`design: mine\ngate: released\n${steps}decide: ${decide}\n`)
        const { asked, outcome } = runDesign(
          design,
          wireRequest(jane),
          allowingVerbs(...allowed, 'list'),
          undefined,
          false,
        )
        expect(asked[0]).toBe('impersonate users name=jane')
        expect(asked.filter((one) => one.startsWith('act-as'))).toEqual([])
        expect(outcome.code).toBe(allowed.includes('impersonate') ? 200 : 403)
      }
  })

  it('begins with another, without the readings that it leaves out', () => {
    const design = made('design: mine\nfrom: proposal\nwithout: [node-verb]\nsteps:\n  E: {about: mine}\n')
    expect([design.title, design.summary]).toEqual(['mine', 'It began with proposal.'])
    expect(design.assumptions.map(({ id }) => id)).toEqual(['other-headers'])
    expect(design.graph.nodes.find(({ id }) => id === 'E')?.about).toBe('mine')
    expect(design.graph.nodes.find(({ id }) => id === 'E')?.mode).toBe('node')
  })

  it('draws what only another reading has when it is taken', () => {
    const text = `${ONE.replace('decide', '  W1: {like: V, ask: {verb: other, about: target}}\ndecide')}readings: [{id: who, text: t, options: [{id: v, reading: r}, {id: w, reading: r, change: {decide: {all: [W1]}}}]}]\n`
    const design = made(text)
    expect(design.graph.nodes.filter(({ onlyWhenTaken }) => onlyWhenTaken).map(({ id }) => id)).toContain('W1')
    const { asked } = runDesign(design, wireRequest(jane), allowingVerbs(), undefined, true, undefined, { who: 'w' })
    expect(asked).toEqual(['other users name=jane'])
  })

  it('says which verbs are its words', () => {
    const words = made('design: mine\nfrom: constrained\n').words({})
    const matches = (verb: string) => words.some((word) => word.verb.test(verb))
    expect(['impersonate-on:user-info:list', 'impersonate:arbitrary-node', 'impersonate'].map(matches)).toEqual([
      true,
      true,
      true,
    ])
    expect(['impersonate-on:list', 'list', 'impersonate:node'].map(matches)).toEqual([false, false, false])
  })
})

/** A random expression over steps, each named once. */
function trees(steps: readonly string[]): fc.Arbitrary<unknown> {
  const [first = '', ...others] = steps
  if (others.length === 0) return fc.constant(first)
  return fc
    .record({ cut: fc.nat(others.length - 1), word: fc.constantFrom('all', 'first'), kinds: fc.boolean() })
    .chain(({ cut, word, kinds }) =>
      fc.tuple(trees(steps.slice(0, cut + 1)), trees(steps.slice(cut + 1))).map(([one, other]) => {
        if (word !== 'first' || !kinds) return { [word]: [one, other] }
        const alternative = (kind: string, tree: unknown) => ({
          for: kind,
          ...(typeof tree === 'string' ? { all: [tree] } : (tree as object)),
        })
        return { first: [alternative('node', one), alternative('anyone', other)] }
      }),
    )
}

const REVIEWS = [
  { verb: 'as', about: 'target' },
  { verb: 'impersonate:<kind>', about: ['target', 'groups', 'uid', 'extras'], apiGroup: 'authentication.k8s.io' },
  { verb: 'on:<verb>', about: 'request' },
  { about: 'request', apiGroup: '<group>.x.io', coreGroup: 'x.io' },
  { verb: 'be', about: 'node', name: '*', user: 'requestor-keys-only' },
  { verb: 'in', about: ['user', 'groups', 'extras'], allAtOnce: { from: 2 }, values: 'as-released' },
  'legacy',
]

describe('any design', () => {
  const documents = fc.array(fc.constantFrom(...REVIEWS), { minLength: 1, maxLength: 4 }).chain((asks) => {
    const ids = asks.map((_, at) => `s${at}`)
    const steps = Object.fromEntries(
      asks.map((ask, at) => [`s${at}`, { ask, stage: at % 2 === 0 ? 'identity' : 'action' }]),
    )
    return fc.record({
      design: fc.constant('random'),
      gate: fc.constantFrom('none', 'released', 'older'),
      errors: fc.constantFrom('first', 'last'),
      steps: fc.constant(steps),
      decide: trees(ids).map((tree) => (typeof tree === 'string' ? { all: [tree] } : tree)),
      become: fc.record({ groups: fc.constantFrom('users', 'nodes', 'asked', 'in-addition') }),
    })
  })

  const KIND_OF = {
    jane: 'user',
    'system:node:n1': 'node',
    'system:node:n2': 'own-node',
    'system:serviceaccount:a:b': 'serviceaccount',
  } as const
  const asked = fc.record({
    user: fc.constantFrom(...(Object.keys(KIND_OF) as (keyof typeof KIND_OF)[])),
    groups: fc.constantFrom([], ['g'], ['g', 'h', 'i']),
    uid: fc.constantFrom('', 'u'),
    extra: fc.constantFrom([], ['1', '2']),
  })

  it('is walked to an end, asks only what it declares, and no more than is said', () => {
    fc.assert(
      fc.property(
        documents,
        asked,
        fc.array(fc.constantFrom('Allow', 'NoOpinion', 'Deny'), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('/api/v1/pods', '/apis/apps/v1/deployments', '/healthz'),
        fc.boolean(),
        (document, { user, groups, uid, extra }, answers, path, enabled) => {
          const { design: read } = readDesign(JSON.stringify(document), CEL)
          if (read === undefined) throw new Error('the random design was not read')
          const design = designOf(read, CEL)
          const request = wireRequest(
            {
              'Impersonate-User': user,
              'Impersonate-Group': groups,
              ...(uid !== '' && { 'Impersonate-Uid': uid }),
              'Impersonate-Extra-a': extra,
            },
            path,
          )
          const requestor = {
            username: 'system:serviceaccount:kube-system:agent',
            extra: { 'authentication.kubernetes.io/node-name': ['n2'] },
          }
          // Throws where the run is no walk over the chart.
          const { steps } = runDesign(design, request, answeringInTurn(answers), requestor, enabled)
          const nodes = steps.map(({ node }) => node)
          // A node with several checks has a step for each; no node is come back to.
          const walked = nodes.filter((node, at) => node !== nodes[at - 1])
          expect(new Set(walked).size).toBe(walked.length)
          const isOff = !enabled && document.gate === 'released'
          for (const { node, check } of steps)
            if (check && isOff && node !== 'R') expect(check.attributes.verb).toBe('impersonate')
          for (const { node, check } of steps)
            if (check) expect([...Object.keys(document.steps), 'older', 'R']).toContain(node)
          const cost = costsOf(read).find(({ kinds }) => kinds.includes(KIND_OF[user]))
          if (cost === undefined) throw new Error('nothing is said of this target')
          const { withMore, nameOnly } = cost
          const isNameOnly = groups.length + extra.length === 0 && uid === ''
          const most = isNameOnly
            ? nameOnly
            : withMore.fixed +
              withMore.allAtOnce +
              withMore.groups * groups.length +
              withMore.extras * extra.length +
              (uid === '' ? 0 : withMore.uid)
          expect(steps.filter(({ node, check }) => check && node !== 'R').length).toBeLessThanOrEqual(most)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('that a text describes, however it was changed, is read or has errors, and then runs', () => {
    const text = fc.constantFrom(...Object.values(OWN_DESIGNS)).map((one) => one.replace(/^design: .*/, 'design: mine'))
    const parts = fc.constantFrom(
      '',
      '{',
      ']',
      ': ',
      'all',
      'first',
      'for: node',
      'target',
      '<',
      '<user>',
      'I',
      'null',
      '&a',
      '*a',
      '\n',
      '-',
    )
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(2500), fc.nat(12), parts), { maxLength: 3 }), (whole, edits) => {
        const changed = edits.reduce((now, [at, gone, part]) => now.slice(0, at) + part + now.slice(at + gone), whole)
        const { design, diagnostics } = readDesign(changed, CEL)
        if (design === undefined) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
        else
          runDesign(
            designOf(design, CEL),
            wireRequest({ ...jane, 'Impersonate-Uid': 'u' }),
            allowingVerbs('impersonate'),
          )
      }),
      { numRuns: 400 },
    )
  })
})
