import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { decider } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { checkExpectations } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { LIST, readArguments } from '@authz-playground/examples/documents'
import { describe, expect, it } from 'vitest'
import { fileOf, PACKAGE } from './files.ts'

it('the list names every file of a claim', () => {
  const named = new Set<string>()
  readArguments((path) => {
    named.add(path)
    return fileOf(path)
  }, EXAMPLES)
  const there = readdirSync(join(PACKAGE, 'arguments'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(PACKAGE.length + 1).replaceAll('\\', '/')}/${name}`)
  expect(there.sort()).toEqual([...named].filter((path) => path !== LIST).sort())
})

it('the answers that claims expect beyond their results are those of the engine', async () => {
  const decide = await decider()
  const { expected } = readArguments(fileOf, EXAMPLES)
  const others = expected.flatMap(({ argument, name, scenario, expect }) =>
    checkExpectations({ scenario, expect }, (one) => decide(one, { cel: CEL }))
      .filter(({ kind }) => kind !== 'holds')
      .map((result) => ({ argument, name, ...result })),
  )
  expect(others).toEqual([])
})

const ALL = `version: 1
sources:
  paper: {title: A paper}
topics:
- {id: whom, title: Whom, arguments: [both]}
inShort: [both]
`
const BOTH = `version: 1
title: Both may list pods
quote: both may list
source: paper
section: Summary
assumes: On is \`legacy\`.
verdict:
  kind: only-if
  condition: meant is \`legacy\`
  sentence: It is {one}, and {other in legacy} in \`legacy\`.
  answers: {cases: [one, other], designs: [legacy]}
requestor: {username: jane}
request: {http: GET /api HTTP/1.1}
policies:
  first: |
    kind: A
  second: |
    kind: B
cases:
  one:
    shows: one of them
    policies: [first, second]
    results: {legacy: "200: 0 + 1, by x"}
  other:
    shows: another
    policies: [second]
    requestor: {username: dana}
    grantsEverything: true
    results: {constrained: "403: 1 + 0", legacy: "403: 2 + 1"}
    expect: [{design: legacy, code: 403}]
  printed:
    shows: an example
    example: first
    results: {proposal: "200: 0 + 1"}
`
const [FIRST] = EXAMPLES
const examples = FIRST === undefined ? [] : [{ ...FIRST, id: 'first' }]

function read(list: string, both: string | undefined = BOTH) {
  return readArguments((path) => ({ [LIST]: list, 'arguments/whom/both.yaml': both })[path], examples)
}

describe('a claim', () => {
  it('is a document with the answers of its cases in its verdict, and titles instead of the ids of designs', () => {
    const [topic] = read(ALL).topics
    expect(topic?.arguments[0]).toMatchObject({
      id: 'both',
      claim: { quote: 'both may list', document: 'paper', section: 'Summary' },
      assumes: 'On is “Legacy impersonation”.',
      verdict: {
        kind: 'only-if',
        condition: 'meant is “Legacy impersonation”',
        sentence: 'It is 200, and 403 in “Legacy impersonation”.',
        table: {
          head: 'Design',
          requests: ['one of them', 'another'],
          rows: [{ of: 'Legacy impersonation', values: [200, 403] }],
        },
      },
    })
  })

  it('has cases with scenarios of what the claim, an example and they themselves say', () => {
    const { topics, expected } = read(ALL)
    const [argument] = topics[0]?.arguments ?? []
    const { one, other, printed } = argument?.cases ?? {}
    expect(one?.scenario).toMatchObject({ policy: 'kind: A\n---\nkind: B\n', design: 'legacy' })
    expect(other?.scenario).toMatchObject({
      policy: 'kind: B\n',
      requestor: { username: 'dana' },
      design: 'constrained',
    })
    expect(other?.grantsEverything).toBe(true)
    expect({ ...argument?.scenario, ...printed?.scenario }).toEqual({ ...FIRST?.scenario, design: 'proposal' })
    expect(expected).toMatchObject([{ argument: 'both', name: 'other', expect: [{ design: 'legacy', code: 403 }] }])
  })

  it.each([
    ['an unknown field of the list', `${ALL}more: x\n`, BOTH, /^arguments.yaml:7: .*more/],
    ['a name without a file', ALL.replaceAll('both', 'none'), BOTH, /^arguments.yaml: none has no file/],
    [
      'a name in short that is no claim',
      ALL.replace('inShort: [both]', 'inShort: [none]'),
      BOTH,
      /“inShort” names none/,
    ],
    ['an unknown field', ALL, `${BOTH}more: x\n`, /^arguments\/whom\/both.yaml:35: .*more/],
    ['an unknown source', ALL, BOTH.replace('paper', 'book'), /both.yaml:4: There is no source “book”/],
    ['an unknown policy', ALL, BOTH.replace('[first, ', '[third, '), /both.yaml:22: There is no policy “third”/],
    [
      'an unknown example',
      ALL,
      BOTH.replace('example: first', 'example: last'),
      /both.yaml:33: There is no example “last”/,
    ],
    ['an unknown design', ALL, BOTH.replace('{proposal:', '{proposed:'), /both.yaml:\d+: Unknown design “proposed”/],
    ['a result in other words', ALL, BOTH.replace('200: 0 + 1, by x', 'yes'), /both.yaml:23: “yes” is not a result/],
    ['a case without results', ALL, BOTH.replace('{proposal: "200: 0 + 1"}', '{}'), /both.yaml:34: A case has results/],
    ['an answer of no case', ALL, BOTH.replace('{one}', '{two}'), /both.yaml:10: “two” is no result of a case/],
    [
      'a row of no result',
      ALL,
      BOTH.replace('designs: [legacy]', 'designs: [unified]'),
      /both.yaml:11: “one in unified”/,
    ],
    [
      'a verdict without its condition',
      ALL,
      BOTH.replace(/ {2}condition.*\n/, ''),
      /both.yaml:8: There is no condition/,
    ],
    ['a superfluous condition', ALL, BOTH.replace('only-if', 'holds'), /both.yaml:9: .* has no condition/],
  ])('is refused with its file and line: %s', (_, list, both, message) => {
    expect(() => read(list, both)).toThrow(message)
  })
})
