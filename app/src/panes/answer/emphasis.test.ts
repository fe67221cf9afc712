import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emphasized } from './emphasis.ts'

const strongLines = (text: string): readonly string[] =>
  emphasized(text).flatMap(({ text: lines, strong }) => (strong ? lines.trimEnd().split('\n') : []))

describe('the emphasis in an audit event', () => {
  it('is the impersonated user, with everything under it, and the constraint', () => {
    const event = [
      'user:',
      '  username: ctl',
      'impersonatedUser:',
      '  username: jane',
      '  groups:',
      '    - system:authenticated',
      'authenticationMetadata:',
      '  impersonationConstraint: impersonate:user-info',
      'objectRef:',
      '  resource: pods',
      '',
    ].join('\n')
    expect(strongLines(event)).toEqual([
      'impersonatedUser:',
      '  username: jane',
      '  groups:',
      '    - system:authenticated',
      '  impersonationConstraint: impersonate:user-info',
    ])
  })

  it('is one stretch where the constraint is inside the impersonated user', () => {
    const event =
      'impersonatedUser:\n  username: jane\n  impersonationConstraint: impersonate:node\n  groups: []\nverb: list\n'
    expect(emphasized(event)).toEqual([
      {
        text: 'impersonatedUser:\n  username: jane\n  impersonationConstraint: impersonate:node\n  groups: []\n',
        strong: true,
      },
      { text: 'verb: list\n', strong: false },
    ])
  })

  it('is nothing for a request without impersonation', () => {
    expect(emphasized('verb: list\nuser:\n  username: impersonatedUser\n')).toEqual([
      { text: 'verb: list\nuser:\n  username: impersonatedUser\n', strong: false },
    ])
  })

  it('never changes the text', () => {
    const line = fc.constantFrom('impersonatedUser:', '  impersonationConstraint: x', '    deep: 1', 'a: b', '', '- x')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(line).map((lines) => lines.join('\n')),
        ),
        (text) => {
          expect(
            emphasized(text)
              .map((stretch) => stretch.text)
              .join(''),
          ).toBe(text)
        },
      ),
    )
  })
})
