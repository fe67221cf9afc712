import { expect, it } from 'vitest'
import { apiPathOf, labelsInOrder, withoutWarnings } from './document-verdict.ts'

it.each([
  ['ClusterRole a b', 'clusterroles/a%20b'],
  ['RoleBinding prod/a:b', 'namespaces/prod/rolebindings/a%3Ab'],
  ['Role default/', 'namespaces/default/roles/'],
])('an object of a vector, %s, is at a path of the API', (object, path) => {
  expect(apiPathOf(object)).toBe(path)
})

it('what kubectl prints is compared without its warnings', () => {
  expect(withoutWarnings('Warning: resource x\nerror: no\n  Warning: y\n')).toBe('error: no\n  Warning: y')
})

it('causes about labels are compared in any order, and the others in theirs', () => {
  const [b, a] = ['metadata.labels: Invalid value: "b"', 'metadata.labels: Invalid value: "a, b"']
  const [name, ref] = ['metadata.name: Required value', 'roleRef.name: Required value']
  const said = (...causes: readonly string[]) =>
    `Error from server (Invalid): Role "x" is invalid: [${causes.join(', ')}]`
  expect(labelsInOrder(said(name, b, a, ref))).toBe(labelsInOrder(said(name, a, b, ref)))
  expect(labelsInOrder(said(name, b, a, ref))).not.toBe(labelsInOrder(said(ref, b, a, name)))
  expect(labelsInOrder('no such: [b, a]')).toBe('no such: [b, a]')
})
