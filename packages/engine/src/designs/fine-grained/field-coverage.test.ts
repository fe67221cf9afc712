import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChangedField, FieldPermission } from '../../changes/index.ts'
import { attributesOf, targetOf } from '../../http/index.ts'
import { userInfo } from '../../kube/index.ts'
import { record } from '../../trace/index.ts'
import { assumptionsOf } from '../design.ts'
import { ServerMemory } from '../released/memory.ts'
import { allowingVerbs, wireRequest } from '../testing.ts'
import { fieldCoverage } from './field-coverage.ts'
import { fineGrained } from './fine-grained.ts'

const PATCH = wireRequest({}, '/api/v1/namespaces/prod/pods/web', 'PATCH')

function field(path: string, ...names: readonly string[]): ChangedField {
  const permissions = names.map(
    (name): FieldPermission => ({
      name: name.replace('!', ''),
      excluded: name.endsWith('!') ? 'always' : 'never',
      custom: false,
    }),
  )
  return { path, permissions }
}

/** What somebody’s patch comes to, and what is told of its fields. */
function told(
  sent: readonly ChangedField[],
  held: readonly string[],
  chosen: Readonly<Record<string, string>> = {},
  withWebhooks = sent,
) {
  const requestor = userInfo({ username: 'jane' })
  const change = { kind: 'fields', sent, withWebhooks } as const
  const assumptions = assumptionsOf(fineGrained, chosen)
  const running = fineGrained.run({
    request: PATCH,
    requestor,
    attributes: attributesOf(PATCH, requestor),
    target: targetOf(PATCH.headers),
    featureEnabled: true,
    assumptions,
    change,
    memory: new ServerMemory(),
  })
  const { steps, result } = record(running, allowingVerbs(...held))
  const trace = { design: fineGrained.id, requestor, steps, featureEnabled: true, ...result }
  return { ...fieldCoverage(change, trace, assumptions), ...result }
}

const inWords = ({ fields }: ReturnType<typeof told>): readonly string[] =>
  fields.map(({ field, coverage, byWebhook }) => `${field.path} ${coverage}${byWebhook ? ' webhook' : ''}`)

const A = field('a', 'spec', 'one')
const B = field('b', 'spec', 'two')
const DATA = field('data')

describe('a changed field', () => {
  it('is covered by the verb that is held, be it general or specific', () => {
    expect(inWords(told([A, B], ['granular', 'granular:spec']))).toEqual(['a verb', 'b verb'])
    expect(inWords(told([A, B], ['granular', 'granular:one', 'granular:two']))).toEqual(['a verb', 'b verb'])
  })

  it('names the step at which each of its verbs was asked, for whichever field that was', () => {
    const { fields } = told([A, B], ['granular', 'granular:one', 'granular:two'])
    const [first, second] = fields.map(({ verbs }) => verbs)
    expect(first).toMatchObject([{ verb: 'granular:spec', decision: 'NoOpinion' }, { decision: 'Allow' }])
    expect(second?.[0]?.step).toBe(first?.[0]?.step)
  })

  it('is what is missing where no verb of it is held, and those behind it are open', () => {
    expect(inWords(told([A, B], ['granular']))).toEqual(['a missing', 'b open'])
    expect(inWords(told([DATA, A], ['granular', 'granular:spec']))).toEqual(['data missing', 'a open'])
  })

  it('is covered by the ordinary verb, but for what is excluded from it', () => {
    const secret = field('secret', 'spec', 'secret!')
    expect(inWords(told([A, secret], ['patch']))).toEqual(['a ordinary', 'secret missing'])
    expect(inWords(told([A, secret], ['patch', 'granular:secret']))).toEqual(['a ordinary', 'secret verb'])
  })

  it('is open where the request was decided before any field was looked at', () => {
    expect(inWords(told([A], []))).toEqual(['a open'])
    expect(told([A], []).most).toBe(0)
    expect(inWords(told([A], ['patch'], { feature: 'off' }))).toEqual(['a open'])
  })

  it('that webhooks make is looked at where checks come after them', () => {
    const both = [A, DATA]
    expect(inWords(told([A], ['granular', 'granular:one'], {}, both))).toEqual(['a verb', 'data open webhook'])
    const after = told([A], ['granular', 'granular:one'], { webhooks: 'after' }, both)
    expect(inWords(after)).toEqual(['a verb', 'data missing webhook'])
  })
})

describe('for any change and whoever sends it', () => {
  const names = ['spec', 'one', 'two', 'three'] as const
  const change = fc
    .array(fc.subarray([...names]), { minLength: 1, maxLength: 8 })
    .map((all) => all.map((permissions, index) => field(`f${index}`, ...permissions)))
  const held = fc.subarray(names.map((name) => `granular:${name}`))
  const order = fc.constantFrom('field', 'level')

  it('one field is missing where the request is refused at the fields, the one that the error is about, and else none', () => {
    fc.assert(
      fc.property(change, held, order, (change, held, order) => {
        const { fields, outcome } = told(change, ['granular', ...held], { order })
        const missing = fields.filter(({ coverage }) => coverage === 'missing')
        if (outcome.kind !== 'forbidden') {
          expect(missing).toEqual([])
          return
        }
        expect(missing).toHaveLength(1)
        const [{ verbs } = { verbs: [] }] = missing
        if (verbs.length > 0) expect(verbs.at(-1)?.verb).toBe(outcome.about.verb)
        else expect(outcome.message).toContain('has no permission of its own')
      }),
    )
  })

  it('no more verbs are asked than the most that is told', () => {
    fc.assert(
      fc.property(change, held, order, (change, held, order) => {
        const { most, fieldChecks } = told(change, ['granular', ...held], { order })
        expect(fieldChecks?.checks).toBeLessThanOrEqual(most)
      }),
    )
  })
})
