import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { INTENTS_LIST, LIST, readIntents } from '@authz-playground/examples/documents'
import { describe, expect, it } from 'vitest'
import { fileOf, PACKAGE } from './files.ts'

it('the list names every file of an intent', () => {
  const there = readdirSync(join(PACKAGE, 'intents')).map((name) => name.replace(/\.yaml$/, ''))
  expect(there.sort()).toEqual(
    readIntents(fileOf)
      .map(({ id }) => id)
      .sort(),
  )
})

const SOURCES = `version: 1
sources:
  paper: {title: A paper}
topics: []
inShort: []
`
const ALL = 'version: 1\nintents: [list]\n'
const ONE = `version: 1
title: The deputy may list pods as jane
sentence: Only list.
said: {source: paper, section: Summary, quote: may list}
authorizationModes: [RBAC]
requestor: {username: deputy}
wanted:
- what: list pods as jane
  verb: list
  resource: {group: "", version: v1, resource: pods, kind: Pod}
  namespace: prod
  name: ""
  as: {username: jane, groups: []}
meant:
- {verbs: [list], resource: pods, as: {users: [jane]}}
ways:
- designs: [constrained]
  said: {source: paper, section: Rules, quote: by rules}
  policy: |
    kind: ClusterRole
- designs: [node-scoped]
  cannot: It is about nodes.
`

function read(list: string, one: string | undefined = ONE) {
  return readIntents((path) => ({ [LIST]: SOURCES, [INTENTS_LIST]: list, 'intents/list.yaml': one })[path])
}

describe('an intent', () => {
  it('is a document with the requests that it wants, and a way or none for each design', () => {
    expect(read(ALL)).toMatchObject([
      {
        id: 'list',
        said: { document: 'A paper', section: 'Summary', quote: 'may list' },
        wanted: [{ what: 'list pods as jane', asked: { requestor: { username: 'deputy' }, verb: 'list' } }],
        ways: [
          { designs: ['constrained'], said: { document: 'A paper' }, policy: 'kind: ClusterRole\n' },
          { designs: ['node-scoped'], cannot: 'It is about nodes.' },
        ],
      },
    ])
  })

  it.each([
    ['a name without a file', ALL.replace('list]', 'none]'), ONE, /^intents.yaml: none has no file/],
    ['an unknown field', ALL, `${ONE}more: x\n`, /^intents\/list.yaml:23: .*more/],
    ['no wanted request', ALL, ONE.replace(/wanted:\n(.*\n){6}/, 'wanted: []\n'), /^intents\/list.yaml:7: .*wanted/],
    ['an unknown source', ALL, ONE.replace('source: paper', 'source: book'), /list.yaml:4: There is no source “book”/],
    [
      'an unknown design',
      ALL,
      ONE.replace('[constrained]', '[constraint]'),
      /list.yaml:17: Unknown design “constraint”/,
    ],
    [
      'neither policy nor reason',
      ALL,
      ONE.replace(/ {2}cannot.*\n/, ''),
      /list.yaml:21: A way has a policy, or says why/,
    ],
    ['both of them', ALL, `${ONE}  policy: x\n`, /list.yaml:21: A way has a policy, or says why/],
  ])('is refused with its file and line: %s', (_, list, one, message) => {
    expect(() => read(list, one)).toThrow(message)
  })
})
