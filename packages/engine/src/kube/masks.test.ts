import { describe, expect, it } from 'vitest'
import { fitsMask, isMasked } from './masks.ts'

describe('a mask', () => {
  it.each([
    '***',
    '[redacted]',
    '[email\u00a0protected]',
    '<username>',
    '(redacted)',
    '█████',
    '#####',
    '%USERNAME%',
    '@@ns@@',
    '$NS',
    '{{ .Values.user }}',
    'xxxx',
    'xxxx@xxxx.com',
    'xxx-xxxx-xxx',
    'my-user-REDACTED',
    'YOUR_NAMESPACE',
    'USERNAME',
    '--redacted--',
    'redacted',
    'system:serviceaccount:<ns>:<sa>',
    'arn:aws:sts::************:assumed-role/****/****',
  ])('is %s', (name) => {
    expect(isMasked(name)).toBe(true)
  })

  it.each([
    'jane',
    'xxl',
    'axxx',
    'xxx1',
    'unredacted',
    'USERNAME-1',
    'my_team',
    'a_b',
    'C#',
    'jane@example.com',
    'https://idp#kim',
    '*',
  ])('is not %s', (name) => {
    expect(isMasked(name)).toBe(false)
  })

  it('covers at most one part between colons', () => {
    expect(fitsMask('system:serviceaccount:shop:deployer', 'system:serviceaccount:xxx:deployer')).toBe(true)
    expect(fitsMask('system:serviceaccount:shop:deployer', 'system:xxx')).toBe(false)
    expect(fitsMask('jane', 'REDACTED')).toBe(true)
  })
})
