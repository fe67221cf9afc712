import { expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { role } from '../testing.ts'

it.each([
  ['[configmaps]', '[create]', 'warning', '“create” names no object'],
  ['[configmaps]', '[create, get]', 'note', '“create” names no object'],
  // These have subresources, such as pods/exec, whose requests name their object.
  ['["*"]', '[create]', 'note', '“create” whole objects names no object'],
  ['[pods, pods/exec]', '[create]', 'note', '“create” whole objects names no object'],
  ['[pods, pods/exec]', '[deletecollection]', 'warning', '“deletecollection” names no object'],
])('names in a rule for %s and %s are a %s', (resources, verbs, severity, words) => {
  const text = role([`apiGroups: [""], resources: ${resources}, resourceNames: [x], verbs: ${verbs}`])
  const found = lintPolicy(readPolicy(text)).filter(({ code }) => code === 'names-without-effect')
  expect(found).toMatchObject([{ severity, message: expect.stringContaining(words) }])
})
