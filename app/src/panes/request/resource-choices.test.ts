import { expect, test } from 'vitest'
import { resourceChoices } from './resource-choices.ts'

test('the choices of a request are those of the version of Kubernetes', () => {
  const [before, after] = [resourceChoices('1.36'), resourceChoices('1.37')]
  const version = ({ resources }: typeof before) => resources.find(({ value }) => value === 'podgroups')?.apiVersion
  expect([version(before), version(after)]).toEqual(['v1alpha2', 'v1beta1'])
  const groups = ({ apiGroups }: typeof before) => apiGroups.map(({ value }) => value)
  expect(groups(after).filter((group) => !groups(before).includes(group))).toEqual(['lifecycle.k8s.io'])
  expect(before.subresourcesOf('storage.k8s.io', 'csinodes')).toEqual([])
  expect(after.subresourcesOf('storage.k8s.io', 'csinodes')).toEqual([{ value: 'status' }])
})
