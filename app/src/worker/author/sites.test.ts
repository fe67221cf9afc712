import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { policyAt, sentenceAt } from './sites.ts'

/** The sentence where `^` is, cut there. */
function site(marked: string): string | undefined {
  const offset = marked.indexOf('^')
  const text = marked.replace('^', '')
  const found = sentenceAt(text, offset)
  return found && `${text.slice(found.start, offset)}^${found.sentence.slice(offset - found.start)}`
}

describe('the sentence at a place of a course', () => {
  it('is an item below goals, when or unless', () => {
    expect(site('  goals:\n  - jane can ^')).toBe('jane can ^')
    expect(site('  goals: # all\n  # one\n\n  - a: b\n    c: d\n  - jane ^can get pods # why\n')).toBe(
      'jane ^can get pods',
    )
    expect(site('- when:\n    - ^\n')).toBe('^')
    expect(site('  hints:\n  - jane ^')).toBeUndefined()
    expect(site('  goals:\n  - a\n  hints:\n  - jane ^')).toBeUndefined()
    expect(site('- jane ^')).toBeUndefined()
  })

  it('is the value of when or unless in a line', () => {
    expect(site('  - when: a rule says ^')).toBe('a rule says ^')
    expect(site('  - {when: a rule ^says pod, say: Plural}')).toBe('a rule ^says pod')
    expect(site('  - {when: a rule says pod, say: ^Plural}')).toBeUndefined()
    expect(site('  - {unless: "a, b", when: a ^')).toBe('a ^')
    expect(site('    when: [jane can get pods in prod, jane ^cannot]')).toBe('jane ^cannot')
    expect(site('    when: [jane can get pods], say: ^')).toBeUndefined()
    expect(site('    when: ["portal, GET ^/: 200"]')).toBe('portal, GET ^/: 200')
    expect(site('    goals: [^]')).toBe('^')
  })

  it('is inside of its quotes', () => {
    expect(site('  goals:\n  - "jane can ^get" # b')).toBe('jane can ^get')
    expect(site("  goals:\n  - 'jane can ^get'")).toBe('jane can ^get')
    expect(site('  goals:\n  - >-\n    jane ^')).toBeUndefined()
  })
})

describe('the policy at a place of a course', () => {
  const course =
    'lessons:\n- id: a\n  start:\n    policy: |\n      kind: Role\n\n      rules:\n      - verbs: [get]\n  goals:\n'

  it('is a text of its own, with its places', () => {
    const offset = course.indexOf('verbs')
    const found = policyAt(course, offset)
    expect(found?.text).toBe('kind: Role\n\nrules:\n- verbs: [get]\n')
    expect(found?.text.slice(found.offset)).toBe('verbs: [get]\n')
    expect(found?.indent).toBe('      ')
    expect(found && course.slice(found.toCourse(found.offset))).toBe(course.slice(offset))
  })

  it('begins with its first line, which may be empty', () => {
    const text = '  policy: |\n    '
    expect(policyAt(text, text.length)).toMatchObject({ offset: 0, indent: '    ' })
  })

  it('ends where less is indented', () => {
    expect(policyAt(course, course.indexOf('goals'))).toBeUndefined()
    expect(policyAt(course, course.indexOf('start'))).toBeUndefined()
    expect(policyAt('policy: a\n  b', 12)).toBeUndefined()
  })

  it('is found or not at every place of any text', () => {
    const piece = fc.constantFrom('policy: |', '\n', '  ', '- ', 'goals:', 'a: b', '[', '"', 'when: ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('')
        for (let offset = 0; offset <= text.length; offset++) {
          const policy = policyAt(text, offset)
          if (policy !== undefined) expect(policy.offset).toBeLessThanOrEqual(policy.text.length)
          const sentence = sentenceAt(text, offset)
          if (sentence !== undefined) expect(sentence.start).toBeLessThanOrEqual(offset)
        }
      }),
      { numRuns: 300 },
    )
  })
})
