import { expect, it } from 'vitest'
import { apiPathOf, withoutWarnings } from './document-verdict.ts'

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
