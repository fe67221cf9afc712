import { expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { designOf } from '../designs/index.ts'
import { differentPoints, type SaidOfDesign } from './beside.ts'
import { readDesign } from './read.ts'

const BEGUN = `design: mine
from: constrained
steps:
  C: {is: 'request.user.username != "root"'}
decide:
  all:
    - C
    - first:
        - {for: user, all: [A4, I4]}
        - {for: anyone, all: [L]}
`

function said(text: string): SaidOfDesign {
  const { design, diagnostics } = readDesign(text, CEL)
  if (design === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return { statement: designOf(design, CEL).statement, written: design }
}

const A4 = 'steps:\n  A4: {stage: action, ask: {verb: "on:<verb>", about: request}}\n'
const I4 = 'steps:\n  I4: {stage: identity, ask: {verb: "impersonate:user-info", about: [user, uid, groups, extras]}}\n'

it.each([
  ['the order', BEGUN.replace('A4, I4', 'I4, A4'), 'checks'],
  ['the verb of an action', BEGUN.replace('steps:\n', A4), 'action'],
  ['the API group of an identity', BEGUN.replace('steps:\n', I4), 'identity'],
  ['a condition', BEGUN.replace('root', 'admin'), 'guards'],
  ['the gate', `${BEGUN}gate: none\n`, 'gate'],
  ['names', `${BEGUN}target: {names: prefix}\n`, 'names'],
  ['conditions of answers', `${BEGUN}conditions: {see: all}\n`, 'conditions'],
  ['whose failure the client sees', `${BEGUN}errors: last\n`, 'error'],
  [
    'the groups',
    `${BEGUN}become: {groups: asked, constraint: identity-verb, audit: authenticationMetadata}\n`,
    'groups',
  ],
  ['the audit event', `${BEGUN}become: {groups: nodes}\n`, 'audit'],
])('%s that another design has is a point in which the two differ', (_, other, point) => {
  expect(differentPoints(said(BEGUN), said(other)).map((one) => one.point)).toContain(point)
})

it('designs that are alike differ in no point', () => {
  expect(differentPoints(said(BEGUN), said(BEGUN.replace('mine', 'other')))).toEqual([])
})
