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
