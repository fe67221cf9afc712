import { describe, expect, it } from 'vitest'
import type { SubjectName } from '../kube/index.ts'
import { subjectNamed } from './subjects.ts'

const KNOWN: readonly SubjectName[] = [
  { kind: 'User', name: 'ops', namespace: '' },
  { kind: 'Group', name: 'ops', namespace: '' },
  { kind: 'Group', name: 'team/a', namespace: '' },
]
const named = (word: string): string | undefined => {
  const subject = subjectNamed(word, KNOWN)
  return subject && [subject.kind, subject.namespace, subject.name].join(' ')
}

describe('the subject that a word names', () => {
  it('is of the kind that the word says', () => {
    expect(named('Group/ops')).toBe('Group  ops')
    expect(named('User/prod/ci')).toBe('User  prod/ci')
    expect(named('ServiceAccount/prod/ci')).toBe('ServiceAccount prod ci')
  })

  it('is a service account where the word is like one', () => {
    expect(named('system:serviceaccount:prod:ci')).toBe('ServiceAccount prod ci')
    expect(named('prod/ci')).toBe('ServiceAccount prod ci')
  })

  it('is a group that is known, and of the API server', () => {
    expect(named('team/a')).toBe('Group  team/a')
    expect(named('system:masters')).toBe('Group  system:masters')
  })

  it('is otherwise a user', () => {
    expect(named('ops')).toBe('User  ops')
    expect(named('jane')).toBe('User  jane')
  })

  it('is none without a name', () => {
    expect(['', 'User/', 'ServiceAccount/ci', 'ServiceAccount/a/b/c'].map(named)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
