import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../../authorizers/index.ts'
import type { Change, ChangedField, FieldPermission } from '../../changes/index.ts'
import { attributesOf, targetOf } from '../../http/index.ts'
import { userInfo } from '../../kube/index.ts'
import { leavesGraph, record } from '../../trace/index.ts'
import { type Assumptions, assumptionsOf } from '../design.ts'
import { ServerMemory } from '../released/memory.ts'
import { allowingVerbs, wireRequest } from '../testing.ts'
import { fineGrained } from './fine-grained.ts'

const PATCH = wireRequest({}, '/api/v1/namespaces/prod/pods/web', 'PATCH')

function permission(name: string, rest: Partial<FieldPermission> = {}): FieldPermission {
  return { name, excluded: 'never', custom: false, ...rest }
}

function label(key: string): ChangedField {
  const parameter = { value: key, treatment: 'slash-delimited-prefix' } as const
  return {
    path: `metadata.labels[${key}]`,
    permissions: [permission('metadata'), permission('labels'), permission('label', { parameter })],
  }
}

const field = (path: string, ...permissions: readonly FieldPermission[]): ChangedField => ({ path, permissions })
const fields = (...sent: readonly ChangedField[]): Change => ({ kind: 'fields', sent, withWebhooks: sent })

/** What comes of a PATCH that changes something. */
function run(change: Change | undefined, authorizer: Authorizer, assumptions: Assumptions = {}, request = PATCH) {
  const requestor = userInfo({ username: 'jane' })
  const running = fineGrained.run({
    request,
    requestor,
    attributes: attributesOf(request, requestor),
    target: targetOf(request.headers),
    featureEnabled: true,
    assumptions: assumptionsOf(fineGrained, assumptions),
    ...(change && { change }),
    memory: new ServerMemory(),
  })
  const { steps, result } = record(running, authorizer)
  expect(leavesGraph(steps, fineGrained.graph)).toBeUndefined()
  return { ...result, asked: steps.flatMap(({ check }) => (check ? [check.attributes.verb] : [])) }
}

const message = ({ outcome }: ReturnType<typeof run>): string => ('message' in outcome ? outcome.message : '')

describe('a request that changes fields', () => {
  const nodeName = field('spec.nodeName', permission('specification'), permission('nodeAssignment'))

  it('goes without another check where the ordinary verb is held and nothing is excluded from it', () => {
    const { asked, outcome, fieldChecks } = run(fields(label('a'), nodeName), allowingVerbs('patch'))
    expect(asked).toEqual(['patch'])
    expect(outcome.code).toBe(200)
    expect(fieldChecks).toEqual({ changed: 2, toCover: 0, checks: 0 })
  })

  it('fails with what it would have failed with before, where granular is not held either', () => {
    const came = run(fields(label('a')), allowingVerbs('granular:metadata'))
    expect(came.asked).toEqual(['patch', 'granular'])
    expect(message(came)).toContain('User "jane" cannot patch resource "pods"')
    expect(came.fieldChecks).toBeUndefined()
  })

  it('asks from general to specific, and nothing below what is held', () => {
    expect(run(fields(nodeName), allowingVerbs('granular', 'granular:nodeAssignment')).asked).toEqual([
      'patch',
      'granular',
      'granular:specification',
      'granular:nodeAssignment',
    ])
    expect(run(fields(nodeName), allowingVerbs('granular', 'granular:specification')).asked).toHaveLength(3)
  })

  it('names one missing verb: the most specific of the first uncovered field, or the most general one', () => {
    const change = fields(label('a.io/x'), label('b.io/x'))
    const held = allowingVerbs('granular', 'granular:label(a.io)')
    const came = run(change, held)
    expect(message(came)).toContain('cannot granular:label(b.io) resource "pods"')
    expect(message(came)).not.toContain('granular:labels')
    expect(message(run(change, held, { reported: 'general' }))).toContain('cannot granular:metadata resource')
  })

  it('keeps the reason that the authorizer gave for the verb that is named', () => {
    const why: Authorizer = {
      authorize: ({ verb }) => ({ decision: verb === 'granular' ? 'Allow' : 'NoOpinion', reason: `no ${verb}` }),
    }
    expect(message(run(fields(nodeName), why))).toMatch(/granular:nodeAssignment .*: no granular:nodeAssignment$/)
    expect(message(run(fields(nodeName), why, { reported: 'general' }))).toMatch(/: no granular:specification$/)
  })

  it('names the ordinary verb where a field has none of its own', () => {
    const came = run(fields(field('data.mode')), allowingVerbs('granular'))
    expect(message(came)).toMatch(/cannot patch resource "pods" .*: the field data.mode has no permission of its own$/)
  })

  it('is answered 400 where the change cannot be computed, after the first checks', () => {
    const came = run({ kind: 'unknown' }, allowingVerbs('granular'))
    expect(came.asked).toEqual(['patch', 'granular'])
    expect(came.outcome.code).toBe(400)
    expect(run({ kind: 'unknown' }, allowingVerbs()).outcome.code).toBe(403)
  })

  it('is authorized as any other where nobody says what changes', () => {
    expect(run(undefined, allowingVerbs('granular')).asked).toEqual(['patch'])
  })
})

describe('an excluded field', () => {
  const danger = field(
    'spec.danger',
    permission('specification'),
    permission('danger', { excluded: 'always', custom: true }),
  )

  it('needs its verb beside the ordinary one', () => {
    expect(run(fields(danger), allowingVerbs('patch')).outcome.code).toBe(403)
    expect(run(fields(danger), allowingVerbs('patch', 'granular:danger')).outcome.code).toBe(200)
    expect(run(fields(danger), allowingVerbs('patch', 'granular:danger')).asked).not.toContain('granular')
  })

  it('is covered by a general verb, or in the stricter reading not', () => {
    const held = allowingVerbs('patch', 'granular', 'granular:specification')
    expect(run(fields(danger), held).asked).toEqual(['patch', 'granular:specification'])
    const strict = run(fields(danger), held, { 'excluded-general': 'own' })
    expect(strict.asked).toEqual(['patch', 'granular:danger'])
    expect(strict.outcome.code).toBe(403)
    const marked = run(
      fields(danger, label('a')),
      allowingVerbs('granular', 'granular:specification', 'granular:metadata'),
      {
        'excluded-general': 'own',
      },
    )
    expect(marked.asked).toEqual(['patch', 'granular', 'granular:danger'])
  })

  it('counts for the values that are listed, or for all', () => {
    const other = field('spec.danger', permission('danger', { excluded: 'other-values' }))
    expect(run(fields(other), allowingVerbs('patch')).outcome.code).toBe(200)
    expect(run(fields(other), allowingVerbs('patch'), { 'excluded-values': 'field' }).outcome.code).toBe(403)
    const listed = field('spec.danger', permission('danger', { excluded: 'this-value' }))
    expect(run(fields(listed), allowingVerbs('patch')).outcome.code).toBe(403)
  })

  it('is excluded no more after a downgrade', () => {
    expect(run(fields(danger), allowingVerbs('patch'), { feature: 'off' }).asked).toEqual(['patch'])
  })
})

describe('the names of verbs', () => {
  const verbs = (change: ChangedField, assumptions: Assumptions = {}, target = '/apis/acme.io/v1/widgets/w') =>
    run(fields(change), allowingVerbs('granular'), assumptions, wireRequest({}, target, 'PATCH')).asked.slice(2)

  it('have a prefix for third parties where that is chosen', () => {
    const own = (name: string) => field('spec.x', permission(name, { custom: true }))
    expect(verbs(own('danger'), { registry: 'ext' })).toEqual(['granular:extDanger'])
    expect(verbs(own('extDanger'), { registry: 'ext' })).toEqual(['granular:extDanger'])
    expect(verbs(own('extra'), { registry: 'ext' })).toEqual(['granular:extExtra'])
    expect(verbs(own('danger'), { registry: 'domain' })).toEqual(['granular:acme.io/danger'])
    expect(verbs(field('spec', permission('specification')), { registry: 'ext' })).toEqual(['granular:specification'])
  })

  it('take the whole parameter, or what stands before its slash', () => {
    const parameter = { value: 'a.io/b/c', treatment: 'verbatim' } as const
    const finalizer = field(
      'f',
      permission('finalizer', { parameter: { ...parameter, treatment: 'slash-delimited-prefix' } }),
    )
    expect(verbs(finalizer)).toEqual(['granular:finalizer(a.io)'])
    expect(verbs(finalizer, { finalizer: 'verbatim' })).toEqual(['granular:finalizer(a.io/b/c)'])
    const condition = field('c', permission('condition', { parameter }))
    expect(verbs(condition)).toEqual(['granular:condition(a.io/b/c)'])
    expect(verbs(condition, { condition: 'slash-delimited-prefix' })).toEqual(['granular:condition(a.io)'])
    expect(verbs(field('x', permission('other', { parameter })))).toEqual(['granular:other(a.io/b/c)'])
  })

  it('are asked once where an embedded type repeats them', () => {
    expect(verbs(field('spec.x', permission('specification'), permission('specification')))).toHaveLength(1)
  })

  it('leave owner references to metadata where they are “maybe” not guarded', () => {
    const owners = field('metadata.ownerReferences', permission('metadata'), permission('ownerReferences'))
    expect(verbs(owners)).toEqual(['granular:metadata', 'granular:ownerReferences'])
    expect(verbs(owners, { 'owner-references': 'metadata' })).toEqual(['granular:metadata'])
  })
})

describe('what a request costs', () => {
  const names = ['metadata', 'labels', 'specification', 'status', 'a', 'b', 'c', 'd']
  const someField = fc
    .array(fc.constantFrom(...names), { maxLength: 4 })
    .map((chain) => field(chain.join('.'), ...chain.map((name) => permission(name))))
  const change = fc.array(someField, { maxLength: 60 }).map((sent) => fields(...sent))
  const held = fc.subarray(names.map((name) => `granular:${name}`))
  const order = fc.constantFrom('field', 'level')

  it('is no more than one check for each verb of the changed fields, whatever is held and whatever the order', () => {
    fc.assert(
      fc.property(change, held, order, (change, held, order) => {
        if (change.kind !== 'fields') return
        const { asked, fieldChecks } = run(change, allowingVerbs('granular', ...held), { order })
        const verbs = new Set(change.sent.flatMap(({ permissions }) => permissions.map(({ name }) => name)))
        expect(fieldChecks?.checks).toBeLessThanOrEqual(verbs.size)
        expect(new Set(asked).size).toBe(asked.length)
        expect(asked.length).toBe(2 + (fieldChecks?.checks ?? 0))
      }),
    )
  })

  it('comes to the same answer in either order', () => {
    fc.assert(
      fc.property(change, held, (change, held) => {
        const answers = ['field', 'level'].map(
          (order) => run(change, allowingVerbs('granular', ...held), { order }).outcome.code,
        )
        expect(answers[0]).toBe(answers[1])
      }),
    )
  })

  it('is logarithmic and better where a general verb is held: one check, however many fields change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), order, (count, order) => {
        const change = fields(...Array.from({ length: count }, (_, i) => label(`p${i}.io/x`)))
        const { fieldChecks } = run(change, allowingVerbs('granular', 'granular:metadata'), { order })
        expect(fieldChecks).toEqual({ changed: count, toCover: count, checks: 1 })
      }),
    )
  })

  it('is the depth of one field for somebody who holds nothing but granular, in either order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), order, (count, order) => {
        const change = fields(...Array.from({ length: count }, (_, i) => label(`p${i}.io/x`)))
        expect(run(change, allowingVerbs('granular'), { order }).fieldChecks?.checks).toBe(3)
      }),
    )
  })

  it('is a check for each parameter that was granted singly, so a hostile request costs what its sender holds', () => {
    const keys = Array.from({ length: 50 }, (_, i) => `p${i}.io/x`)
    const single = keys.map((key) => `granular:label(${key.split('/')[0]})`)
    const change = fields(...keys.map(label), label('other.io/x'))
    const { fieldChecks, outcome } = run(change, allowingVerbs('granular', ...single))
    expect(outcome.code).toBe(403)
    expect(fieldChecks).toEqual({ changed: 51, toCover: 51, checks: 2 + 51, missing: 'metadata.labels[other.io/x]' })
  })

  it('never grows an answer into a refusal when a verb is added', () => {
    fc.assert(
      fc.property(change, held, fc.constantFrom(...names), order, (change, held, more, order) => {
        const before = run(change, allowingVerbs('granular', ...held), { order }).outcome.code
        const after = run(change, allowingVerbs('granular', ...held, `granular:${more}`), { order }).outcome.code
        if (before === 200) expect(after).toBe(200)
      }),
    )
  })
})
