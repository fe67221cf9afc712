import { OWN_INTENT } from '@authz-playground/examples/intents'
import { describe, expect, it } from 'vitest'
import { needsScenario, placeOf } from './compared/open.ts'
import { type ComparedSubject, type NamedSubject, readSubject } from './subject.ts'

const NOTHING: NamedSubject = {
  compare: null,
  intent: null,
  argument: null,
  course: null,
  lesson: null,
  design: undefined,
  designSrc: null,
  link: null,
}
const subject = (named: Partial<NamedSubject>) => readSubject({ ...NOTHING, ...named })
const linked = (link: string) => subject({ link })

describe('the subject of an element', () => {
  it('is the run of a scenario, unless an attribute or the link names a view of the comparison', () => {
    expect(subject({})).toEqual({ kind: 'run' })
    expect(linked('#example/docs-user-list&step=3')).toEqual({ kind: 'run' })
    expect(linked('#example/docs-user-list&compare/designs')).toEqual({ kind: 'run' })
    expect(subject({ compare: 'legacy, proposal' })).toEqual({ kind: 'designs', designs: ['legacy', 'proposal'] })
    expect(subject({ compare: '' })).toEqual({ kind: 'designs', designs: [] })
    expect(subject({ argument: ' union-secrets ' })).toEqual({ kind: 'argument', argument: 'union-secrets' })
    expect(subject({ intent: 'own-prefix', design: 'compound' })).toEqual({
      kind: 'intent',
      intent: 'own-prefix',
      design: 'compound',
      whole: false,
    })
  })

  it('is read from the addresses that the playground copies', () => {
    expect(linked('https://example.org/play/#z1/abc&compare/side-by-side/constrained,proposal')).toEqual({
      kind: 'designs',
      designs: ['constrained', 'proposal'],
    })
    expect(linked('#compare/intents/own-prefix&design=compound&reading=whole')).toEqual({
      kind: 'intent',
      intent: 'own-prefix',
      design: 'compound',
      whole: true,
    })
    expect(linked('compare/arguments/union-secrets')).toEqual({ kind: 'argument', argument: 'union-secrets' })
    expect(linked('#compare/arguments/%zz')).toEqual({ kind: 'argument', argument: '%zz' })
  })

  it('is one thing: an attribute goes before the link, and two attributes are a mistake', () => {
    expect(subject({ argument: 'a', link: '#compare/arguments/b' })).toEqual({ kind: 'argument', argument: 'a' })
    expect(subject({ argument: 'a', intent: 'b' })).toEqual({ problem: expect.stringContaining('intent and argument') })
  })

  it('is a lesson where a course, a lesson or a link to one is named', () => {
    expect(subject({ course: 'rbac-from-nothing', lesson: ' 2 ' })).toEqual({ kind: 'lesson', lesson: '2' })
    expect(subject({ course: 'rbac-from-nothing' })).toEqual({ kind: 'lesson', lesson: undefined })
    expect(subject({ lesson: 'first-role' })).toEqual({ kind: 'lesson', lesson: 'first-role' })
    expect(linked('https://example.org/play/#course/rbac-from-nothing/first-role')).toMatchObject({ kind: 'lesson' })
    expect(linked('#k1/abc/first-role')).toMatchObject({ kind: 'lesson' })
    expect(subject({ course: '#k1/abc/first-role', lesson: '2' })).toEqual({ kind: 'lesson', lesson: '2' })
    expect(subject({ link: '#course/rbac-from-nothing', argument: 'a' })).toEqual({ kind: 'argument', argument: 'a' })
    expect(subject({ course: 'a', argument: 'b' })).toEqual({ problem: expect.stringContaining('argument and course') })
    expect(subject({ lesson: '1', compare: '' })).toEqual({ problem: expect.stringContaining('compare and lesson') })
  })

  it('takes the text of a design where a scenario is decided, and no second design', () => {
    const designSrc = 'reads-as.yaml'
    expect(subject({ designSrc })).toEqual({ kind: 'run' })
    expect(subject({ designSrc, compare: 'own' })).toEqual({ kind: 'designs', designs: ['own'] })
    expect(subject({ designSrc, design: 'legacy' })).toEqual({
      problem: 'One design decides, and this element names design and design-src. Keep one.',
    })
    expect(subject({ designSrc, lesson: '2' })).toEqual({ problem: expect.stringContaining('shows a lesson') })
    expect(subject({ designSrc, intent: 'own-prefix' })).toEqual({
      problem: expect.stringContaining('shows an intent'),
    })
    expect(subject({ designSrc, link: '#compare/arguments/a' })).toEqual({
      problem: expect.stringContaining('shows an argument'),
    })
  })

  it('needs a scenario where it is about one', () => {
    expect(needsScenario({ kind: 'designs', designs: [] })).toBe(true)
    expect(needsScenario({ kind: 'argument', argument: 'a' })).toBe(false)
    const intent = (id: string): ComparedSubject => ({ kind: 'intent', intent: id, design: undefined, whole: false })
    expect(needsScenario(intent('own-prefix'))).toBe(false)
    expect(needsScenario(intent(OWN_INTENT))).toBe(true)
  })

  it('has a place in the playground that reads as the same subject', () => {
    for (const place of [
      'compare/side-by-side',
      'compare/side-by-side/constrained,legacy',
      'compare/intents/own-prefix&design=compound&reading=whole',
      'compare/arguments/union-secrets',
    ]) {
      const read = linked(`#${place}`)
      expect('problem' in read || read.kind === 'run' || read.kind === 'lesson' ? read : placeOf(read)).toBe(place)
    }
  })
})
