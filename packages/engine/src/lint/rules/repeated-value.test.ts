import { expect, it } from 'vitest'
import { codes, found, mended, role } from '../testing.ts'

it('finds the second of two equal values of a list, and removes it', () => {
  const text = role(['apiGroups: [""], resources: [pods, services, pods], verbs: [get, list]'])
  expect(found(text)).toEqual([['repeated-value', 'pods']])
  expect(mended(text)).toBe(text.replace('services, pods', 'services'))
})

it('compares each character, within one list of one rule', () => {
  expect(codes(role(['apiGroups: [apps], resources: [deployments, deployments/scale], verbs: [get]']))).toEqual([])
  expect(
    codes(
      role([
        'apiGroups: [""], resources: [pods], verbs: [get]',
        'apiGroups: [""], resources: [pods], verbs: [list]',
        'apiGroups: [""], resources: [configmaps], resourceNames: [get], verbs: [get]',
      ]),
    ),
  ).toEqual([])
})

it.each([
  ['verbs: [get], nonResourceURLs: ["/api/*"]', 'verbs: [get], nonResourceURLs: [/api/v1]'],
  ['verbs: [get], nonResourceURLs: ["*"]', 'verbs: [get], nonResourceURLs: [/api/v1, /metrics]'],
  ['apiGroups: [""], resources: ["*/log"], verbs: [get]', 'apiGroups: [""], resources: [pods/log], verbs: [get]'],
  [
    'apiGroups: [""], resources: [pods], resourceNames: [a, b], verbs: ["*"]',
    'apiGroups: [""], resources: [pods], resourceNames: [b], verbs: [get, list]',
  ],
])('%s covers %s', (wide, narrow) => {
  expect(codes(role([wide, narrow]))).toContain('covered-rule')
})

it.each([
  ['verbs: [get], nonResourceURLs: [/api]', 'verbs: [get], nonResourceURLs: [/api/v1]'],
  ['verbs: [get], nonResourceURLs: ["/api/*"]', 'verbs: [get, head], nonResourceURLs: [/api/v1]'],
  ['apiGroups: [""], resources: [pods], verbs: [get]', 'apiGroups: [""], resources: [pods/log], verbs: [get]'],
])('%s does not cover %s', (one, other) => {
  expect(codes(role([one, other]))).not.toContain('covered-rule')
})

it('reports one of two equal rules', () => {
  const rule = 'apiGroups: [""], resources: [pods], verbs: [get]'
  expect(codes(role([rule, rule]))).toEqual(['covered-rule'])
})
